import MIDICore
import TestSupport
import Timelines

extension Mutation {
  /// Changes the whole take.
  static func ofTake(
    _ kind: Kind, _ take: OriginalTake, isBeyond: Bool, _ generator: inout SeededGenerator
  ) -> Mutation? {
    guard take.notes.count >= 20, let first = take.performance.notes.first,
      let last = take.performance.notes.last
    else { return nil }
    switch kind {
    case .shiftTake:
      let shift = Nanoseconds.microseconds(
        Int.random(in: isBeyond ? 10_001...800_000 : 0...5000, using: &generator))
      // If the same notes repeat after that time, most of the take matches without a shift.
      guard !isBeyond || !take.repeats(after: shift) else { return nil }
      return Mutation(
        recording: take.recording.moved { $0 + shift }, facts: isBeyond ? [.shifted(shift)] : [])
    case .drift:
      let span = (last.onset - first.onset).rawValue
      let most = isBeyond ? min(span / 50, 4_000_000_000) : 4_000_000
      // From a hundredth of a second to a fiftieth of the take; within the tolerance at most the tolerance at its end.
      guard span > 0, !isBeyond || most > 50_000_000 else { return nil }
      let movement = Int64.random(in: isBeyond ? 50_000_000...most : 0...most, using: &generator)
      let end = isBeyond ? span : max(take.recording.duration.rawValue, 1)
      let sign: Int128 = Bool.random(using: &generator) ? 1 : -1
      return Mutation(
        recording: take.recording.moved { time in
          let drift = sign * Int128(time.rawValue) * Int128(movement) / Int128(end)
          return time + Nanoseconds(rawValue: Int64(drift))
        }, facts: isBeyond ? [.stretched] : [])
    case .scaleVelocities:
      let thousandths = Int.random(in: isBeyond ? 400...1600 : 980...1020, using: &generator)
      var changes: [Int] = []
      var extremeCount = 0
      let recording = take.recording.map { message in
        guard case .noteOn(let channel, let note, let velocity) = message, velocity != 0 else {
          return message
        }
        let scaled = min(127, max(1, (Int(velocity.rawValue) * thousandths + 500) / 1000))
        changes.append(abs(scaled - Int(velocity.rawValue)))
        if scaled == 1 || scaled == 127 { extremeCount += 1 }
        return .noteOn(channel: channel, note: note, velocity: UInt7(clamping: scaled))
      }
      // If the velocities differ little or reach a limit, adding a number has the same effect.
      let span = (changes.max() ?? 0) - (changes.min() ?? 0)
      guard !isBeyond || span > 2 * options.velocityTolerance + 1 && extremeCount * 2 < changes.count else {
        return nil
      }
      let beyond = changes.count { $0 > options.velocityTolerance }
      guard isBeyond ? beyond * 10 > changes.count * 6 : beyond == 0 else { return nil }
      return Mutation(recording: recording, facts: isBeyond ? [.velocitiesScaled] : [])
    default: return nil
    }
  }
}

extension OriginalTake {
  /// Returns whether more than a tenth of the notes repeat after about the given time.
  fileprivate func repeats(after shift: Nanoseconds) -> Bool {
    var onsets: [Int: [Nanoseconds]] = [:]
    for note in performance.notes {
      let key = note.source << 16 | Int(note.channel.rawValue) << 8 | Int(note.number.rawValue)
      onsets[key, default: []].append(note.onset)
    }
    let count = onsets.values.reduce(0) { count, times in
      count
        + times.count { time in
          times.contains { ($0 - time - shift).magnitude <= .milliseconds(10) }
        }
    }
    return count * 10 > performance.notes.count
  }
}

extension Recording {
  /// Returns the recording with changed times.
  func moved(_ time: (Nanoseconds) -> Nanoseconds) -> Recording {
    Recording(
      tracks: tracks.map { track in
        Track(
          name: track.name, port: track.port,
          messages: track.messages.map { TimedMessage(time: time($0.time), message: $0.message) },
          end: time(track.end))
      })
  }

  /// Returns the recording with changed messages.
  func map(_ change: (Message) -> Message) -> Recording {
    Recording(
      tracks: tracks.map { track in
        Track(
          name: track.name, port: track.port,
          messages: track.messages.map { TimedMessage(time: $0.time, message: change($0.message)) },
          end: track.end)
      })
  }
}
