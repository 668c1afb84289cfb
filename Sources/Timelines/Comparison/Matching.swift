internal import MIDICore

/// Pairs what was expected with what came, by time, among things that are alike.
struct Matching<Key: Hashable> {
  /// Something expected or actual: what makes it alike to others, and when it was.
  struct Item {
    var key: Key
    var time: Nanoseconds
  }

  /// The pairs, as indices of the two lists.
  private(set) var pairs: [(expected: Int, actual: Int)] = []
  /// The indices of what was expected and has no partner, ascending.
  private(set) var unmatchedExpected: [Int] = []
  /// The indices of what came and has no partner, ascending.
  private(set) var unmatchedActual: [Int] = []

  /// Pairs items with equal keys whose times differ by at most `tolerance`. No pairing with equal tolerance has
  /// more pairs: among items in order of time, taking each one's first possible partner blocks no other.
  ///
  /// - Parameters:
  ///   - expected: In order of time.
  ///   - actual: In order of time.
  ///   - shift: What is subtracted from the actual times.
  /// - Complexity: O(*n*) in the number of items.
  init(expected: [Item], actual: [Item], shift: Nanoseconds, tolerance: Nanoseconds) {
    var waiting: [Key: [Int]] = [:]
    for (index, item) in actual.enumerated() { waiting[item.key, default: []].append(index) }
    var next: [Key: Int] = [:]
    var isMatched = [Bool](repeating: false, count: actual.count)

    for (index, item) in expected.enumerated() {
      let candidates = waiting[item.key] ?? []
      var position = next[item.key] ?? 0
      while position < candidates.count,
        actual[candidates[position]].time - shift < item.time - tolerance
      {
        position += 1
      }
      if position < candidates.count, actual[candidates[position]].time - shift <= item.time + tolerance {
        pairs.append((index, candidates[position]))
        isMatched[candidates[position]] = true
        position += 1
      } else {
        unmatchedExpected.append(index)
      }
      next[item.key] = position
    }
    unmatchedActual = isMatched.indices.filter { !isMatched[$0] }
  }
}
