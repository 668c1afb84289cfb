internal import Dispatch
internal import FoundationEssentials
package import MIDICore
package import MIDIRecSystem
package import SystemPackage
package import Timelines

/// Runs sessions: plays each recording to its subjects, and compares the results with the expectations.
///
/// Time is the recordings' own, so the results don't depend on the speed or load of the machine. Several sessions run
/// in parallel, each on a thread. The results are in order of their names.
package struct SessionRunner: Sendable {
  /// The options of a run.
  package struct Options: Sendable {
    /// The subjects that sessions can name.
    package var catalog = SubjectRegistry.notes
    /// The tolerances for sessions that set none.
    package var comparison = Comparison.Options(alignsStart: false)
    /// Tolerances that override the sessions' tolerances.
    package var tolerance = Session.Tolerance()
    /// The number of runs per subject, at least 1. The runs must be equal in every byte.
    package var repeatCount = 1
    /// Whether differences write pending files, and matches delete them.
    package var writesPending = true
    /// The results that are accepted at once, or `nil` for none.
    package var update: Update?
    /// Whether results keep the contents of pending files.
    package var keepsPending = false
    /// Whether accepted files are ignored, so that every part is new.
    package var ignoresAccepted = false
    /// The folders with the accepted files, by the sessions' folders, or an empty dictionary for the sessions' own. A
    /// run with such folders must not write pending files.
    package var expectationFolders: [FilePath: FilePath] = [:]
    /// Whether the run ends at the first session that doesn't match. The results end with the first such session in
    /// order of their names, so that they are reproducible.
    package var stopsAtFirst = false
    /// Whether results keep the files of parts that differ, so that their comparison can be repeated.
    package var keepsFiles = false
    /// Whether programs of sessions with `clock: real` may run on this computer, with the user's rights.
    package var allowsRealClock = false
    /// The maximum number of parallel sessions, at least 1. It is limited to the number of cores.
    package var jobs = ProcessInfo.processInfo.activeProcessorCount

    /// Creates the default options.
    package init() {}
  }

  /// The results that a run accepts.
  package enum Update: String, CaseIterable, Sendable {
    /// Results without an expectation.
    case new
    /// Results without an expectation, and results that differ from it.
    case all

    /// Returns the remark on a result that is accepted, or `nil` for other results.
    func remark(on verdict: SessionOutcome.Verdict) -> String? {
      switch verdict {
      case .new: "accepted as the first result"
      case .different: self == .all ? "accepted instead of the earlier result" : nil
      case .passed, .unstable, .failed: nil
      }
    }
  }

  /// The progress of a run.
  package struct Progress: Sendable {
    /// The number of sessions.
    package let total: Int
    /// The number of sessions that ran or don't have the selected tags.
    package internal(set) var finished = 0
    /// The number of sessions that didn't match.
    package internal(set) var notPassed = 0
  }

  /// The results of a run.
  package struct Report: Sendable {
    /// The results of the sessions that ran, in the given order.
    package let results: [SessionResult]
    /// The number of sessions that didn't run, because the run was stopped.
    package let notRunCount: Int
    /// Whether the run was stopped from outside.
    package let isInterrupted: Bool
  }

  let options: Options

  /// Creates a runner.
  package init(_ options: Options = Options()) { self.options = options }

  /// Runs the selected sessions.
  ///
  /// Only the sessions that are running, and the results that differ, are in memory.
  ///
  /// - Parameters:
  ///   - places: The sessions.
  ///   - selection: The selection of sessions.
  ///   - stop: Ends the run before the next session or repetition, and interrupts waits for programs. A comparing
  ///     thread continues, and its result is dropped.
  ///   - progress: Receives the progress after each session, on any thread, one call at a time.
  package func run(
    _ places: [SessionSearch.Place], _ selection: SessionSelection = SessionSelection(),
    stop: StopToken? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> Report {
    let places = places.filter { selection.contains(name: $0.name) }
    let crew = SessionCrew(sessionCount: places.count, stopsAtFirst: options.stopsAtFirst)
    crew.run(unless: stop) {
      // Not tasks, because reading files would block the few threads that all tasks share.
      DispatchQueue.concurrentPerform(iterations: min(max(1, options.jobs), max(1, places.count))) { _ in
        crew.working {
          while stop?.isStopRequested != true, let index = crew.nextIndex() {
            var result = self.result(of: places[index], selection, stop, crew)
            crew.unlessOver {
              // If the run ends early, the results are known only at the end.
              if !options.stopsAtFirst { settle(&result) }
              crew.finish(index, result, progress)
            }
          }
        }
      }
    }
    return report(crew.results)
  }

  /// Runs a session if it has the selected tags. A session that can't be read may have them.
  ///
  /// - Returns: The result, or `nil` if the run was stopped before the session was finished.
  private func result(
    of place: SessionSearch.Place, _ selection: SessionSelection, _ stop: StopToken?, _ crew: SessionCrew
  ) -> SessionResult? {
    let session: Session
    do {
      session = try Session(reading: place.folder, subjects: options.catalog.definitions)
    } catch {
      return SessionResult(place: place, parts: [SessionOutcome(error, session: place.name)])
    }
    guard selection.contains(tags: session.tags) else {
      var result = SessionResult(place: place)
      result.isSelected = false
      return result
    }
    return self.result(of: session, at: place, playing: nil, stop, crew)
  }

  /// Plays the recording of a session to its subjects, and compares the results.
  private func result(
    of session: Session, at place: SessionSearch.Place, playing played: Recording?, _ stop: StopToken?,
    _ crew: SessionCrew
  ) -> SessionResult? {
    var result = SessionResult(place: place)
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
          options: options, stop: stop, crew: crew)
        guard let (parts, steps) = run.result() else { return nil }
        result.parts += parts
        result.steps += steps
      }
    } catch {
      return SessionResult(place: place, parts: [SessionOutcome(error, session: place.name)])
    }
    return result
  }

  /// Returns the report of a run, in which the result of a session that didn't run or was stopped is `nil`.
  private func report(_ all: [SessionResult?]) -> Report {
    var results: [SessionResult] = []
    var notRunCount = 0
    var isInterrupted = false
    var isOver = false
    for var result in all {
      if !isOver, options.stopsAtFirst { settle(&result) }
      if let result, !isOver {
        guard result.isSelected else { continue }
        results.append(result)
        isOver = options.stopsAtFirst && !result.isPassed
      } else {
        notRunCount += 1
        if !isOver { isInterrupted = true }
      }
    }
    return Report(results: results, notRunCount: notRunCount, isInterrupted: isInterrupted)
  }

  /// Applies the changes of the pending files.
  private func settle(_ result: inout SessionResult?) {
    for step in result?.steps ?? [] where options.writesPending {
      do {
        try step.perform()
      } catch {
        result?.writeErrors.append(error)
      }
    }
    result?.steps = []
  }
}

extension SessionRunner {
  /// Runs a session that was already read, such as a test's.
  ///
  /// - Parameters:
  ///   - session: The session. Its subjects are looked up in the catalog of the options.
  ///   - name: The name in the result.
  ///   - recording: The recording to play instead of the session's own, or `nil`.
  ///   - stop: Ends the run early, or `nil`.
  /// - Returns: The result, or `nil` if the run was stopped.
  package func run(
    _ session: Session, called name: String, playing recording: Recording? = nil,
    stop: StopToken? = nil
  ) -> SessionResult? {
    let place = SessionSearch.Place(name: name, folder: session.folder)
    let crew = SessionCrew()
    var result = crew.working { self.result(of: session, at: place, playing: recording, stop, crew) }
    settle(&result)
    return result
  }
}

/// The result of running a session.
package struct SessionResult: Sendable {
  package let place: SessionSearch.Place
  /// The outcomes of the parts, in the order of the session's file.
  package internal(set) var parts: [SessionOutcome] = []
  /// The recording and the number of its repairs, or `nil` if it is intact.
  package internal(set) var repairs: (path: FilePath, count: Int)?
  /// The errors of writing or deleting pending files.
  package internal(set) var writeErrors: [FileError] = []

  /// The changes of pending files that haven't been made yet.
  var steps: [PendingFileStep] = []
  /// Whether the session has the selected tags.
  var isSelected = true

  /// Whether there are parts, and all of them match.
  package var isPassed: Bool { !parts.isEmpty && parts.allSatisfy { $0.status == .passed } }
}

/// A change of a part's files after a run.
enum PendingFileStep: Sendable {
  case writePending(ExpectationFile, [UInt8])
  case removePending(ExpectationFile)
  case keepAttempt(ExpectationFile, [UInt8])
  case removeAttempt(ExpectationFile)
  case accept(ExpectationFile, [UInt8])

  /// Changes the files.
  func perform() throws(FileError) {
    switch self {
    case .writePending(let file, let bytes): try file.writePending(bytes)
    case .removePending(let file): try file.removePending()
    case .keepAttempt(let file, let bytes):
      try FileSystem.write(bytes, to: file.unstablePath, replacing: true, .generated)
    case .removeAttempt(let file): try ExpectationFile.removeIfThere(file.unstablePath)
    case .accept(let file, let bytes):
      try file.writePending(bytes)
      try file.accept()
    }
  }
}

extension ExpectationFile {
  /// Deletes the pending file of a result that matches, if the file exists.
  func removePending() throws(FileError) {
    do {
      try reject()
    } catch {
      // Usually no file is pending. Some file systems report this only after an error of a read-only folder.
      if try isPending() { throw error }
    }
  }
}
