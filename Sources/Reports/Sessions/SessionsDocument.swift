internal import Sessions

/// Outcomes for another program: each with its verdict, `passed`, `different`, `new`, `unstable` or `failed`, and how
/// many there are of each.
package struct SessionsDocument: Encodable, Sendable {
  /// What became of one subject of a session.
  struct Outcome: Encodable, Sendable {
    var session: String
    var subject: String?
    var verdict: String
    /// Why it isn't passed, in one line.
    var reason: String?
    /// The run that gave something else, from 2.
    var run: Int?
    var comparison: ComparisonDocument?
    /// How a text differs.
    var text: TextDocument?
    /// How a sound differs.
    var sound: ArtifactDocument?
    /// What is to be known though it passed.
    var remark: String?
    /// What helps to find out why it couldn't be run, line by line.
    var details: [String]?
  }

  let counts: [String: Int]
  let outcomes: [Outcome]

  /// Takes outcomes, in order of their sessions' names.
  ///
  /// - Complexity: O(*n*) in the number of outcomes and differences.
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
    if case .unstable(let run) = outcome.verdict { self.run = run }
    if case .failed(let reason, let details) = outcome.verdict {
      self.reason = reason
      if !details.isEmpty { self.details = details }
    }
    if case .differentText(let comparison) = outcome.verdict { text = TextDocument(comparison) }
    if case .differentArtifact(let difference) = outcome.verdict {
      sound = ArtifactDocument(content: difference.document)
    }
    remark = outcome.remark
    if case .different(let comparison) = outcome.verdict {
      self.comparison = ComparisonDocument(comparison)
    }
  }
}

/// The document of an artifact's difference, whatever its type.
struct ArtifactDocument: Encodable, Sendable {
  let content: any Encodable & Sendable

  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
