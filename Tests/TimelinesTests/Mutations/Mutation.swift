import MIDICore
import TestSupport
import Timelines

/// A recording in which one thing was changed, and what is to be found.
struct Mutation {
  /// Something that a comparison says.
  enum Fact: Hashable {
    /// Of an expected note.
    case note(Int, [NoteChange])
    /// Of a note that nobody expects.
    case unexpected(NoteNumber, [NoteChange])
    case swapped(Int, Int)
    case value(
      Channel, ValueCurve.Quantity, ValueDifference.Change, start: Nanoseconds, end: Nanoseconds, actual: Int?
    )
    case event(EventDifference.Change)
    case shifted(Nanoseconds)
    case stretched
    case velocitiesScaled
  }

  /// What is changed.
  enum Kind: String, CaseIterable {
    case drop, add, shift, stretch
    case semitone, row, octave
    case channel, velocity
    case swapNeighbors = "swap neighbors"
    case hang
    case removePedal = "remove a pedal event"
    case movePedal = "move a pedal event"
    case bend
    case controller
    case systemExclusive = "change a System Exclusive byte"
    case shiftTake = "shift the take"
    case drift
    case scaleVelocities = "scale velocities"
  }

  /// By how much things may be off in all of these comparisons.
  static let options = Comparison.Options(
    onsetTolerance: .milliseconds(5), offsetTolerance: .milliseconds(8), velocityTolerance: 3,
    valueTolerance: 2, alignsStart: false)

  var recording: Recording
  /// Exactly what is to be said; nothing where all is within the tolerance.
  var facts: Set<Fact>

  /// What a comparison says.
  static func facts(_ comparison: Comparison) -> [Fact] {
    comparison.differences.map { difference in
      switch difference {
      case .take(.shifted(let shift)): return .shifted(shift)
      case .take(.stretched): return .stretched
      case .take(.velocitiesScaled): return .velocitiesScaled
      case .note(let note):
        if let expected = note.expected { return .note(expected, note.changes) }
        let number = note.actual.map { comparison.actual.notes[$0].number }
        return .unexpected(number ?? 0, note.changes)
      case .swapped(let swap): return .swapped(swap.first.expected ?? -1, swap.second.expected ?? -1)
      case .value(let value):
        return .value(
          value.channel, value.quantity, value.change, start: value.start, end: value.end,
          actual: value.actualValue)
      case .event(let event): return .event(event.change)
      }
    }
  }
}

extension SeededGenerator {
  /// A number of microseconds, positive or negative, larger than one and up to another.
  mutating func delay(beyond least: Int64, to most: Int64) -> Nanoseconds {
    let span = Int64.random(in: (least + 1)...most, using: &self)
    return .microseconds(Bool.random(using: &self) ? span : -span)
  }

  /// A number of microseconds that is at most so large.
  mutating func delay(within most: Int64) -> Nanoseconds {
    .microseconds(.random(in: -most...most, using: &self))
  }
}
