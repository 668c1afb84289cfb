internal import MIDICore
package import MIDIRecSessions
internal import MIDIRecSound
internal import SystemPackage

/// The pending changes of a review, and the decisions so far.
package struct ReviewQueue {
  /// A decision about a change.
  private enum Decision: String {
    case accepted, rejected
  }

  /// The identity of a change's contents.
  private struct SeenContents {
    /// The pattern of the differences, or `nil` without differences.
    let pattern: AnyHashable?
    /// The digest of the pending file, or an empty text if it can't be read.
    let digest: String
    /// The digest of the accepted file, or an empty text without one.
    let acceptedDigest: String

    init(_ contents: PendingChange.Contents?) {
      pattern = contents?.pattern
      digest = ReviewQueue.digest(of: contents?.bytes)
      acceptedDigest = ReviewQueue.digest(of: contents?.acceptedBytes)
    }
  }

  /// The changes.
  package let changes: [PendingChange]
  /// The change to decide about, or `nil` after the last one.
  private(set) var current: Int?
  /// The decisions, by the index of the change.
  private var decisions: [Int: Decision] = [:]
  /// The contents that the user has seen, by the index of the change. Only these can be accepted.
  private var seen: [Int: SeenContents] = [:]
  /// The changes of each decision with their earlier files, latest last.
  private var history: [[(index: Int, files: ExpectationFile.Snapshot)]] = []

  /// Creates a queue without decisions.
  package init(_ changes: [PendingChange]) {
    self.changes = changes
    current = changes.isEmpty ? nil : 0
  }

  /// Whether there is a decision to undo.
  package var canUndo: Bool { !history.isEmpty }

  /// Whether every change is accepted.
  package var areAllAccepted: Bool {
    decisions.count == changes.count && decisions.values.allSatisfy { $0 == .accepted }
  }

  /// The number of changes without a decision.
  package var leftCount: Int { changes.count - decisions.count }

  /// The numbers of decisions in words, such as `3 accepted, 1 left for later`.
  package var summary: String {
    if changes.isEmpty { return "no pending results" }
    let decided = [Decision.accepted, .rejected].map { decision in
      (decisions.values.count { $0 == decision }, decision.rawValue)
    }
    let counts = decided + [(leftCount, "left for later")]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// The decisions, by line: `accepted pedals/soft, notes.expected.txt`.
  package var decisionLines: [String] {
    changes.enumerated().compactMap { index, change in
      decisions[index].map { "\($0.rawValue) \(change.session.name), \(change.file.name)" }
    }
  }

  /// Continues with the next change without a decision.
  package mutating func advance() {
    guard let index = current else { return }
    current = changes.indices[(index + 1)...].first { decisions[$0] == nil }
  }

  /// Returns to the previous change without a decision, if there is one.
  package mutating func goBack() {
    if let index = changes.indices[..<(current ?? changes.count)].last(where: { decisions[$0] == nil }) {
      current = index
    }
  }

  /// Continues with a change.
  ///
  /// - Parameter number: The number of the change, from 1.
  /// - Returns: The reason why it can't be decided, or `nil`.
  package mutating func go(to number: Int) -> String? {
    guard changes.indices.contains(number - 1) else { return "there are \(changes.count) results" }
    if let decision = decisions[number - 1] { return "result \(number) is already \(decision.rawValue)" }
    current = number - 1
    return nil
  }

  /// Notes the contents of a change that the user sees.
  package mutating func show(_ contents: PendingChange.Contents, at index: Int) {
    seen[index] = SeenContents(contents)
  }

  /// The digest of everything that the user has seen: the pending files, and the accepted ones that they replace.
  package var digest: String {
    let lines = changes.indices.map { index in
      "\(changes[index].file.name) \(seen[index]?.digest ?? "") \(seen[index]?.acceptedDigest ?? "")\n"
    }
    return SHA256.hexadecimalDigest(of: Array(lines.joined().utf8))
  }

  /// Returns the later changes without a decision whose differences have the pattern of the current one.
  ///
  /// - Parameter contentsOf: Reads a change, and is called once for each.
  package mutating func alike(_ contentsOf: (PendingChange) -> PendingChange.Contents?) -> [Int] {
    guard let current, let pattern = seen[current]?.pattern else { return [] }
    return changes.indices[(current + 1)...].filter { index in
      guard decisions[index] == nil else { return false }
      let other = seen[index] ?? SeenContents(contentsOf(changes[index]))
      seen[index] = other
      return other.pattern == pattern
    }
  }

  /// Accepts or rejects changes at once, and continues with the next one.
  ///
  /// - Throws: `SessionError` if a result to accept, or the one that it replaces, has changed since it was shown; or an
  ///   error of a file, before which the earlier changes are decided.
  package mutating func decide(_ indices: [Int], accepting isAccepted: Bool) throws {
    let before = try indices.map { (index: $0, files: try changes[$0].file.snapshot()) }
    if isAccepted { try requireSeen(before) }
    var done: [(index: Int, files: ExpectationFile.Snapshot)] = []
    defer { if !done.isEmpty { history.append(done) } }
    for (index, files) in before {
      let file = changes[index].file
      if isAccepted { try file.accept(ifStill: files.pending ?? []) } else { try file.reject() }
      decisions[index] = isAccepted ? .accepted : .rejected
      done.append((index, files))
    }
    advance()
  }

  /// Returns the digest of a file, or an empty text without one.
  private static func digest(of bytes: [UInt8]?) -> String {
    bytes.map { SHA256.hexadecimalDigest(of: $0) } ?? ""
  }

  /// Forgets contents that have changed since they were shown.
  ///
  /// - Throws: `SessionError` for the first one.
  private mutating func requireSeen(_ found: [(index: Int, files: ExpectationFile.Snapshot)]) throws {
    var changed: FilePath?
    for (index, files) in found {
      let file = changes[index].file
      let isPendingSeen = Self.digest(of: files.pending) == seen[index]?.digest
      if isPendingSeen, Self.digest(of: files.accepted) == seen[index]?.acceptedDigest { continue }
      changed = changed ?? (isPendingSeen ? file.acceptedPath : file.pendingPath)
      seen[index] = nil
    }
    if let changed { throw SessionError.changed(changed) }
  }

  /// Restores the files of the last decision, and continues with its first change.
  ///
  /// - Throws: `CommandFailure` if a file has changed since the decision, which then can't be undone.
  package mutating func undo() throws {
    guard let last = history.popLast() else { return }
    for (index, files) in last {
      let wanted = decisions[index] == .accepted ? files.pending : files.accepted
      let found = try changes[index].file.snapshot()
      guard found.pending == nil, found.accepted == wanted else {
        let name = "\(changes[index].session.name), \(changes[index].file.name)".printable
        throw CommandFailure(.inputOutput, "\(name): has changed since the decision, which stays")
      }
    }
    for (index, files) in last {
      try changes[index].file.restore(files)
      decisions[index] = nil
    }
    current = last.first?.index ?? current
  }
}
