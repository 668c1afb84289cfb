import MIDICore
import TestSupport

@testable import Timelines

/// The judgment about the comparison of a piece with a changed one.
struct PassageJudgment {
  let mutation: PassageMutation
  /// The comparison that finds passages.
  let comparison: Comparison
  /// The comparison that lists single notes.
  let plain: Comparison
  /// The reasons why the change isn't named right.
  private(set) var faults: [String] = []
  /// The differences that the changes hide.
  private(set) var hidden: [String] = []
  /// The number of differences that the single changes have without the change of the passage.
  private(set) var restLimit = 0

  /// Whether one change is reported, with the right effect and range.
  var isNamed: Bool { faults.isEmpty }

  /// Returns the options of all these comparisons.
  static func options(_ beats: BeatGrid?, findsPassages: Bool = true) -> Comparison.Options {
    Comparison.Options(
      onsetTolerance: PassageMutation.tolerances.onset, offsetTolerance: PassageMutation.tolerances.offset,
      velocityTolerance: PassageMutation.tolerances.velocity, alignsStart: true, findsPassages: findsPassages,
      beats: beats)
  }

  /// Compares and judges.
  init(_ mutation: PassageMutation) {
    self.mutation = mutation
    let (expected, actual) = (mutation.piece.performance, mutation.performance)
    let beats = mutation.piece.beats
    comparison = Comparison(expected: expected, actual: actual, options: Self.options(beats))
    plain = Comparison(
      expected: expected, actual: actual, options: Self.options(beats, findsPassages: false))
    let singles = Comparison(
      expected: mutation.performanceWithoutSingles, actual: actual,
      options: Self.options(beats, findsPassages: false))
    restLimit = singles.rest.count + 2 * mutation.collisionCount + mutation.interruptedCount
    judgeName()
    judgeRest()
    judgeSingles()
  }
}

extension Comparison {
  /// The differences of single notes, values, and events.
  var rest: [Difference] {
    differences.filter { difference in
      switch difference {
      case .take, .passage: false
      case .note, .swapped, .value, .event: true
      }
    }
  }

  /// The changes of the whole take.
  var wholeChanges: [TakeChange] {
    differences.compactMap { if case .take(let change) = $0 { change } else { nil } }
  }
}

// MARK: Name

extension PassageJudgment {
  private mutating func judgeName() {
    let whole = comparison.wholeChanges
    let count = whole.count + comparison.passages.count
    if count != 1 { faults.append(count == 0 ? "no change found" : "\(count) changes") }
    if comparison.rest.count > restLimit {
      faults.append("\(comparison.rest.count) other differences instead of \(restLimit)")
    }
    guard count == 1 else { return }
    if let change = comparison.passages.first {
      if !accepts(change.effect, change.passage) { faults.append("wrong effect") }
      switch mutation.effect {
      // Equal bars can be cut instead of others, and the rest tells whether they are equal.
      case .cut, .delayed: break
      case .late, .stretched, .drifted: judgeTimes(change)
      default: judgeRange { change.passage.has($0) }
      }
    } else if let change = whole.first {
      judge(change)
    }
  }

  private func accepts(_ found: PassageEffect, _ passage: Passage) -> Bool {
    func isNear(_ one: some BinaryInteger, _ two: some BinaryInteger) -> Bool {
      abs(Int(one) - Int(two)) * 20 <= abs(Int(two))
    }
    let onset = PassageMutation.tolerances.onset
    switch (mutation.effect, found) {
    case (.transposed(let one), .transposed(let two)): return one == two
    case (.missing, .missing): return true
    // An end that was cut is missing, and so is the end of repeated music, wherever it was cut.
    case (.cut, .missing):
      return mutation.piece.notes.allSatisfy { note in passage.end.map { note.onset < $0 } ?? true }
    // Whether the velocities are right follows from the rest.
    case (.velocitiesScaled(let one, _), .velocitiesScaled(let two, _)): return isNear(two, one)
    case (.velocitiesShifted(let one), .velocitiesShifted(let two)):
      return abs(one - two) <= PassageMutation.tolerances.velocity
    case (.velocitiesScaled, .velocitiesShifted), (.velocitiesScaled, .velocitiesSet),
      (.velocitiesShifted, .velocitiesScaled), (.velocitiesShifted, .velocitiesSet):
      return mutation.hasFewVelocities
    case (.velocitiesSet, .velocitiesSet(let value)): return abs(Int(value.rawValue) - 100) <= 3
    case (.velocitiesSet, .velocitiesShifted), (.velocitiesSet, .velocitiesScaled):
      return mutation.hasFewVelocities
    case (.durationsScaled(let one), .durationsScaled(let two)): return isNear(two, one)
    // If the longer part is late, the other one is early.
    case (.late(let one), .late(let two)), (.late(let one), .delayed(let two)),
      (.delayed(let one), .delayed(let two)), (.delayed(let one), .late(let two)):
      return (one.magnitude - two.magnitude).magnitude <= onset
    case (.cut, .cut), (.stretched, .stretched), (.drifted, .drifted): return true
    // Whether the ends are right follows from the rest.
    case (.swung(let one, let parts, _), .swung(let two, let otherParts, _)):
      return parts == otherParts && isNear(two, one)
    case (.quantized, .quantized): return true
    case (.humanized(let one), .humanized(let two)):
      return two <= one + one / 2 + onset && two >= one / 2
    default: return false
    }
  }

  /// Judges which notes have the effect.
  private mutating func judgeRange(_ contains: (PassagePiece.PieceNote) -> Bool) {
    var (outside, inside) = (0, 0)
    for (index, note) in mutation.piece.notes.enumerated() where !mutation.isNeutral[index] {
      let isFound = contains(note)
      if mutation.isInside[index], !isFound { outside += 1 }
      if !mutation.isInside[index], isFound { inside += 1 }
    }
    if outside > 0 { faults.append("\(outside) changed notes outside the passage") }
    if inside > 0 { faults.append("\(inside) unchanged notes inside the passage") }
  }

  /// Judges the times that a change gives the notes.
  private mutating func judgeTimes(_ change: PassageChange) {
    var wrong = 0
    for (index, (note, moved)) in zip(mutation.piece.notes, mutation.unsingled).enumerated() {
      guard let moved, !mutation.isNeutral[index] else { continue }
      let found = change.position(of: note)
      let actual = comparison.alignment.expectedTime(of: moved.onset)
      if (found - actual).magnitude > PassageMutation.tolerances.onset { wrong += 1 }
    }
    if wrong > 0 { faults.append("\(wrong) notes at wrong times") }
  }

  private mutating func judge(_ change: TakeChange) {
    switch (mutation.effect, change) {
    case (.transposed(let one), .transposed(let two, let part)):
      if one != two { faults.append("wrong interval") }
      judgeRange { note in
        part.source.map { $0 == note.track } ?? true
          && (part.channels.isEmpty || part.channels.contains(note.channel))
      }
    case (.velocitiesScaled, .velocitiesScaled), (.velocitiesScaled, .velocitiesShifted),
      (.velocitiesShifted, .velocitiesShifted), (.velocitiesShifted, .velocitiesScaled),
      (.velocitiesSet, .velocitiesShifted), (.velocitiesSet, .velocitiesScaled):
      judgeRange { _ in true }
    case (.missing, .sourceMissing): break
    default: faults.append("wrong change of the whole take")
    }
  }
}

extension PassageMutation {
  /// Whether the changed notes have so similar velocities that a factor, an offset, and a value are equally right.
  var hasFewVelocities: Bool {
    let changed = piece.notes.indices.filter { isInside[$0] }.map { piece.notes[$0].velocity }
    guard let least = changed.min(), let most = changed.max() else { return true }
    return most - least <= 24
  }
}

extension Passage {
  /// Returns whether a note of a piece belongs to the passage.
  func has(_ note: PassagePiece.PieceNote) -> Bool {
    let onset = note.onset.roundedToMicrosecond
    return start <= onset && end.map { onset < $0 } ?? true
      && pitches.contains(NoteNumber(clamping: note.number))
      && part.source.map { $0 == note.track } ?? true
      && (part.channels.isEmpty || part.channels.contains(note.channel))
  }
}

extension PassageChange {
  /// Returns the start of a note after a change of times.
  func position(of note: PassagePiece.PieceNote) -> Nanoseconds {
    let time = note.onset.roundedToMicrosecond
    if case .late(let delay) = effect { return passage.has(note) ? time + delay : time }
    guard time >= passage.start else { return time }
    let end = passage.end ?? time
    let inside = Double((min(time, end) - passage.start).rawValue)
    let length = Double((end - passage.start).rawValue)
    func later(_ span: Double) -> Nanoseconds { time + Nanoseconds(rawValue: Int64(span)) }
    switch effect {
    case .delayed(let delay): return time + delay
    case .cut: return later(-inside)
    case .stretched(let billionths): return later(inside * Double(billionths) / 1e9)
    case .drifted(let first, let last, let total):
      let place = length > 0 ? inside / length : 1
      let slopes = length / 1e9 * place * (1 - place) * (Double(first) * (1 - place) - Double(last) * place)
      return later(slopes + Double(total.rawValue) * place * place * (3 - 2 * place))
    default: return time
    }
  }
}

// MARK: Hidden differences

extension PassageJudgment {
  /// Applies the changes and compares again: the differences must be the rest.
  private mutating func judgeRest() {
    guard !comparison.passages.isEmpty else { return }
    let options = Self.options(mutation.piece.beats, findsPassages: false)
    let again = Comparison(expected: comparison.expected, actual: comparison.actual, options: options)
    if !again.rest.isSame(as: comparison.rest) {
      hidden.append(
        "\(again.rest.count) differences of the changed performance, not \(comparison.rest.count)")
    }
    let isElastic = comparison.passages.contains { if case .humanized = $0.effect { true } else { false } }
    guard !isElastic, comparison.transformation.isIdentity else { return }
    let applied = comparison.given.applying(comparison.passages, beats: mutation.piece.beats).performance
    let other = Comparison(expected: applied, actual: comparison.actual, options: options)
    if !other.rest.isSame(as: comparison.rest) {
      hidden.append(
        "\(other.rest.count) differences after the changes are applied, not \(comparison.rest.count)")
    }
  }

  /// Finds single changes that aren't reported.
  private mutating func judgeSingles() {
    guard !comparison.passages.isEmpty else { return }
    for single in mutation.singles where !isReported(single) && !isSilent(single) {
      hidden.append(
        "\(single.kind) of \(single.before.number) at \(single.before.onset.rawValue / 1_000_000) ms")
    }
  }

  /// Returns whether a change reports a dropped note as one of its missing notes.
  private func isSilent(_ single: PassageMutation.SingleChange) -> Bool {
    single.kind == .drop
      && comparison.passages.contains { $0.effect == .missing && $0.passage.has(single.original) }
  }

  private func isReported(_ single: PassageMutation.SingleChange) -> Bool {
    func isActual(_ index: Int?) -> Bool {
      guard let index, let after = single.after else { return false }
      let note = comparison.actual.notes[index]
      return note.source == after.track && note.channel == after.channel
        && Int(note.number.rawValue) == after.number && note.onset == after.onset.roundedToMicrosecond
    }
    func isExpected(_ index: Int?) -> Bool {
      guard let index else { return false }
      let note = comparison.expected.notes[index]
      let onset = comparison.alignment.expectedTime(of: single.before.onset)
      return note.source == single.before.track && note.channel == single.before.channel
        // A dropped note at the edge of a passage may be left out of it.
        && [single.before.number, single.original.number].contains(Int(note.number.rawValue))
        && (note.onset - onset).magnitude <= .milliseconds(40)
    }
    func concerns(_ difference: NoteDifference) -> Bool {
      single.after == nil ? isExpected(difference.expected) : isActual(difference.actual)
    }
    return comparison.rest.contains { difference in
      switch difference {
      case .note(let note): concerns(note)
      case .swapped(let swap): concerns(swap.first) || concerns(swap.second)
      default: false
      }
    }
  }
}

extension [Difference] {
  /// Returns whether differences are the same in any order, except that the takes may be aligned differently within the
  /// tolerance.
  fileprivate func isSame(as other: Self) -> Bool {
    count == other.count && allSatisfy { one in other.contains { one.isSame(as: $0) } }
  }
}

extension Difference {
  fileprivate func isSame(as other: Difference) -> Bool {
    switch (self, other) {
    case (.note(let one), .note(let two)):
      return one.expected == two.expected && one.actual == two.actual
        && one.changes.count == two.changes.count
        && zip(one.changes, two.changes).allSatisfy { $0.isSame(as: $1) }
    case (.swapped(let one), .swapped(let two)):
      return Difference.note(one.first).isSame(as: .note(two.first))
        && Difference.note(one.second).isSame(as: .note(two.second))
    case (.value(let one), .value(let two)):
      return one.quantity == two.quantity && one.channel == two.channel && one.source == two.source
        && (one.start - two.start).magnitude <= PassageMutation.tolerances.onset
    case (.event(let one), .event(let two)):
      return one.expected?.change == two.expected?.change && one.actual?.change == two.actual?.change
    default: return self == other
    }
  }
}

extension NoteChange {
  fileprivate func isSame(as other: NoteChange) -> Bool {
    switch (self, other) {
    case (.early(let one), .early(let two)), (.late(let one), .late(let two)),
      (.tooLong(let one), .tooLong(let two)), (.tooShort(let one), .tooShort(let two)):
      (one - two).magnitude <= PassageMutation.tolerances.onset
    case (.heldTooLong(let one?), .heldTooLong(let two?)), (.heldTooShort(let one?), .heldTooShort(let two?)):
      (one - two).magnitude <= PassageMutation.tolerances.onset
    default: self == other
    }
  }
}
