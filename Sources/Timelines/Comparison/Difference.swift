public import MIDICore

/// One thing that is not as expected. Times are the expectation's; what only the actual recording has is moved to
/// where it stands when both are aligned.
public enum Difference: Hashable, Sendable {
  /// An expected note was not played.
  case missingNote(Note)
  /// A note was played that nobody expects.
  case extraNote(Note)
  /// A note was played, but not as expected.
  case changedNote(expected: Note, actual: Note, changes: [NoteChange])
  /// An expected message that belongs to no note did not come.
  case missingMessage(TimedMessage)
  /// A message came that belongs to no note and nobody expects.
  case extraMessage(TimedMessage)
  /// A message that belongs to no note came too early or too late.
  case displacedMessage(expected: TimedMessage, actual: TimedMessage)

  /// Where it stands.
  public var time: Nanoseconds {
    switch self {
    case .missingNote(let note), .extraNote(let note), .changedNote(let note, _, _): note.onset
    case .missingMessage(let timed), .extraMessage(let timed), .displacedMessage(let timed, _): timed.time
    }
  }
}

/// What about a note is not as expected.
public enum NoteChange: Hashable, Sendable {
  /// It began too early, by so much.
  case early(by: Nanoseconds)
  /// It began too late, by so much.
  case late(by: Nanoseconds)
  /// It lasted too long, by so much.
  case tooLong(by: Nanoseconds)
  /// It didn't last long enough, by so much.
  case tooShort(by: Nanoseconds)
  /// It hangs, though an end is expected.
  case hanging
  /// It ended, though it is expected to hang.
  case ended
  /// It was struck with another velocity.
  case velocity(expected: UInt7, actual: UInt7)
  /// It was released with another velocity.
  case releaseVelocity(expected: UInt7, actual: UInt7)
  /// It was played on another channel.
  case channel(expected: Channel, actual: Channel)
}
