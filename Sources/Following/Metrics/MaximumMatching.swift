/// A maximum pairing of notes in mir_eval's order: the algorithm of Hopcroft and Karp (1973), started from a greedy
/// pairing.
///
/// The order of notes and neighbors determines which of several maximum pairings is found, and the average overlap
/// depends on that pairing.
///
/// Each component of the graph is processed separately without changing the result. A round lengthens paths only in
/// components whose shortest paths are the shortest of all. The other components stay unchanged until their turn, and
/// the order within a component is always the same.
struct MaximumMatching {
  /// The absence of a note in all lists below.
  private static let none: Int32 = -1
  /// The start of a path, before a note without a partner.
  private static let begin: Int32 = -2

  private let graph: BipartiteGraph
  /// The partner of each expected note.
  private var partners: [Int32]
  /// For each actual note in the layers, the expected note before it, or the start of a path.
  private var before: [Int32]
  /// For each expected note in the layers, the first and last link to the actual notes before it.
  private var firstLink: [Int32]
  private var lastLink: [Int32]
  private var links: [(actual: Int32, next: Int32)] = []
  /// The layer of each expected note, counted over all rounds, or 0 if it is in no layer.
  private var layers: [Int]
  private var layer = 0

  /// Returns the partner of each expected note, or a negative number if it has none.
  ///
  /// - Complexity: O(*e* √*w*), where *e* is the number of edges, and *w* the number of notes in the largest component.
  static func partners(in graph: BipartiteGraph) -> [Int32] {
    var matching = MaximumMatching(graph)
    for component in graph.components(of: matching.pairGreedily()) { matching.match(component) }
    return matching.partners
  }

  private init(_ graph: BipartiteGraph) {
    self.graph = graph
    partners = [Int32](repeating: Self.none, count: graph.expectedCount)
    before = [Int32](repeating: Self.none, count: graph.actualCount)
    firstLink = partners
    lastLink = partners
    layers = [Int](repeating: 0, count: graph.expectedCount)
  }

  /// Pairs each actual note with its first free neighbor, and returns the notes that find none.
  private mutating func pairGreedily() -> [Int32] {
    graph.actual.filter { actual in
      let free = graph.neighbors(of: actual).first { partners[Int($0)] == Self.none }
      if let free { partners[Int(free)] = actual }
      return free == nil
    }
  }

  /// Lengthens the paths of a component until no note can find a partner.
  private mutating func match(_ component: [Int32]) {
    while true {
      let ends = layOut(component)
      guard !ends.isEmpty else { return }
      for end in ends { lengthen(to: end) }
    }
  }

  /// Arranges the notes in layers by their distance from an actual note without a partner, up to the first layer with
  /// expected notes without a partner.
  ///
  /// - Returns: These expected notes.
  private mutating func layOut(_ component: [Int32]) -> [Int32] {
    for actual in component { before[Int(actual)] = Self.begin }
    for actual in component {
      for expected in graph.neighbors(of: actual) {
        firstLink[Int(expected)] = Self.none
        layers[Int(expected)] = 0
        if partners[Int(expected)] >= 0 { before[Int(partners[Int(expected)])] = Self.none }
      }
    }
    links.removeAll(keepingCapacity: true)
    var current = component.filter { before[Int($0)] == Self.begin }
    var ends: [Int32] = []
    while !current.isEmpty, ends.isEmpty {
      layer += 1
      let reached = reach(from: current)
      current = []
      for expected in reached {
        let partner = partners[Int(expected)]
        if partner >= 0 {
          current.append(partner)
          before[Int(partner)] = expected
        } else {
          ends.append(expected)
        }
      }
    }
    return ends
  }

  /// Adds all neighbors that are in no earlier layer to this layer.
  private mutating func reach(from current: [Int32]) -> [Int32] {
    var reached: [Int32] = []
    for actual in current {
      for expected in graph.neighbors(of: actual) {
        let index = Int(expected)
        guard layers[index] == 0 || layers[index] == layer else { continue }
        let link = Int32(links.count)
        links.append((actual, Self.none))
        if layers[index] == 0 {
          layers[index] = layer
          firstLink[index] = link
          reached.append(expected)
        } else {
          links[Int(lastLink[index])].next = link
        }
        lastLink[index] = link
      }
    }
    return reached
  }

  /// Searches a path back to a note without a partner, and exchanges the pairs along it. Each note is used once per
  /// round. The search isn't recursive, because a path may be as long as the take.
  private mutating func lengthen(to end: Int32) {
    var path: [(expected: Int32, link: Int32)] = []
    func takeOut(_ expected: Int32) -> Int32 {
      defer { firstLink[Int(expected)] = Self.none }
      return firstLink[Int(expected)]
    }
    path.append((end, takeOut(end)))
    while let (_, link) = path.last {
      guard link >= 0 else {
        path.removeLast()
        // The link to this note was unsuccessful.
        if let last = path.last { path[path.count - 1].link = links[Int(last.link)].next }
        continue
      }
      let actual = links[Int(link)].actual
      let previous = before[Int(actual)]
      before[Int(actual)] = Self.none
      if previous == Self.begin {
        for step in path { partners[Int(step.expected)] = links[Int(step.link)].actual }
        return
      }
      if previous >= 0, firstLink[Int(previous)] >= 0 {
        path.append((previous, takeOut(previous)))
      } else {
        path[path.count - 1].link = links[Int(link)].next
      }
    }
  }
}
