/// The possible pairs of expected and actual notes.
struct BipartiteGraph {
  /// The number of expected notes.
  let expectedCount: Int
  /// The number of actual notes.
  let actualCount: Int
  /// The actual notes that have neighbors, in mir_eval's order: by the first expected neighbor, then by index.
  private(set) var actual: [Int32] = []
  /// The expected neighbors of all actual notes, concatenated, ascending for each note.
  private var neighbors: [Int32]
  /// The start of each actual note's neighbors, and the end of the last.
  private var starts: [Int32]

  /// Creates a graph.
  ///
  /// - Parameter pairs: The possible pairs, ordered by the expected note, then by the actual one.
  /// - Complexity: O(*n* + *e*), where *n* is the number of notes, and *e* the number of pairs.
  init(_ pairs: [PossiblePair], expectedCount: Int, actualCount: Int) {
    self.expectedCount = expectedCount
    self.actualCount = actualCount
    starts = [Int32](repeating: 0, count: actualCount + 1)
    for pair in pairs {
      let next = Int(pair.actual) + 1
      if starts[next] == 0 { actual.append(pair.actual) }
      starts[next] += 1
    }
    for note in 0..<actualCount { starts[note + 1] += starts[note] }
    neighbors = [Int32](repeating: 0, count: pairs.count)
    var next = starts
    for pair in pairs {
      neighbors[Int(next[Int(pair.actual)])] = pair.expected
      next[Int(pair.actual)] += 1
    }
  }

  /// Returns the ascending expected neighbors of an actual note.
  func neighbors(of actual: Int32) -> ArraySlice<Int32> {
    neighbors[Int(starts[Int(actual)])..<Int(starts[Int(actual) + 1])]
  }

  /// Returns the groups of actual notes that share neighbors, directly or indirectly, with some of the notes. Each group
  /// keeps the order.
  ///
  /// - Complexity: O(*n* + *e*) in practice, because the union-find halves its paths.
  func components(of some: [Int32]) -> [[Int32]] {
    guard !some.isEmpty else { return [] }
    var sets = DisjointSets(count: expectedCount)
    for note in actual {
      let neighbors = neighbors(of: note)
      guard let first = neighbors.first else { continue }
      let target = sets.root(Int(first))
      for other in neighbors.dropFirst() { sets.attach(Int(other), to: target) }
    }
    func root(_ note: Int32) -> Int? { neighbors(of: note).first.map { sets.root(Int($0)) } }
    var numbers = [Int32](repeating: -1, count: expectedCount)
    var components: [[Int32]] = []
    for note in some {
      guard let root = root(note), numbers[root] < 0 else { continue }
      numbers[root] = Int32(components.count)
      components.append([])
    }
    for note in actual {
      if let root = root(note), numbers[root] >= 0 { components[Int(numbers[root])].append(note) }
    }
    return components
  }
}
