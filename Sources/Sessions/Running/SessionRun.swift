internal import FileIO
internal import MIDICore
internal import SystemPackage
internal import Waiting

/// One session that is run: read, played to its subjects, and compared.
struct SessionRun {
  /// How it ended.
  enum Outcome {
    /// The session doesn't have the tags that were asked for.
    case notSelected
    /// The run was to be stopped before the session was over.
    case stopped
    /// What was found, and what has to be done to the pending files.
    case finished(SessionResult, [PendingFileAction])
  }

  let place: SessionSearch.Place
  let options: SessionRunner.Options
  let stop: StopToken?
  let crew: SessionCrew

  /// Runs the session, if it has the tags. One whose file can't be read may have them.
  func run(_ selection: SessionSelection) -> Outcome {
    let session: Session
    do throws(SessionError) {
      session = try Session(reading: place.folder, subjects: options.catalog.definitions)
    } catch {
      return .finished(SessionResult(place: place, failed: error), [])
    }
    return selection.contains(tags: session.tags) ? run(session) : .notSelected
  }

  /// Runs a session that was read already.
  ///
  /// - Parameter played: What is played in place of the session's own recording.
  func run(_ session: Session, playing played: Recording? = nil) -> Outcome {
    var result = SessionResult(place: place, parts: [])
    var steps: [PendingFileAction] = []
    var session = session
    session.tolerance = session.tolerance.overridden(by: options.tolerance)
    do throws(SessionError) {
      let source: RecordingSource =
        if let played { .recording(played) } else { .file(try session.recordingBytes()) }
      let (recording, repairs) = try source.recording(of: session)
      if repairs > 0 { result.repairs = (session.recordingPath, repairs) }
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

/// What has to be done to a pending file when a subject was run.
enum PendingFileAction {
  /// Something else came than is expected.
  case write([UInt8], to: ExpectationFile)
  /// All is as expected, so that nothing is left to accept or reject.
  case remove(ExpectationFile)

  func take() throws(FileError) {
    switch self {
    case .write(let text, let file): try file.writePending(text)
    case .remove(let file):
      do {
        try file.reject()
      } catch {
        // Mostly nothing waits, which some file systems say only after they have said that they can't be written.
        let state = try file.state()
        if state == .new || state == .changed { throw error }
      }
    }
  }
}

/// Where the recording that is played comes from.
enum RecordingSource {
  /// The bytes of the session's file.
  case file([UInt8])
  /// A test's own.
  case recording(Recording)

  /// The recording, made anew from its bytes, and at how many places it was mended.
  func recording(of session: Session) throws(SessionError) -> (recording: Recording, repairs: Int) {
    switch self {
    case .file(let bytes): try session.recording(from: bytes)
    case .recording(let recording): (recording, 0)
    }
  }
}
