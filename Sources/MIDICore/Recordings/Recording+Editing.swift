extension Recording {
  /// Returns the recording with each message replaced or, for `nil`, left out.
  ///
  /// The results are sorted by time. Messages at the same time keep their order.
  ///
  /// - Complexity: O(*n*) if the times stay in order, and otherwise O(*n* log *n*).
  public func mapMessages<Failure: Error>(
    _ transform: (TimedMessage) throws(Failure) -> TimedMessage?
  ) throws(Failure) -> Recording {
    var recording = self
    for index in tracks.indices {
      var messages: [TimedMessage] = []
      messages.reserveCapacity(tracks[index].messages.count)
      for timed in tracks[index].messages {
        if let changed = try transform(timed) { messages.append(changed) }
      }
      recording.tracks[index].messages = messages
    }
    return recording.sorted()
  }

  /// Returns the recording with the messages of each track in order of time. Messages at the same time keep their order.
  public func sorted() -> Recording {
    var recording = self
    for index in tracks.indices {
      recording.tracks[index].messages = tracks[index].messages.ordered(byTime: \.time)
      recording.tracks[index].end = max(
        tracks[index].end, recording.tracks[index].messages.last?.time ?? .zero)
    }
    return recording
  }

  /// Returns the recording with only the messages of some channels, and the messages without a channel.
  public func keepingChannels(_ channels: Set<Channel>) -> Recording {
    mapMessages { timed in timed.message.channel.map(channels.contains) ?? true ? timed : nil }
  }

  /// Returns the recording with the start of each note at the nearest multiple of a time, and its end moved likewise.
  ///
  /// Other messages keep their times. A start halfway between two multiples moves to the later one.
  ///
  /// - Precondition: `step` is positive.
  public func quantized(to step: Nanoseconds) -> Recording {
    precondition(step > .zero, "a step must be positive (found \(step))")
    var recording = self
    for index in tracks.indices {
      // The delays of the sounding notes of each channel and key, in order of their starts.
      var delays: [Int: [Nanoseconds]] = [:]
      func key(_ channel: Channel, _ note: NoteNumber) -> Int { Int(channel) << 7 | Int(note) }
      for place in tracks[index].messages.indices {
        let timed = tracks[index].messages[place]
        switch timed.message {
        case .noteOn(let channel, let note, let velocity) where velocity > 0:
          let steps = (timed.time.rawValue * 2 + step.rawValue).dividedDown(by: step.rawValue * 2)
          let delay = Nanoseconds(rawValue: steps * step.rawValue) - timed.time
          delays[key(channel, note), default: []].append(delay)
          recording.tracks[index].messages[place].time = timed.time + delay
        case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
          let key = key(channel, note)
          guard let delay = delays[key]?.first else { continue }
          delays[key]?.removeFirst()
          recording.tracks[index].messages[place].time = timed.time + delay
        default: break
        }
      }
    }
    return recording.sorted()
  }
}

extension Int64 {
  /// Returns the quotient, rounded down.
  fileprivate func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
