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
    case finished(SessionResult, [PendingFileStep])
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
    var steps: [PendingFileStep] = []
    var session = session
    session.tolerance = session.tolerance.overridden(by: options.tolerance)
    do throws(SessionError) {
      var recording = played ?? Recording()
      let file = played == nil && session.recordingPath != nil ? try session.recordingBytes() : nil
      if let file {
        let decoded = try session.recording(from: file)
        recording = decoded.recording
        if decoded.repairs > 0, let path = session.recordingPath { result.repairs = (path, decoded.repairs) }
      }
      for choice in session.subjects {
        let run = SubjectRun(
          choice: choice, session: session, name: place.name, file: file, recording: recording,
          options: options,
          stop: stop, crew: crew)
        guard let (parts, partSteps) = run.result() else { return .stopped }
        result.parts += parts
        steps += partSteps
      }
    } catch {
      return .finished(SessionResult(place: place, failed: error), [])
    }
    return .finished(result, steps)
  }
}

/// A change of a part's files after a run.
struct PendingFileStep: Sendable {
  enum Change {
    case writePending([UInt8]), removePending
    case keepAttempt([UInt8]), removeAttempt
    case accept([UInt8])
  }

  let file: ExpectationFile
  let change: Change

  /// Changes the files.
  func perform() throws(FileError) {
    switch change {
    case .writePending(let bytes): try file.writePending(bytes)
    case .removePending: try file.removePending()
    case .keepAttempt(let bytes): try file.keepAttempt(bytes)
    case .removeAttempt: try file.removeAttempt()
    case .accept(let bytes): try file.accept(bytes)
    }
  }
}

extension ExpectationFile {
  /// Writes a result, and accepts it at once.
  func accept(_ bytes: [UInt8]) throws(FileError) {
    try writePending(bytes)
    try accept()
  }

  /// Deletes the pending file of a result that matches, if there is one.
  func removePending() throws(FileError) {
    do {
      try reject()
    } catch {
      // Usually no file is pending. Some file systems report this only after an error of a read-only folder.
      if try isPending() { throw error }
    }
  }
}
