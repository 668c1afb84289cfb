internal import Harness
internal import Reports
internal import SystemPackage

extension SessionOutcome {
  /// What a report says of a session's parts.
  static func of(_ result: SessionResult) -> [SessionOutcome] {
    result.parts.map { part in
      SessionOutcome(
        session: result.place.name, subject: part.subject, verdict: verdict(part.verdict), view: part.view)
    }
  }

  /// What a report says of what couldn't be searched: it is called by its path.
  init(_ error: SessionError) {
    self.init(session: error.path.string, subject: nil, verdict: .failed(reason: "\(error)"))
  }

  private static func verdict(_ verdict: SessionResult.Verdict) -> Verdict {
    switch verdict {
    case .passed: .passed
    case .different(let comparison): .different(comparison)
    case .new: .new
    case .unstable(let run): .unstable(run: run)
    case .failed(let error): .failed(reason: "\(error)")
    }
  }
}
