package import Instruments
package import MIDICore
internal import SystemPackage

/// The outcome of one part of a subject, or of a session that couldn't run.
package struct SessionOutcome: Sendable {
  /// The verdict on a part.
  package enum Verdict: Sendable {
    /// The result matches within the tolerances.
    case passed
    /// The result differs.
    case different(any PartJudgment)
    /// No result is accepted yet.
    case new
    /// The given run, from 2, differs from the first run. The judgment compares this run with the first one, or is `nil`
    /// if no words describe the difference.
    case unstable(run: Int, judgment: (any PartJudgment)? = nil)
    /// The session couldn't run. The reason is one line with file and line number; the details help to find the cause.
    case failed(reason: String, details: [String] = [])
  }

  /// The session's name, such as `pedals/sostenuto`.
  package let session: String
  /// The display name of the part: `grid`, `program.output`, or `nil` if the whole session couldn't run.
  package let subject: String?
  package internal(set) var verdict: Verdict
  /// The notation of notes and times in reports.
  package var style: PartStyle
  /// The files of a result that differs, if the options of the run keep them.
  package var files: PartFiles?
  /// A remark on the result, as a sentence without a period, such as that it was accepted, that a damaged file was
  /// repaired, or that audio matches but was played by a different engine.
  package var remark: String?
  /// The file of an attempt that differs from the first run, or `nil` if the run didn't keep it.
  package var attempt: String?
  /// The time of the run and its comparison. Parts of one subject share a run, whose time the first part has.
  package var duration = Nanoseconds.zero
  /// The file that a failure concerns: the expected result, or the file of an error. The line is `nil` for the file as a
  /// whole.
  package var place: (file: String, line: Int?)?
  /// The exit code of a session that couldn't run, or `nil`.
  package var code: Int32?
  /// The number of the storm in which a soak has just found the take, or `nil`.
  package var storm: Int?
  /// The numbers of the storms that passed, in one line, or `nil`.
  package var counts: String?

  /// The files of the result, or `nil` if the whole session couldn't run, or if a report was read.
  package internal(set) var file: ExpectationFile?
  /// The contents of the pending file, if there is a result to accept and the options of the run keep it.
  package internal(set) var pending: [UInt8]?
  /// The error of a session that couldn't run, or `nil` if a report was read.
  package private(set) var error: SessionError?

  package init(session: String, subject: String?, verdict: Verdict, view: InstrumentView? = nil) {
    self.session = session
    self.subject = subject
    self.verdict = verdict
    style = PartStyle(view: view)
  }

  /// Creates the outcome of a session that couldn't run.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - session: The session's name, or `nil` for the path of a folder that couldn't be searched.
  ///   - subject: The display name of the part, or `nil` if the whole session couldn't run.
  package init(_ error: SessionError, session: String? = nil, subject: String? = nil) {
    self.init(session: session ?? "\(error.path)", subject: subject, verdict: .passed)
    fail(error)
  }

  /// Sets the verdict on a part that couldn't be compared.
  mutating func fail(_ error: SessionError) {
    verdict = .failed(reason: "\(error)", details: error.details)
    place = ("\(error.path)", error.line)
    self.error = error
  }

  /// Adds a remark, if there is one, to the others.
  mutating func add(_ remark: String?) {
    let remarks = [self.remark, remark].compactMap(\.self)
    self.remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
  }
}

/// The texts that all reports share.
extension SessionOutcome {
  /// The kind of a verdict, in the order of summaries. The raw values are used in JSON and JUnit reports.
  package enum Status: String, CaseIterable, Sendable {
    case passed, different, new, unstable, failed
  }

  /// The kind of its verdict.
  package var status: Status {
    switch verdict {
    case .passed: .passed
    case .different: .different
    case .new: .new
    case .unstable: .unstable
    case .failed: .failed
    }
  }

  /// The name: the session's name, and the subject's name unless it is `notes`, the most common one.
  var name: String { subject.map { $0 == "notes" ? session : "\(session) (\($0))" } ?? session }

  /// The difference from the expectation, or from the first run, or `nil` if there is none.
  package var judgment: (any PartJudgment)? {
    switch verdict {
    case .different(let judgment): judgment
    case .unstable(_, let judgment): judgment
    case .passed, .new, .failed: nil
    }
  }

  /// Whether the user can accept the result.
  package var isAcceptable: Bool { [.different, .new].contains(status) && !isFinding }
  /// Whether an invariant is violated, which no user can accept.
  package var isFinding: Bool { judgment is FindingsJudgment }

  /// The most important fact in one line, which is empty if the session passed.
  var finding: String {
    switch verdict {
    case .passed: ""
    case .different(let judgment): judgment.finding ?? ""
    case .new: "no expected result yet"
    case .unstable(let run, let judgment):
      "run \(run) differs from the first run" + (judgment?.finding.map { ": \($0)" } ?? "")
    case .failed(let reason, _): reason
    }
  }

  /// The status and the finding in one line, or `nil` if the session passed.
  var reason: String? { status == .passed ? nil : "\(status.rawValue): \(finding)" }

  /// Returns a remark and the differences, or details of a failure, by line. It is empty if the reason is complete.
  ///
  /// - Parameter limit: The maximum number of listed differences, or `nil` for all.
  func moreLines(limit: Int?) -> [String] {
    var lines = [remark].compactMap(\.self)
    if case .failed(_, let details) = verdict { lines += details }
    if case .different(let judgment) = verdict { lines += [judgment.alignmentText].compactMap(\.self) }
    return lines + (judgment?.lines(limit: limit, style) ?? []) + (judgment?.evidenceLines ?? [])
  }

  /// The first difference in one line, or `nil` if there is none.
  var firstDifference: String? {
    judgment?.lines(limit: 1, style).first.map { String($0.drop { $0 == " " }) }
  }

  /// The last line of the details of a failure, such as the last line of a program's output, or `nil` if there is none.
  var lastDetail: String? {
    guard case .failed(_, let details) = verdict else { return nil }
    return details.last { !$0.allSatisfy(\.isWhitespace) }
  }
}

extension Sequence<SessionOutcome> {
  /// The numbers of outcomes by status, including zero.
  var counts: [SessionOutcome.Status: Int] {
    reduce(into: Dictionary(uniqueKeysWithValues: SessionOutcome.Status.allCases.map { ($0, 0) })) {
      $0[$1.status, default: 0] += 1
    }
  }

  /// The numbers as text: `14 passed`, `12 passed, 1 different, 1 failed`.
  var countText: String {
    let counts = counts
    return SessionOutcome.Status.allCases.map { ($0, counts[$0] ?? 0) }.filter { $0 == .passed || $1 > 0 }
      .map { "\(grouped($1)) \($0.rawValue)" }.joined(separator: ", ")
  }
}
