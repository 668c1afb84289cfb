internal import Instruments
internal import MIDICore
internal import Reports
internal import Timelines

/// The texts that all reports share.
extension SessionOutcome {
  /// The kind of a verdict, in the order of summaries. The raw values are used in JSON and JUnit reports.
  enum Kind: String, CaseIterable {
    case passed, different, new, unstable, failed
  }

  /// The kind of its verdict.
  var kind: Kind {
    switch verdict {
    case .passed: .passed
    case .different, .differentText, .differentArtifact: .different
    case .new: .new
    case .unstable: .unstable
    case .failed: .failed
    }
  }

  /// The reason in one line, or `nil` if the session passed.
  var reason: String? {
    switch verdict {
    case .passed: nil
    case .different(let comparison): comparison.verdictText
    case .new: "new: no expected result yet"
    case .unstable(let run, let difference):
      "unstable: run \(run) differs from the first run"
        + (difference.flatMap { with($0).findingText }.map { ": \($0)" } ?? "")
    case .differentText(let comparison): comparison.verdictText
    case .differentArtifact(let difference): difference.verdictText
    case .failed(let reason, _): "failed: \(reason)"
    }
  }
}

/// Details of outcomes.
extension SessionOutcome {
  /// Returns the outcome with a different verdict.
  func with(_ verdict: Verdict) -> SessionOutcome {
    var outcome = SessionOutcome(session: session, subject: subject, verdict: verdict, view: view)
    (outcome.timelines, outcome.artifacts) = (timelines, artifacts)
    (outcome.meter, outcome.givesBeats) = (meter, givesBeats)
    return outcome
  }

  /// The counts of differences, or a similar summary, or `nil` if nothing differs.
  var findingText: String? {
    switch verdict {
    case .different(let comparison): DifferenceCounts(comparison.differences).text
    case .differentText(let comparison): comparison.countText
    case .differentArtifact(let difference): difference.finding
    case .unstable(_, let difference): difference.flatMap { with($0).findingText }
    case .passed, .new, .failed: nil
    }
  }

  /// Returns a remark and the differences, or details of a failure, by line. It is empty if the reason is complete.
  ///
  /// - Parameter limit: The maximum number of listed differences, or `nil` for all.
  func moreLines(limit: Int?) -> [String] {
    let lines =
      switch verdict {
      case .different(let comparison):
        [comparison.alignmentText].compactMap(\.self) + differenceLines(limit: limit)
      case .failed(_, let details): details
      default: differenceLines(limit: limit)
      }
    return [remark].compactMap(\.self) + lines
  }

  /// The first difference in one line, or `nil` if there is none.
  var firstDifference: String? { differenceLines(limit: 1).first.map { String($0.drop { $0 == " " }) } }

  /// The last line of the details of a failure, such as the last line of a program's output, or `nil` if there is none.
  var lastDetail: String? {
    guard case .failed(_, let details) = verdict else { return nil }
    return details.last { !$0.allSatisfy(\.isWhitespace) }
  }

  private func differenceLines(limit: Int?) -> [String] {
    switch verdict {
    case .unstable(_, let difference):
      difference.map { with($0).differenceLines(limit: limit) } ?? []
    case .passed, .new, .failed: []
    case .different(let comparison):
      comparison.differenceLines(
        limit: limit, timeText: { timeText($0, givesBeats ? meter : nil) }, cellText: view?.cellText)
    case .differentText(let comparison): comparison.changeLines(limit: limit)
    case .differentArtifact(let difference): difference.lines
    }
  }
}

/// The number of outcomes of each kind.
struct OutcomeCounts {
  private let counts: [SessionOutcome.Kind: Int]

  init(_ outcomes: some Sequence<SessionOutcome>) {
    var counts: [SessionOutcome.Kind: Int] = [:]
    for outcome in outcomes { counts[outcome.kind, default: 0] += 1 }
    self.counts = counts
  }

  /// The number of outcomes of a kind.
  subscript(kind: SessionOutcome.Kind) -> Int { counts[kind] ?? 0 }

  /// The number of all outcomes.
  var total: Int { counts.values.reduce(0, +) }

  /// The counts as text: `14 passed`, `12 passed, 1 different, 1 failed`.
  var text: String {
    SessionOutcome.Kind.allCases.filter { $0 == .passed || self[$0] > 0 }
      .map { "\(grouped(self[$0])) \($0.rawValue)" }.joined(separator: ", ")
  }
}

extension ArtifactDifference {
  /// The verdict in one line: `different: played with the font "A" instead of "B"`.
  package var verdictText: String { "different: \(finding)" }

  /// The verdict and details, by line.
  package var text: [String] { [verdictText] + lines }
}
