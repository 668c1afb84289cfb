internal import Sessions

/// The pending changes of a review, and the decisions so far.
struct ReviewQueue {
  /// A decision about a change.
  enum Decision {
    case accept, reject
  }

  /// The changes.
  let changes: [PendingChange]
  /// The next change to ask about, or `nil` at the end.
  private(set) var next: Int?
  private var decisions: [Int: Decision] = [:]
  /// The known patterns, each `nil` if nothing differs.
  private var patterns: [Int: DifferencePattern?] = [:]
  /// The changes of each decision with their earlier files, latest last.
  private var history: [[(index: Int, files: ExpectationFile.Snapshot)]] = []

  /// Creates a queue without decisions.
  init(_ changes: [PendingChange]) {
    self.changes = changes
    next = changes.isEmpty ? nil : 0
  }

  /// Whether there is a decision to undo.
  var canUndo: Bool { !history.isEmpty }

  /// The number of changes without a decision.
  var leftCount: Int { changes.count - decisions.count }

  /// The numbers of decisions in words.
  var summary: String {
    if changes.isEmpty { return "no pending results" }
    let counts = [
      (decisions.values.count { $0 == .accept }, "accepted"),
      (decisions.values.count { $0 == .reject }, "rejected"),
      (leftCount, "left for later"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Continues with the next change that isn't decided.
  mutating func pass() {
    guard let current = next else { return }
    next = changes.indices[(current + 1)...].first { decisions[$0] == nil }
  }

  /// Returns the later changes without a decision whose differences have a pattern.
  ///
  /// - Parameter patternOf: Returns the pattern of a change, and is called once for each.
  mutating func alike(
    _ pattern: DifferencePattern?, patternOf: (PendingChange) -> DifferencePattern?
  ) -> [Int] {
    guard let pattern, let next else { return [] }
    return changes.indices[next...].filter { index in
      guard decisions[index] == nil else { return false }
      let other = patterns[index] ?? patternOf(changes[index])
      patterns[index] = .some(other)
      return other == pattern
    }
  }

  /// Applies a decision to changes at once.
  mutating func decide(_ indices: [Int], _ decision: Decision) throws {
    let before = try indices.map { (index: $0, files: try changes[$0].file.snapshot()) }
    history.append([])
    for (index, files) in before {
      switch decision {
      case .accept: try changes[index].file.accept()
      case .reject: try changes[index].file.reject()
      }
      decisions[index] = decision
      history[history.count - 1].append((index, files))
    }
    if let current = next, decisions[current] != nil { pass() }
  }

  /// Restores the files of the last decision, and continues with its first change.
  ///
  /// - Parameter index: The change to return to if there is no decision.
  /// - Returns: `false` if there is no decision.
  mutating func undo(at index: Int) throws -> Bool {
    guard let last = history.popLast() else {
      next = index
      return false
    }
    for (index, files) in last {
      try changes[index].file.restore(files)
      decisions[index] = nil
    }
    next = last.first?.index ?? index
    return true
  }
}
