package import Sessions

extension SessionOutcome {
  /// What a report says of a session's parts.
  package static func of(_ result: SessionResult) -> [SessionOutcome] {
    result.parts.map { part in
      var outcome = SessionOutcome(
        session: result.place.name, subject: part.name, verdict: verdict(part.verdict), view: part.view)
      outcome.timelines = part.timelines
      outcome.artifacts = part.artifacts
      outcome.remark = part.remark
      return outcome
    }
  }

  /// What a report says of what couldn't be searched: it is called by its path.
  package init(_ error: SessionError) {
    self.init(session: "\(error.path)", subject: nil, verdict: .failed(reason: "\(error)"))
  }

  private static func verdict(_ verdict: SessionResult.Verdict) -> Verdict {
    switch verdict {
    case .passed: .passed
    case .different(let comparison): .different(comparison)
    case .differentText(let comparison): .differentText(comparison)
    case .differentArtifact(let difference): .differentArtifact(difference)
    case .new: .new
    case .unstable(let run): .unstable(run: run)
    case .failed(let error): .failed(reason: "\(error)", details: error.details)
    }
  }
}
