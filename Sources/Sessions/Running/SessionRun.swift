internal import MIDICore
internal import System
internal import SystemPackage

/// The run of one session: it is read, played to its subjects, and compared.
struct SessionRun {
  /// The outcome of a run.
  enum Outcome {
    /// The session doesn't have the selected tags.
    case notSelected
    /// The run was stopped before the session was finished.
    case stopped
    /// The result, and the changes of pending files.
    case finished(SessionResult, [PendingFileAction])
  }

  let place: SessionSearch.Place
  let options: SessionRunner.Options
  let stop: StopToken?
  let crew: SessionCrew

  /// Runs the session if it has the selected tags. A session that can't be read may have them.
  func run(_ selection: SessionSelection) -> Outcome {
    let session: Session
    do throws(SessionError) {
      session = try Session(reading: place.folder, subjects: options.catalog.definitions)
    } catch {
      return .finished(SessionResult(place: place, failed: error), [])
    }
    return selection.contains(tags: session.tags) ? run(session) : .notSelected
  }

  /// Runs a session that was already read.
  ///
  /// - Parameter played: The recording to play instead of the session's own, or `nil`.
  func run(_ session: Session, playing played: Recording? = nil) -> Outcome {
    var result = SessionResult(place: place, parts: [])
    var steps: [PendingFileAction] = []
    var session = session
    session.tolerance = session.tolerance.overridden(by: options.tolerance)
    do throws(SessionError) {
      let source: RecordingSource
      if let played {
        source = .recording(played)
      } else if session.recordingPath != nil {
        source = .file(try session.recordingBytes())
      } else {
        source = .none
      }
      let (recording, repairs) = try source.recording(of: session)
      if repairs > 0, let path = session.recordingPath { result.repairs = (path, repairs) }
      for choice in session.subjects {
        let run = SubjectRun(
          choice: choice, session: session, source: source, options: options, stop: stop, crew: crew)
        guard let (parts, partSteps) = run.outcome(of: recording) else { return .stopped }
        result.parts += parts
        steps += partSteps
      }
    } catch {
      return .finished(SessionResult(place: place, failed: error), [])
    }
    return .finished(result, steps)
  }
}

/// A change of a pending file after a run.
enum PendingFileAction {
  /// The result differs from the expectation.
  case write([UInt8], to: ExpectationFile)
  /// The result is accepted at once.
  case accept([UInt8], as: ExpectationFile)
  /// The result matches, so no pending file remains.
  case remove(ExpectationFile)
  /// An attempt differs from the first run.
  case keepAttempt([UInt8], of: ExpectationFile)
  /// All attempts are equal, so none remains.
  case removeAttempt(of: ExpectationFile)

  func take() throws(FileError) {
    switch self {
    case .keepAttempt(let bytes, let file): try file.keepAttempt(bytes)
    case .removeAttempt(let file): try file.removeAttempt()
    case .write(let text, let file): try file.writePending(text)
    case .accept(let text, let file):
      try file.writePending(text)
      try file.accept()
    case .remove(let file):
      do {
        try file.reject()
      } catch {
        // Usually no file is pending. Some file systems report this only after an error of a read-only folder.
        let state = try file.state()
        if state == .new || state == .changed { throw error }
      }
    }
  }
}

/// The source of the played recording.
enum RecordingSource {
  /// The bytes of the session's file.
  case file([UInt8])
  /// A test's own recording.
  case recording(Recording)
  /// No recording, for programs that need none.
  case none

  /// Returns the recording, decoded again from its bytes, and the number of its repairs.
  func recording(of session: Session) throws(SessionError) -> (recording: Recording, repairs: Int) {
    switch self {
    case .file(let bytes): try session.recording(from: bytes)
    case .recording(let recording): (recording, 0)
    case .none: (Recording(), 0)
    }
  }
}
