package import Instruments
package import Sessions
package import Timelines

/// What became of one subject of a session, for reports.
package struct SessionOutcome: Sendable {
  /// What was found.
  package enum Verdict: Sendable {
    /// All is as expected, within the tolerance.
    case passed
    /// Something isn't as expected.
    case different(Comparison)
    /// A text, such as what a program wrote, isn't as expected.
    case differentText(TextComparison)
    /// An artifact, such as a sound, isn't as expected.
    case differentArtifact(any ArtifactDifference)
    /// Nothing is expected so far.
    case new
    /// One of several runs gave something else than the first one: which, from 2.
    case unstable(run: Int)
    /// It couldn't be run: why, in one line, which names file and line; and what helps to find out why, line by line.
    case failed(reason: String, details: [String] = [])
  }

  /// The session's name, such as `pedals/sostenuto`.
  package let session: String
  /// The subject's name; nothing where the session as a whole couldn't be run.
  package let subject: String?
  /// What was found.
  package let verdict: Verdict
  /// How the subject's timelines can be looked at, besides as notes.
  package let view: InstrumentView?
  /// The timelines that differ, where they are kept: of them the comparison can be made again.
  package var timelines: ComparedTimelines?
  /// The files of the artifacts that differ, if the run kept them. Their page needs them.
  package var artifacts: ArtifactFiles?
  /// What is to be known though it passed, in one sentence without its end.
  package var remark: String?
  /// The code with which a run ends because of it, where it couldn't be run.
  package var code: Int32?

  /// Makes an outcome of its parts.
  package init(session: String, subject: String?, verdict: Verdict, view: InstrumentView? = nil) {
    self.view = view
    self.session = session
    self.subject = subject
    self.verdict = verdict
  }
}

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
