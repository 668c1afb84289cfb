package import Sessions

/// What a run of sessions has found, or one part of a run that several machines share: enough to make all its reports of.
package struct RunReport: Sendable {
  /// Which part of a run it is: the whole is 1 of 1.
  package var part: Shard
  /// What became of the sessions, in order of their names.
  package var outcomes: [SessionOutcome]
  /// How many sessions were run.
  package var sessionCount: Int
  /// How many sessions were not run, because the run was stopped.
  package var notRunCount: Int
  /// Whether it was stopped from outside.
  package var isInterrupted: Bool
  /// The exit code of the first folder that couldn't be searched; nothing where all could be.
  package var searchCode: Int32?
  /// The exit code of the first pending file that couldn't be written; nothing where all could be.
  package var writeCode: Int32?

  /// Makes one of its parts.
  package init(
    part: Shard = .whole, outcomes: [SessionOutcome], sessionCount: Int, notRunCount: Int = 0,
    isInterrupted: Bool = false, searchCode: Int32? = nil, writeCode: Int32? = nil
  ) {
    self.part = part
    self.outcomes = Self.inOrder(outcomes)
    self.sessionCount = sessionCount
    self.notRunCount = notRunCount
    self.isInterrupted = isInterrupted
    self.searchCode = searchCode
    self.writeCode = writeCode
  }

  /// The code with which a run ends that has found this: that of the first thing that couldn't be searched, run or written;
  /// else 1 where something isn't as expected.
  package var exitCode: Int32 {
    let isPassed = outcomes.allSatisfy { $0.kind == .passed }
    return searchCode ?? outcomes.lazy.compactMap(\.code).first ?? writeCode ?? (isPassed ? 0 : 1)
  }

  /// In the order of the bytes of their names, the same in every locale; those of one name stay as they are.
  private static func inOrder(_ outcomes: [SessionOutcome]) -> [SessionOutcome] {
    outcomes.enumerated().sorted { first, second in
      let (name, other) = (first.element.session.utf8, second.element.session.utf8)
      return name.elementsEqual(other)
        ? first.offset < second.offset : name.lexicographicallyPrecedes(other)
    }.map(\.element)
  }
}

extension RunReport {
  /// Why parts are not those of one run: one line that names files.
  package struct MergeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line.
    package let description: String
  }

  /// Puts the parts of one run together: what the run would have found as a whole.
  ///
  /// - Parameter parts: All parts, in any order, each with the name of its file; at least one.
  /// - Throws: Where parts are missing, there twice, or of different numbers of parts.
  package init(merging parts: [(name: String, report: RunReport)]) throws(MergeError) {
    guard let first = parts.first else { throw MergeError(description: "there are no parts") }
    let count = first.report.part.count
    var byNumber: [Int: (name: String, report: RunReport)] = [:]
    for part in parts {
      guard part.report.part.count == count else {
        let texts = [first, part].map { "\($0.name) is part \($0.report.part)" }
        throw MergeError(description: "the parts are not of one run: \(texts.joined(separator: ", "))")
      }
      if let other = byNumber.updateValue(part, forKey: part.report.part.number) {
        throw MergeError(
          description: "part \(part.report.part) is there twice: \(other.name) and \(part.name)")
      }
    }
    let missing = (1...count).filter { byNumber[$0] == nil }
    guard missing.isEmpty else {
      let list = missing.prefix(10).map { "\($0)/\(count)" } + (missing.count > 10 ? ["…"] : [])
      throw MergeError(
        description: missing.count == 1
          ? "part \(list[0]) is missing" : "parts \(list.joined(separator: ", ")) are missing")
    }
    let reports = (1...count).compactMap { byNumber[$0]?.report }
    self.init(
      outcomes: reports.flatMap(\.outcomes), sessionCount: reports.map(\.sessionCount).reduce(0, +),
      notRunCount: reports.map(\.notRunCount).reduce(0, +),
      isInterrupted: reports.contains(where: \.isInterrupted),
      searchCode: reports.lazy.compactMap(\.searchCode).first,
      writeCode: reports.lazy.compactMap(\.writeCode).first)
  }
}
