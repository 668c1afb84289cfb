package import MIDICore

/// A short piece for comparisons: C4, E4, G4, and C4, a quarter of a second each, half a second apart.
package enum Score {
  package static let numbers: [NoteNumber] = [60, 64, 67, 60]

  package static func onset(_ index: Int) -> Nanoseconds { .milliseconds(Int64(index) * 500) }

  /// Returns the piece, with the messages that `edit` returns for each note.
  package static func recording(
    shift: Nanoseconds = .zero,
    _ edit: (_ index: Int, _ on: inout TimedMessage?, _ off: inout TimedMessage?) -> Void = { _, _, _ in }
  ) -> Recording {
    var messages: [TimedMessage] = []
    for (index, number) in numbers.enumerated() {
      var on: TimedMessage? = note(number, onset(index))
      var off: TimedMessage? = end(number, onset(index) + .milliseconds(250))
      edit(index, &on, &off)
      messages += [on, off].compactMap { $0 }
    }
    return Recording(tracks: [
      .init(messages: messages.map { TimedMessage(time: $0.time + shift, message: $0.message) })
    ])
  }

  package static func note(
    _ number: NoteNumber, _ time: Nanoseconds, velocity: UInt7 = 100, channel: Channel = .number(1)
  )
    -> TimedMessage
  {
    TimedMessage(time: time, message: .noteOn(channel: channel, note: number, velocity: velocity))
  }

  package static func end(
    _ number: NoteNumber, _ time: Nanoseconds, velocity: UInt7 = 64, channel: Channel = .number(1)
  )
    -> TimedMessage
  {
    TimedMessage(time: time, message: .noteOff(channel: channel, note: number, velocity: velocity))
  }

  package static func control(_ value: UInt7, _ time: Nanoseconds) -> TimedMessage {
    TimedMessage(time: time, message: .controlChange(channel: .number(1), controller: 64, value: value))
  }
}
