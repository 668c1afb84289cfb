internal import MIDICore

/// The sources of both takes, numbered so that sources with the same number belong together.
///
/// Several sources can have one number, as the tracks of a file and the only track of its conversion to format 0.
struct SourcePairing: Hashable {
  /// The number of each expected source.
  private(set) var expected: [Int]
  /// The number of each actual source.
  private(set) var actual: [Int]

  /// Pairs sources by name if all names of one take occur in the other, otherwise by position if both takes have equally
  /// many. Otherwise all sources have one number.
  init(names expected: [String], _ actual: [String]) {
    let (expectedNames, actualNames) = (Set(expected), Set(actual))
    let areDistinct = expectedNames.count == expected.count && actualNames.count == actual.count
    if areDistinct, expectedNames.isSubset(of: actualNames) || actualNames.isSubset(of: expectedNames) {
      var numbers: [String: Int] = [:]
      for name in expected + actual where numbers[name] == nil { numbers[name] = numbers.count }
      self.expected = expected.map { numbers[$0, default: 0] }
      self.actual = actual.map { numbers[$0, default: 0] }
    } else if expected.count == actual.count {
      self.expected = Array(expected.indices)
      self.actual = self.expected
    } else {
      self = SourcePairing(ofOne: expected.count, actual.count)
    }
  }

  /// Assigns the same number to all sources.
  init(ofOne expectedCount: Int, _ actualCount: Int) {
    expected = [Int](repeating: 0, count: expectedCount)
    actual = [Int](repeating: 0, count: actualCount)
  }

  /// Pairs sources by their content: by notes, and sources without notes by values and events. Equal content is paired by
  /// name, then by position. A pair that explains less than half of both sources is dropped.
  ///
  /// If both takes have equally many sources, each belongs to at most one.
  ///
  /// - Parameters:
  ///   - expected: The expected performance with the changes of the whole take.
  ///   - alignment: The alignment of the actual take.
  ///   - keys: Keys with one number for all sources.
  /// - Returns: `nil` if no pair explains anything.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and events.
  init?(
    contentOf expected: Performance, _ actual: Performance, alignment: TakeAlignment, keys: ComparisonKeys,
    tolerance: Nanoseconds
  ) {
    let counts = (expected.sources.count, actual.sources.count)
    var links = Links(expected.sources, actual.sources)
    let items = (
      keys.expected.items(of: expected.notes), keys.actual.items(of: actual.notes).aligned(alignment)
    )
    links.add(
      CommonContent(
        (items.0, expected.notes.map(\.source)), (items.1, actual.notes.map(\.source)), sourceCounts: counts,
        tolerance: tolerance
      ) {
        expected.notes[$0].isEqual(to: actual.notes[$1], tolerance)
      })
    if links.areMissing {
      let landmarks = keys.landmarks(expected: expected, actual: actual)
      let content = CommonContent(
        (landmarks.expected, expected.landmarkSources),
        (landmarks.actual.aligned(alignment), actual.landmarkSources), sourceCounts: counts,
        tolerance: tolerance)
      links.addSourcesWithoutNotes(
        content, Set(expected.notes.lazy.map(\.source)), Set(actual.notes.lazy.map(\.source)))
    }
    guard !links.isEmpty else { return nil }
    links.addNames()
    (self.expected, self.actual) = links.numbers()
  }

  /// Returns the expected sources that are paired with the name of a different expected source, although their own name
  /// occurs in the actual take, and these names. Empty names and names of several sources aren't evidence.
  func exchangedSources(_ names: [String], _ actualNames: [String]) -> [(source: Int, name: String)] {
    func places(_ names: [String]) -> [String: Int] {
      var places: [String: Int?] = [:]
      for (place, name) in names.enumerated() where !name.isEmpty {
        places[name] = places[name] == nil ? place : .some(nil)
      }
      return places.compactMapValues { $0 }
    }
    let (own, others) = (places(names), places(actualNames))
    return own.ordered(by: \.value).compactMap { name, source in
      guard let other = others[name], actual[other] != expected[source],
        let place = actual.firstIndex(of: expected[source]), own[actualNames[place]] != nil,
        others[actualNames[place]] != nil
      else { return nil }
      return (source, actualNames[place])
    }
  }

  /// Returns the pairing with an expected source more, which copies the content of another one and has a name of an
  /// actual source.
  func adding(_ name: String, of names: [String]) -> SourcePairing {
    var pairing = self
    let known = Set(expected)
    let index = names.indices.first { names[$0] == name && !known.contains(actual[$0]) }
    pairing.expected.append((index ?? names.firstIndex(of: name)).map { actual[$0] } ?? -1)
    return pairing
  }
}

extension Note {
  /// Returns whether a note has the same velocity, and the same length within a tolerance.
  func isEqual(to other: Note, _ tolerance: Nanoseconds) -> Bool {
    guard velocity == other.velocity else { return false }
    guard let duration, let otherDuration = other.duration else {
      return offset == nil && other.offset == nil
    }
    return duration.distance(to: otherDuration) <= tolerance
  }
}

extension Performance {
  /// The sources of the steps and events, in the order of ``ComparisonKeys/landmarks(expected:actual:)``.
  fileprivate var landmarkSources: [Int] {
    curves.flatMap { curve in curve.steps.map { _ in curve.source } } + events.map(\.source)
  }
}

/// The numbers of equal items that each expected source has in common with each actual one.
private struct CommonContent {
  typealias Items = (items: [Matching<Int>.Item], sources: [Int])

  /// The maximum number of actual items that are compared with an expected one.
  private static let crowd = 16

  /// For each pair with common items, their number, and the number of expected items that have an equal one.
  private(set) var counts: [SourceLink: (common: Int, equal: Int)] = [:]
  /// The number of items of each source.
  let totals: (expected: [Int], actual: [Int])

  init(
    _ expected: Items, _ actual: Items, sourceCounts: (Int, Int), tolerance: Nanoseconds,
    isEqual: (Int, Int) -> Bool = { _, _ in true }
  ) {
    func totals(_ items: Items, _ count: Int) -> [Int] {
      var totals = [Int](repeating: 0, count: count)
      for source in items.sources where totals.indices ~= source { totals[source] += 1 }
      return totals
    }
    self.totals = (totals(expected, sourceCounts.0), totals(actual, sourceCounts.1))
    func inOrder(_ items: [Matching<Int>.Item]) -> [Int] {
      items.indices.sorted { (items[$0].key, items[$0].time, $0) < (items[$1].key, items[$1].time, $1) }
    }
    let (order, others) = (inOrder(expected.items), inOrder(actual.items))
    var first = 0
    var found: [Int: Bool] = [:]
    for index in order {
      let item = expected.items[index]
      let (low, high) = (item.time.subtracting(tolerance), item.time.adding(tolerance))
      while first < others.count {
        let other = actual.items[others[first]]
        guard (other.key, other.time) < (item.key, low) else { break }
        first += 1
      }
      found.removeAll(keepingCapacity: true)
      for place in first..<min(first + Self.crowd, others.count) {
        let other = actual.items[others[place]]
        guard other.key == item.key, other.time <= high else { break }
        let source = actual.sources[others[place]]
        guard found[source] != true else { continue }
        let (isNew, isEqual) = (found[source] == nil, isEqual(index, others[place]))
        found[source] = isEqual
        let link = SourceLink(expected: expected.sources[index], actual: source)
        if isNew { counts[link, default: (0, 0)].common += 1 }
        if isEqual { counts[link]?.equal += 1 }
      }
    }
  }
}

/// An expected and an actual source that belong together.
private struct SourceLink: Hashable {
  var expected: Int
  var actual: Int
}

/// The links between the sources of two takes.
private struct Links {
  private let names: (expected: [String], actual: [String])
  /// Whether each source belongs to at most one other.
  private let isOneToOne: Bool
  private var isLinked: (expected: [Bool], actual: [Bool])
  private var sets: DisjointSets
  /// Whether there is no link.
  private(set) var isEmpty = true

  init(_ expected: [String], _ actual: [String]) {
    names = (expected, actual)
    isOneToOne = expected.count == actual.count
    isLinked = (expected.map { _ in false }, actual.map { _ in false })
    sets = DisjointSets(count: expected.count + actual.count)
  }

  /// Whether a source has no link.
  var areMissing: Bool { isLinked.expected.contains(false) || isLinked.actual.contains(false) }

  private mutating func add(_ link: SourceLink) {
    isEmpty = false
    isLinked.expected[link.expected] = true
    isLinked.actual[link.actual] = true
    let (root, other) = (sets.root(link.expected), sets.root(names.expected.count + link.actual))
    if root != other { sets.attach(root, to: other) }
  }

  private func isPossible(_ link: SourceLink) -> Bool {
    !isOneToOne || !isLinked.expected[link.expected] && !isLinked.actual[link.actual]
  }

  /// Adds the pairs with most common notes first, as long as they explain half of a source. A note is explained once.
  mutating func add(_ content: CommonContent) {
    var (left, leftActual) = content.totals
    for (link, count) in sorted(content) where isPossible(link) {
      let explained = min(count, left[link.expected], leftActual[link.actual])
      let total = min(content.totals.expected[link.expected], content.totals.actual[link.actual])
      guard explained > 0, explained * 2 >= total else { continue }
      left[link.expected] -= explained
      leftActual[link.actual] -= explained
      add(link)
    }
  }

  /// Adds each source without notes to the source that has most of its values and events.
  mutating func addSourcesWithoutNotes(_ content: CommonContent, _ played: Set<Int>, _ playedActual: Set<Int>)
  {
    for (link, count) in sorted(content) where isPossible(link) {
      let isOpen = !isLinked.expected[link.expected] && !played.contains(link.expected)
      let isOpenActual = !isLinked.actual[link.actual] && !playedActual.contains(link.actual)
      // A merged source has most of each of several sources, and each of them has a small part of it.
      if isOpen && count * 2 >= content.totals.expected[link.expected]
        || isOpenActual && count * 2 >= content.totals.actual[link.actual]
      {
        add(link)
      }
    }
  }

  /// Adds the sources with one name whose content differs.
  mutating func addNames() {
    var others: [String: [Int]] = [:]
    for source in names.actual.indices.reversed() where !isLinked.actual[source] {
      others[names.actual[source], default: []].append(source)
    }
    for source in names.expected.indices where !isLinked.expected[source] {
      guard let other = others[names.expected[source]]?.popLast() else { continue }
      add(SourceLink(expected: source, actual: other))
    }
  }

  /// Returns the pairs with most common items first, then those with most equal items; of equal pairs, equal names come
  /// first, then equal positions.
  private func sorted(_ content: CommonContent) -> [(SourceLink, Int)] {
    func rank(_ link: SourceLink, _ count: (common: Int, equal: Int)) -> (Int, Int, Int, Int, Int, Int) {
      let hasName = names.expected[link.expected] == names.actual[link.actual]
      return (
        -count.common, -count.equal, hasName ? 0 : 1, abs(link.expected - link.actual), link.expected,
        link.actual
      )
    }
    return content.counts.sorted { rank($0.key, $0.value) < rank($1.key, $1.value) }
      .map { ($0.key, $0.value.common) }
  }

  /// Returns the numbers of all sources, from 0. Linked sources have the same number.
  mutating func numbers() -> (expected: [Int], actual: [Int]) {
    var numbers: [Int: Int] = [:]
    var all: [Int] = []
    for source in 0..<names.expected.count + names.actual.count {
      let root = sets.root(source)
      let number = numbers[root] ?? numbers.count
      numbers[root] = number
      all.append(number)
    }
    return (Array(all.prefix(names.expected.count)), Array(all.dropFirst(names.expected.count)))
  }
}
