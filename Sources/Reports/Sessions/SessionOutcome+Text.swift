internal import MIDICore
internal import Sessions

/// What became of sessions, in words that all reports share.
extension SessionOutcome {
  /// The kind of a verdict; the raw values stand in JSON and JUnit reports. The order is that of summaries.
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

  /// What is to be said of it in one line; nothing where it passed.
  var reason: String? {
    switch verdict {
    case .passed: nil
    case .different(let comparison): comparison.verdictText
    case .new: "new: nothing is expected so far"
    case .unstable(let run): "unstable: run \(run) gave something else than the first one"
    case .differentText(let comparison): comparison.verdictText
    case .differentArtifact(let difference): difference.verdictText
    case .failed(let reason, _): "failed: \(reason)"
    }
  }
}

/// More about what became of sessions.
extension SessionOutcome {
  /// What differs, or helps to find out why it couldn't be run, line by line; nothing where the reason says it all.
  ///
  /// - Parameter limit: How many differences are listed; all, if there is no limit.
  func moreLines(limit: Int?) -> [String] {
    switch verdict {
    case .passed, .new, .unstable: []
    case .different(let comparison):
      [comparison.alignmentText].compactMap(\.self) + comparison.differenceLines(limit: limit)
    case .differentText(let comparison): comparison.changeLines(limit: limit)
    case .differentArtifact(let difference): difference.lines
    case .failed(_, let details): details
    }
  }
}

/// How many outcomes of each kind there are.
struct OutcomeCounts {
  private let counts: [SessionOutcome.Kind: Int]

  init(_ outcomes: some Sequence<SessionOutcome>) {
    var counts: [SessionOutcome.Kind: Int] = [:]
    for outcome in outcomes { counts[outcome.kind, default: 0] += 1 }
    self.counts = counts
  }

  /// How many there are of one kind.
  subscript(kind: SessionOutcome.Kind) -> Int { counts[kind] ?? 0 }

  /// All of them.
  var total: Int { counts.values.reduce(0, +) }

  /// `14 passed`, `12 passed, 1 different, 1 failed`.
  var text: String {
    SessionOutcome.Kind.allCases.filter { $0 == .passed || self[$0] > 0 }
      .map { "\(grouped(self[$0])) \($0.rawValue)" }.joined(separator: ", ")
  }
}

extension ArtifactDifference {
  /// The verdict in one line: `different: played with the font "A" instead of "B"`.
  package var verdictText: String { "different: \(finding)" }

  /// The verdict and further facts, line by line.
  package var text: [String] { [verdictText] + lines }
}
