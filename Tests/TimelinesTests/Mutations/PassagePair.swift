import MIDICore

@testable import Timelines

/// A piece with two changed passages, between which some bars stay as they are.
struct PassagePair {
  /// The kind of a change.
  enum Kind: CaseIterable {
    case slower, faster, drifting, late, cut, inserted, higher, missing, softer

    /// Whether the kind is another tempo.
    var isTempo: Bool { self == .slower || self == .faster || self == .drifting }
  }

  /// The minimum number of bars of a piece.
  static let minBarCount = 12

  let expected: Performance
  let actual: Performance
  let beats: BeatGrid?
  /// The changes in order of time.
  let changes: [PassageChange]

  /// Changes two passages of a piece: a sixth of its bars each.
  init(_ piece: PassagePiece, _ first: Kind, _ second: Kind) {
    let length = max(piece.barCount / 6, 2)
    changes = [(first, length), (second, 3 * length)].map { kind, bar in
      kind.change(from: piece.barLines[bar], to: piece.barLines[bar + length])
    }
    expected = piece.performance
    beats = piece.beats
    actual = expected.applying(changes, beats: beats).performance
  }

  /// The comparison with the tolerances of all generated pieces.
  var comparison: Comparison {
    Comparison(expected: expected, actual: actual, options: PassageJudgment.options(beats))
  }

  /// The changes of a comparison that differ from those of the piece, and the differences that are left.
  func faults(of comparison: Comparison) -> [String] {
    let found = comparison.passages.filter { one in !changes.contains { one.isNearly($0) } }
    let missed = changes.filter { one in !comparison.passages.contains { one.isNearly($0) } }
    return found.map { "found \($0.effect) at \($0.passage.start)" }
      + missed.map { "missed \($0.effect) at \($0.passage.start)" }
      + (comparison.rest.isEmpty ? [] : ["\(comparison.rest.count) more differences"])
  }
}

extension PassagePair.Kind {
  fileprivate func change(from start: Nanoseconds, to end: Nanoseconds) -> PassageChange {
    let passage = Passage(start: start, end: end)
    let length = end - start
    switch self {
    case .slower: return PassageChange(.stretched(byBillionths: 100_000_000), of: passage)
    case .faster: return PassageChange(.stretched(byBillionths: -100_000_000), of: passage)
    case .drifting:
      // The length of a beat grows evenly by a fifth.
      let effect = PassageEffect.drifted(
        fromBillionths: 0, toBillionths: 200_000_000, by: Nanoseconds(rawValue: length.rawValue / 10))
      return PassageChange(effect, of: passage)
    case .late: return PassageChange(.late(by: .milliseconds(40)), of: passage)
    case .cut: return PassageChange(.cut(), of: passage)
    case .inserted: return PassageChange(.delayed(by: length), of: Passage(start: start))
    case .higher: return PassageChange(.transposed(bySemitones: 2), of: passage)
    case .missing: return PassageChange(.missing, of: passage)
    case .softer: return PassageChange(.velocitiesShifted(by: -20), of: passage)
    }
  }
}

extension PassageChange {
  /// Returns whether a change is another one, except for differences that are within the tolerances.
  fileprivate func isNearly(_ other: PassageChange) -> Bool {
    guard passage == other.passage else { return false }
    func isNear(_ one: Int64, _ two: Int64, _ limit: Int64) -> Bool { abs(one - two) <= limit }
    switch (effect, other.effect) {
    case (.stretched(let one), .stretched(let two)): return isNear(one, two, 1_000_000)
    case (.drifted(let one, let two, let delay), .drifted(let three, let four, let otherDelay)):
      return isNear(one, three, 10_000_000) && isNear(two, four, 10_000_000)
        && delay.distance(to: otherDelay) <= .milliseconds(5)
    case (.late(let one), .late(let two)), (.delayed(let one), .delayed(let two)):
      return one.distance(to: two) <= .milliseconds(2)
    default: return effect == other.effect
    }
  }
}
