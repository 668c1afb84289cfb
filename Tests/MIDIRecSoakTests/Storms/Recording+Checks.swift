import MIDICore
import MIDIRecSoak

extension Recording {
  /// All messages in order.
  var messages: [Message] { messagesInOrder.map(\.message) }

  /// The number of note-ons without a note-off. A panic isn't one.
  var unendedNoteCount: Int {
    var counts: [Int: Int] = [:]
    for message in messages where message.isNoteOn || message.isNoteOff {
      guard let place = HoldPlace(of: message)?.index else { continue }
      counts[place] = message.isNoteOn ? counts[place, default: 0] + 1 : max(0, counts[place, default: 0] - 1)
    }
    return counts.values.reduce(0, +)
  }

  /// The number of note-offs without a sounding note, or one that a panic ended.
  var strayNoteOffCount: Int {
    var (sounding, forgotten): ([Int: Int], [Int: Int]) = ([:], [:])
    var count = 0
    for message in messages {
      if message.isNoteOn || message.isNoteOff {
        guard let place = HoldPlace(of: message)?.index else { continue }
        if message.isNoteOn {
          sounding[place, default: 0] += 1
        } else if let notes = sounding[place], notes > 0 {
          sounding[place] = notes - 1
        } else if let notes = forgotten[place], notes > 0 {
          forgotten[place] = notes - 1
        } else {
          count += 1
        }
      } else {
        for (place, notes) in sounding where message.silences(Channel(masking: UInt8(place >> 7))) {
          forgotten[place, default: 0] += notes
          sounding[place] = nil
        }
      }
    }
    return count
  }

  /// Whether each track is in order of time, and starts at 0 or later.
  var isSorted: Bool {
    tracks.allSatisfy { track in
      let times = [.zero] + track.messages.map(\.time) + [track.end]
      return times.indices.dropFirst().allSatisfy { times[$0 - 1] <= times[$0] }
    }
  }

  /// Returns whether a message occurs while the messages before it hold something, even if they were reset.
  func has(_ condition: (Message, ReleaseTracker) -> Bool) -> Bool {
    var tracker = ReleaseTracker()
    return messages.contains { message in
      defer { if message != .systemReset { tracker.apply(message) } }
      return condition(message, tracker)
    }
  }

  /// Returns whether two messages, not necessarily consecutive, come at most a duration after one another.
  func has(within span: Nanoseconds, _ condition: (Message, Message) -> Bool) -> Bool {
    let messages = messagesInOrder
    return messages.indices.contains { first in
      messages[(first + 1)...].prefix { $0.time - messages[first].time <= span }
        .contains { condition(messages[first].message, $0.message) }
    }
  }

  /// The digest of all bytes and times (FNV-1a).
  var digest: UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    for (number, track) in tracks.enumerated() {
      for timed in track.messages {
        add((0..<8).map { UInt8(truncatingIfNeeded: timed.time.rawValue >> ($0 * 8)) })
        add([UInt8(number)] + timed.message.bytes)
      }
    }
    return digest
  }
}

extension Message {
  /// Returns whether the message and another one are of the same channel and key.
  func hasNote(of other: Message) -> Bool {
    guard isNoteOn || isNoteOff, other.isNoteOn || other.isNoteOff else { return false }
    return HoldPlace(of: self)?.index == HoldPlace(of: other)?.index
  }

  /// The number and the value of a control change, or `nil`.
  var control: (controller: Controller, value: UInt7)? {
    if case .controlChange(_, let controller, let value) = self { (controller, value) } else { nil }
  }
}
