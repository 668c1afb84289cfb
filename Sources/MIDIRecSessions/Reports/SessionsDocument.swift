internal import MIDIRecReports
internal import Timelines

/// Outcomes as JSON, each with its verdict (`passed`, `different`, `new`, `unstable`, or `failed`), and their counts.
package struct SessionsDocument: Encodable, Sendable {
  /// The outcome of one subject of a session.
  package struct Outcome: Encodable, Sendable {
    var session: String
    var subject: String?
    var verdict: String
    /// The reason in one line, unless the session passed.
    var reason: String?
    /// The run with a different result, from 2.
    var run: Int?
    var comparison: ComparisonDocument?
    /// The differences of a text.
    var text: TextComparison?
    /// The differences of audio.
    package var sound: PartDocument?
    /// The violated invariants.
    var findings: [FindingDocument]?
    /// The note of a finding's session, such as the storm and the seed.
    var note: String?
    /// The command that checks a finding again.
    var command: String?
    /// The number of the storm in which the soak has just found it.
    var storm: Int?
    /// A warning about the result.
    var remark: String?
    /// Details of a failure, by line.
    var details: [String]?
  }

  let counts: [String: Int]
  let outcomes: [Outcome]
  /// The storms of a soak, for each subject.
  var soaks: [SoakSummary]?

  /// Creates the document of outcomes, which are in order of their sessions' names.
  ///
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package init(_ outcomes: [SessionOutcome], soaks: [SoakSummary] = []) {
    self.soaks = soaks.isEmpty ? nil : soaks
    counts = Dictionary(uniqueKeysWithValues: outcomes.counts.map { ($0.rawValue, $1) })
    self.outcomes = outcomes.map(Outcome.init)
  }
}

extension SessionsDocument.Outcome {
  fileprivate init(_ outcome: SessionOutcome) {
    session = outcome.session
    subject = outcome.subject
    verdict = outcome.status.rawValue
    reason = outcome.reason
    switch outcome.verdict {
    case .unstable(let run, _): self.run = run
    case .failed(let reason, let details):
      self.reason = reason
      if !details.isEmpty { self.details = details }
    case .passed, .different, .new: break
    }
    remark = outcome.remark
    storm = outcome.storm
    outcome.judgment?.describe(in: &self, outcome.style)
  }
}

/// The differences of a part as JSON.
package struct PartDocument: Encodable, Sendable {
  let content: any Encodable & Sendable

  /// Creates the document of differences of any type.
  package init(_ content: any Encodable & Sendable) { self.content = content }

  package func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
