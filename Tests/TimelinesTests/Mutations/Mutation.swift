import MIDICore
import TestSupport
import Timelines

/// A recording with one change, and the expected differences.
struct Mutation {
  /// A difference of a comparison.
  enum Fact: Hashable {
    /// A difference of an expected note.
    case note(Int, [NoteChange])
    /// A difference of an unexpected note.
    case unexpected(Channel, NoteNumber, [NoteChange])
    case swapped(Int, Int)
    case value(
      Channel, ValueCurve.Quantity, ValueDifference.Change, start: Nanoseconds, end: Nanoseconds, actual: Int?
    )
    case event(EventDifference.Change)
    case shifted(Nanoseconds)
    case stretched
    case velocitiesScaled
    case take(TakeChange)
    case passage(PassageChange)
  }

  /// The kind of the change.
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

  /// The tolerances of all these comparisons.
  static let options = Comparison.Options(
    onsetTolerance: .milliseconds(5), offsetTolerance: .milliseconds(8), velocityTolerance: 3,
    valueTolerance: 2, alignsStart: false)

  var recording: Recording
  /// The exact differences, or an empty set if the change is within the tolerance.
  var facts: Set<Fact>

  /// Returns the differences of a comparison.
  static func facts(_ comparison: Comparison) -> [Fact] {
    comparison.differences.map { difference in
      switch difference {
      case .take(.shifted(let shift)): return .shifted(shift)
      case .take(.stretched): return .stretched
      case .take(.velocitiesScaled): return .velocitiesScaled
      case .take(let change): return .take(change)
      case .passage(let change): return .passage(change)
      case .note(let note):
        if let expected = note.expected { return .note(expected, note.changes) }
        let other = note.actual.map { comparison.actual.notes[$0] }
        return .unexpected(other?.channel ?? .number(1), other?.number ?? 0, note.changes)
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

extension Mutation {
  /// Creates a change of the given kind, or returns `nil` if the picked part of the take isn't suitable.
  static func single(
    _ kind: Kind, _ take: OriginalTake, isBeyond: Bool, _ generator: inout SeededGenerator
  ) -> Mutation? {
    switch kind {
    case .drop, .hang, .semitone, .row, .octave, .channel, .shift, .stretch, .velocity, .swapNeighbors:
      .ofNote(kind, take, isBeyond: isBeyond, &generator)
    case .add: .addingNote(take, &generator)
    case .removePedal: .removingPedal(take, &generator)
    case .movePedal: .movingPedal(take, isBeyond: isBeyond, &generator)
    case .bend: .changingValue(take, bends: true, isBeyond: isBeyond, &generator)
    case .controller: .changingValue(take, bends: false, isBeyond: isBeyond, &generator)
    case .systemExclusive: .changingByte(take, &generator)
    case .shiftTake, .drift, .scaleVelocities: .ofTake(kind, take, isBeyond: isBeyond, &generator)
    }
  }
}

extension SeededGenerator {
  /// Returns a random number of microseconds, positive or negative, whose magnitude is above one limit and up to
  /// another.
  mutating func delay(beyond least: Int64, to most: Int64) -> Nanoseconds {
    let span = Int64.random(in: (least + 1)...most, using: &self)
    return .microseconds(Bool.random(using: &self) ? span : -span)
  }

  /// Returns a random number of microseconds up to a limit, positive or negative.
  mutating func delay(within most: Int64) -> Nanoseconds {
    .microseconds(Int64.random(in: -most...most, using: &self))
  }
}
