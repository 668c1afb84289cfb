/// The results of a run of sessions, or of one part of a run that several machines share. All reports are derived from
/// it.
package struct RunReport: Sendable {
  /// The part of the run. A whole run is part 1 of 1.
  package var part: Shard
  /// When and how the sessions ran, or `nil` if it is unknown.
  package var invocation: RunInvocation?
  /// The outcomes, in order of the sessions' names.
  package var outcomes: [SessionOutcome]
  /// The storms of a soak, for each subject.
  package var soaks: [SoakSummary] = []
  /// The number of sessions that ran.
  package var sessionCount: Int
  /// The number of sessions that didn't run, because the run was stopped.
  package var notRunCount: Int
  /// Whether the run was stopped from outside.
  package var isInterrupted: Bool
  /// The exit code of the first folder that couldn't be searched, or `nil`.
  package var searchCode: Int32?
  /// The exit code of the first pending file that couldn't be written, or `nil`.
  package var writeCode: Int32?

  package init(
    part: Shard = .whole, invocation: RunInvocation? = nil, outcomes: [SessionOutcome], sessionCount: Int,
    notRunCount: Int = 0, isInterrupted: Bool = false, searchCode: Int32? = nil, writeCode: Int32? = nil
  ) {
    self.part = part
    self.invocation = invocation
    self.outcomes = Self.inOrder(outcomes)
    self.sessionCount = sessionCount
    self.notRunCount = notRunCount
    self.isInterrupted = isInterrupted
    self.searchCode = searchCode
    self.writeCode = writeCode
  }

  /// Adds outcomes of sessions that didn't run.
  package mutating func add(_ others: [SessionOutcome]) { outcomes = Self.inOrder(outcomes + others) }

  /// Whether no session was to run. Only a part of a run may be empty.
  package var isEmpty: Bool { outcomes.isEmpty && notRunCount == 0 }

  /// The exit code of the run: the code of the first search, session, or write that failed, otherwise 1 if a result
  /// isn't as expected or a session didn't run.
  package var exitCode: Int32 {
    let isPassed = notRunCount == 0 && outcomes.allSatisfy { $0.status == .passed }
    return searchCode ?? outcomes.lazy.compactMap(\.code).first ?? writeCode ?? (isPassed ? 0 : 1)
  }

  /// Returns outcomes in byte order of their names, which doesn't depend on the locale. Equal names keep their order.
  private static func inOrder(_ outcomes: [SessionOutcome]) -> [SessionOutcome] {
    // `sorted` is stable.
    outcomes.sorted { $0.session.precedesBytewise($1.session) }
  }
}

extension RunReport {
  /// Merges the parts of one run to the report of the whole run.
  ///
  /// - Parameter parts: All parts in any order, at least one, each with the name of its file.
  /// - Throws: ``SessionError`` without a path if parts are missing or duplicate, or belong to different numbers of parts.
  package init(merging parts: [(name: String, report: RunReport)]) throws(SessionError) {
    guard let first = parts.first else { throw SessionError("no parts to merge") }
    let count = first.report.part.count
    var byNumber: [Int: (name: String, report: RunReport)] = [:]
    for part in parts {
      guard part.report.part.count == count else {
        let texts = [first, part].map { "\($0.name) is part \($0.report.part)" }
        throw SessionError("the parts are from different runs: \(texts.joined(separator: ", "))")
      }
      if let other = byNumber.updateValue(part, forKey: part.report.part.number) {
        throw SessionError(
          "part \(part.report.part) is duplicated: \(other.name) and \(part.name)")
      }
    }
    let missing = (1...count).filter { byNumber[$0] == nil }
    guard missing.isEmpty else {
      let list = missing.prefix(10).map { "\($0)/\(count)" } + (missing.count > 10 ? ["…"] : [])
      throw SessionError(
        missing.count == 1
          ? "part \(list[0]) is missing" : "parts \(list.joined(separator: ", ")) are missing")
    }
    let reports = (1...count).compactMap { byNumber[$0]?.report }
    self.init(
      invocation: .merging(reports.compactMap(\.invocation)), outcomes: reports.flatMap(\.outcomes),
      sessionCount: reports.map(\.sessionCount).reduce(0, +),
      notRunCount: reports.map(\.notRunCount).reduce(0, +),
      isInterrupted: reports.contains(where: \.isInterrupted),
      searchCode: reports.lazy.compactMap(\.searchCode).first,
      writeCode: reports.lazy.compactMap(\.writeCode).first)
  }
}
