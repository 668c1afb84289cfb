internal import MIDICore
public import Timelines

extension Difference {
  /// One line: when, what, and how it differs: `12.345678  C4 on channel 1: late by 7.250 ms`.
  public var text: String { "\(time)  \(subject): \(verdict)" }

  /// The note or the message that it is about.
  public var subject: String {
    switch self {
    case .missingNote(let note), .extraNote(let note), .changedNote(let note, _, _):
      "\(note.number) on channel \(note.channel)"
    case .missingMessage(let timed), .extraMessage(let timed), .displacedMessage(let timed, _):
      "\(timed.message)"
    }
  }

  /// What is not as expected, in a few words.
  public var verdict: String {
    switch self {
    case .missingNote, .missingMessage: "missing"
    case .extraNote, .extraMessage: "extra"
    case .changedNote(_, _, let changes): changes.map(\.text).joined(separator: ", ")
    case .displacedMessage(let expected, let actual):
      if actual.time > expected.time {
        "late by \(milliseconds(actual.time - expected.time))"
      } else {
        "early by \(milliseconds(expected.time - actual.time))"
      }
    }
  }
}

extension NoteChange {
  /// The change in a few words.
  public var text: String {
    switch self {
    case .early(let span): "early by \(milliseconds(span))"
    case .late(let span): "late by \(milliseconds(span))"
    case .tooLong(let span): "too long by \(milliseconds(span))"
    case .tooShort(let span): "too short by \(milliseconds(span))"
    case .hanging: "hangs, never ended"
    case .ended: "ended, expected to hang"
    case .velocity(let expected, let actual): "velocity \(actual) instead of \(expected)"
    case .releaseVelocity(let expected, let actual): "release velocity \(actual) instead of \(expected)"
    case .channel(let expected, let actual): "channel \(actual) instead of \(expected)"
    }
  }
}

/// `7.250 ms`.
func milliseconds(_ span: Nanoseconds) -> String { "\(span.millisecondsText()) ms" }
