package import Instruments
package import MIDICore
package import System
package import SystemPackage
package import Timelines

/// The result of running a session.
package struct SessionResult: Sendable {
  /// The verdict on a part.
  package enum Verdict: Sendable {
    /// The result matches within the tolerances.
    case passed
    /// The timeline differs.
    case different(Comparison)
    /// A text differs.
    case differentText(TextComparison)
    /// An artifact differs, such as audio.
    case differentArtifact(any ArtifactDifference)
    /// No result is accepted yet.
    case new
    /// The given run, from 2, differs from the first run. The difference is a verdict on this run with the first one as
    /// the expectation, or `nil` if no words describe it.
    indirect case unstable(run: Int, difference: Verdict?)
    /// The session couldn't run.
    case failed(SessionError)

    /// Whether the result matches.
    package var isPassed: Bool {
      if case .passed = self { true } else { false }
    }
  }

  /// The result of a part of a subject.
  package struct Part: Sendable {
    /// The subject's name, or `nil` if the whole session couldn't run.
    package let subject: String?
    /// The part of the subject.
    package internal(set) var part = ArtifactKind.timeline
    /// The verdict.
    package internal(set) var verdict: Verdict
    /// An additional view of the timelines, or `nil` for notes only.
    package internal(set) var view: InstrumentView?
    /// A remark on the result, as a sentence without a period, such as that it was accepted, that a damaged file was
    /// repaired, or that audio matches but was played by a different engine.
    package internal(set) var remark: String?
    /// The time of the run and its comparison. Parts of one subject share a run, whose time the first part has.
    package internal(set) var duration = Nanoseconds.zero
    /// The different timelines, if the options of the run keep them.
    package internal(set) var timelines: ComparedTimelines?
    /// The files of different artifacts, if the options of the run keep them.
    package internal(set) var artifacts: ArtifactFiles?
    /// The file of an attempt that differs from the first run, if the run kept it.
    package internal(set) var attempt: FilePath?
    /// The contents of the pending file, if there is a result to accept and the options of the run keep it.
    package internal(set) var pending: [UInt8]?

    /// The display name, which is also the expectation's: `grid`, `program.output`, or `nil` if the whole session
    /// couldn't run.
    package var name: String? { subject.map(part.name) }
  }

  /// The session.
  package let place: SessionSearch.Place
  /// The results, in the order of the session's file.
  package internal(set) var parts: [Part]
  /// The recording and the number of its repairs, or `nil` if it is intact.
  package internal(set) var repairs: (path: FilePath, count: Int)?
  /// The errors of writing or deleting pending files.
  package internal(set) var writeErrors: [FileError] = []

  /// Creates the result of a session that couldn't run.
  init(place: SessionSearch.Place, failed error: SessionError) {
    self.init(place: place, parts: [Part(subject: nil, verdict: .failed(error))])
  }

  init(place: SessionSearch.Place, parts: [Part]) {
    self.place = place
    self.parts = parts
  }

  /// Whether there are parts, and all of them match.
  package var isPassed: Bool { !parts.isEmpty && parts.allSatisfy(\.verdict.isPassed) }
}

/// Two compared timelines.
package struct ComparedTimelines: Hashable, Sendable {
  /// The expected timeline.
  package let expected: Timeline
  /// The actual timeline.
  package let actual: Timeline

  /// Creates a pair of timelines.
  package init(expected: Timeline, actual: Timeline) {
    self.expected = expected
    self.actual = actual
  }
}
