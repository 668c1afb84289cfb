package import FileIO
package import Instruments
package import SystemPackage
package import Timelines

/// What became of a session when it was run.
package struct SessionResult: Sendable {
  /// What was found.
  package enum Verdict: Sendable {
    /// All is as expected, within the tolerance.
    case passed
    /// Something isn't as expected.
    case different(Comparison)
    /// A text isn't as expected.
    case differentText(TextComparison)
    /// An artifact, such as a sound, isn't as expected.
    case differentArtifact(any ArtifactDifference)
    /// Nothing is expected so far.
    case new
    /// One of several runs gave something else than the first one: which, from 2.
    case unstable(run: Int)
    /// It couldn't be run.
    case failed(SessionError)

    /// Whether all is as expected.
    package var isPassed: Bool {
      if case .passed = self { true } else { false }
    }
  }

  /// One subject of the session.
  package struct Part: Sendable {
    /// The subject's name; nothing where the session as a whole couldn't be run.
    package let subject: String?
    /// Which part of what the subject does.
    package internal(set) var part = ArtifactKind.timeline
    /// What was found.
    package internal(set) var verdict: Verdict
    /// How the subject's timelines can be looked at, besides as notes.
    package internal(set) var view: InstrumentView?
    /// What is to be known though it passed, in one sentence without its end: a sound is as expected, but another engine
    /// played it.
    package internal(set) var remark: String?
    /// What was compared where it differs, if the options of the run keep it.
    package internal(set) var timelines: ComparedTimelines?
    /// The files that were compared where artifacts differ, if the options of the run keep them.
    package internal(set) var artifacts: ArtifactFiles?
    /// The contents of the pending file, if there's something to accept and the options of the run keep it.
    package internal(set) var pending: [UInt8]?

    /// What people call it, as its expectation is called: `grid`, `program.output`; nothing where the session as a whole
    /// couldn't be run.
    package var name: String? { subject.map(part.name) }
  }

  /// The session.
  package let place: SessionSearch.Place
  /// What was found, in the order of the session's file.
  package internal(set) var parts: [Part]
  /// The recording and at how many places it was mended to be read, where it was.
  package internal(set) var repairs: (path: FilePath, count: Int)?
  /// Why pending files couldn't be written or taken away.
  package internal(set) var writeErrors: [FileError] = []

  /// Says that the session as a whole couldn't be run.
  init(place: SessionSearch.Place, failed error: SessionError) {
    self.init(place: place, parts: [Part(subject: nil, verdict: .failed(error))])
  }

  init(place: SessionSearch.Place, parts: [Part]) {
    self.place = place
    self.parts = parts
  }

  /// Whether all is as expected.
  package var isPassed: Bool { parts.allSatisfy(\.verdict.isPassed) }
}

/// Two timelines that were compared.
package struct ComparedTimelines: Hashable, Sendable {
  /// What was expected.
  package let expected: Timeline
  /// What came.
  package let actual: Timeline

  /// Puts them together.
  package init(expected: Timeline, actual: Timeline) {
    self.expected = expected
    self.actual = actual
  }
}
