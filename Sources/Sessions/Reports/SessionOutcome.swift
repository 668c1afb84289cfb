package import Instruments
package import MIDICore
package import MIDIFiles
internal import SystemPackage
package import Timelines

/// The outcome of one subject of a session, for reports.
package struct SessionOutcome: Sendable {
  /// The verdict on a subject.
  package enum Verdict: Sendable {
    /// The result matches within the tolerances.
    case passed
    /// The timeline differs.
    case different(Comparison)
    /// A text differs, such as a program's output.
    case differentText(TextComparison)
    /// An artifact differs, such as audio.
    case differentArtifact(any ArtifactDifference)
    /// No result has been accepted yet.
    case new
    /// The given run, from 2, differs from the first run. The difference is a verdict on this run with the first one as
    /// the expectation, or `nil` if no words describe it.
    indirect case unstable(run: Int, difference: Verdict? = nil)
    /// The session couldn't run. The reason is one line with file and line number; the details help to find the cause.
    case failed(reason: String, details: [String] = [])
  }

  /// The session's name, such as `pedals/sostenuto`.
  package let session: String
  /// The subject's name, or `nil` if the whole session couldn't run.
  package let subject: String?
  /// The verdict.
  package let verdict: Verdict
  /// An additional view of the timelines, or `nil` for notes only.
  package let view: InstrumentView?
  /// The different timelines if the run kept them, from which the comparison can be computed again.
  package var timelines: ComparedTimelines?
  /// The bars and beats of the times, or `nil` if they are unknown.
  package var meter: MeterMap?
  /// Whether texts give positions in bars and beats, and pages show them at first.
  package var givesBeats = false
  /// The files of different artifacts if the run kept them. Their page needs them.
  package var artifacts: ArtifactFiles?
  /// A remark on the result, as a sentence without a period.
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

  /// Creates an outcome with the given values.
  package init(session: String, subject: String?, verdict: Verdict, view: InstrumentView? = nil) {
    self.view = view
    self.session = session
    self.subject = subject
    self.verdict = verdict
  }
}

extension SessionOutcome {
  /// Returns the outcomes of a session's parts.
  package static func of(_ result: SessionResult) -> [SessionOutcome] {
    result.parts.map { part in
      var outcome = SessionOutcome(
        session: result.place.name, subject: part.name, verdict: verdict(part.verdict), view: part.view)
      outcome.timelines = part.timelines
      outcome.artifacts = part.artifacts
      outcome.remark = part.remark
      outcome.attempt = part.attempt?.string
      outcome.duration = part.duration
      outcome.place = place(of: part, in: result.place.folder)
      return outcome
    }
  }

  private static func place(of part: SessionResult.Part, in folder: FilePath) -> (file: String, line: Int?)? {
    switch part.verdict {
    case .passed: return nil
    case .failed(let error): return ("\(error.path)", error.line)
    case .different, .differentText, .differentArtifact, .new, .unstable:
      let file = part.subject.flatMap { ExpectationFile(subject: $0, part: part.part, in: folder) }
      return file.map { ("\($0.acceptedPath)", nil) }
    }
  }

  /// Creates the outcome of a pending result. A new timeline or text differs from an empty one.
  ///
  /// - Parameter view: An additional view of the timelines, or `nil` for notes only.
  package init(_ change: PendingChange, _ contents: PendingChange.Contents, view: InstrumentView?) {
    let verdict: Verdict
    switch contents {
    case .timeline(let timelines):
      let empty = Timeline(sources: timelines.pending.sources, entries: [], end: timelines.pending.end)
      verdict = .different(
        timelines.comparison
          ?? Comparison(
            expected: Performance(empty), actual: Performance(timelines.pending),
            options: Comparison.Options(alignsStart: false)))
    case .text(let texts):
      verdict = .differentText(
        texts.comparison ?? TextComparison(expected: "", actual: texts.pending))
    case .artifact(let artifact):
      if case .different(let difference)? = artifact.judgment {
        verdict = .differentArtifact(difference)
      } else {
        verdict = .new
      }
    }
    self.init(session: change.session.name, subject: change.file.name, verdict: verdict, view: view)
    if case .artifact(let artifact) = contents { artifacts = artifact.files }
  }

  /// Creates the outcome of a folder that couldn't be searched, with its path as the name.
  package init(_ error: SessionError) {
    self.init(session: "\(error.path)", subject: nil, verdict: .failed(reason: "\(error)"))
    place = ("\(error.path)", error.line)
  }

  private static func verdict(_ verdict: SessionResult.Verdict) -> Verdict {
    switch verdict {
    case .passed: .passed
    case .different(let comparison): .different(comparison)
    case .differentText(let comparison): .differentText(comparison)
    case .differentArtifact(let difference): .differentArtifact(difference)
    case .new: .new
    case .unstable(let run, let difference): .unstable(run: run, difference: difference.map(Self.verdict))
    case .failed(let error): .failed(reason: "\(error)", details: error.details)
    }
  }
}
