internal import Reports

/// Outcomes as JSON, each with its verdict (`passed`, `different`, `new`, `unstable`, or `failed`), and their counts.
package struct SessionsDocument: Encodable, Sendable {
  /// The outcome of one subject of a session.
  struct Outcome: Encodable, Sendable {
    var session: String
    var subject: String?
    var verdict: String
    /// The reason in one line, unless the session passed.
    var reason: String?
    /// The run with a different result, from 2.
    var run: Int?
    var comparison: ComparisonDocument?
    /// The differences of a text.
    var text: TextDocument?
    /// The differences of audio.
    var sound: ArtifactDocument?
    /// A warning about the result.
    var remark: String?
    /// Details of a failure, by line.
    var details: [String]?
  }

  let counts: [String: Int]
  let outcomes: [Outcome]

  /// Creates the document of outcomes, which are in order of their sessions' names.
  ///
  /// - Complexity: O(*n*), where *n* is the number of outcomes and differences.
  package init(_ outcomes: [SessionOutcome]) {
    let counts = OutcomeCounts(outcomes)
    self.counts = Dictionary(
      uniqueKeysWithValues: SessionOutcome.Kind.allCases.map { ($0.rawValue, counts[$0]) })
    self.outcomes = outcomes.map(Outcome.init)
  }
}

extension SessionsDocument.Outcome {
  fileprivate init(_ outcome: SessionOutcome) {
    session = outcome.session
    subject = outcome.subject
    verdict = outcome.kind.rawValue
    reason = outcome.reason
    var shown = outcome.verdict
    if case .unstable(let run, let difference) = shown {
      self.run = run
      if let difference { shown = difference }
    }
    if case .failed(let reason, let details) = shown {
      self.reason = reason
      if !details.isEmpty { self.details = details }
    }
    if case .differentText(let comparison) = shown { text = TextDocument(comparison) }
    if case .differentArtifact(let difference) = shown {
      sound = ArtifactDocument(content: difference.document)
    }
    remark = outcome.remark
    if case .different(let comparison) = shown {
      self.comparison = ComparisonDocument(
        comparison, meter: outcome.givesBeats ? outcome.meter : nil, view: outcome.view)
    }
  }
}

/// The document of an artifact's difference of any type.
struct ArtifactDocument: Encodable, Sendable {
  let content: any Encodable & Sendable

  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
