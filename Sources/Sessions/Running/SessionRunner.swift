internal import Dispatch
internal import FoundationEssentials
package import MIDICore
internal import Synchronization
package import System
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
    let queue = SessionQueue(count: places.count, stopsAtFirst: options.stopsAtFirst)
    let crew = SessionCrew()
    crew.run(unless: stop) {
      // Not tasks, because reading files would block the few threads that all tasks share.
      DispatchQueue.concurrentPerform(iterations: min(max(1, options.jobs), max(1, places.count))) { _ in
        crew.working {
          while stop?.isStopRequested != true, let index = queue.next() {
            let run = SessionRun(place: places[index], options: options, stop: stop, crew: crew)
            var outcome = run.run(selection)
            crew.unlessOver {
              // If the run ends early, the results are known only at the end.
              if !options.stopsAtFirst { settle(&outcome) }
              queue.finish(index, outcome, progress)
            }
          }
        }
      }
    }
    return report(queue.outcomes)
  }

  private func report(_ outcomes: [SessionRun.Outcome?]) -> Report {
    var results: [SessionResult] = []
    var notRunCount = 0
    var isInterrupted = false
    var isOver = false
    for outcome in outcomes {
      guard !isOver, var outcome else {
        notRunCount += 1
        if !isOver { isInterrupted = true }
        continue
      }
      if options.stopsAtFirst { settle(&outcome) }
      switch outcome {
      case .notSelected: break
      case .stopped:
        notRunCount += 1
        isInterrupted = true
      case .finished(let result, _):
        results.append(result)
        isOver = options.stopsAtFirst && !result.isPassed
      }
    }
    return Report(results: results, notRunCount: notRunCount, isInterrupted: isInterrupted)
  }

  /// Applies the changes of the pending files.
  func settle(_ outcome: inout SessionRun.Outcome) {
    guard case .finished(var result, let steps) = outcome else { return }
    for step in steps where options.writesPending {
      do {
        try step.perform()
      } catch {
        result.writeErrors.append(error)
      }
    }
    outcome = .finished(result, [])
  }
}

/// The remaining sessions, and the outcomes of the others.
private final class SessionQueue: Sendable {
  private struct State {
    var nextIndex = 0
    var firstFailure = Int.max
    var progress: SessionRunner.Progress
    var outcomes: [SessionRun.Outcome?]
  }

  private let stopsAtFirst: Bool
  private let state: Mutex<State>

  init(count: Int, stopsAtFirst: Bool) {
    self.stopsAtFirst = stopsAtFirst
    state = Mutex(
      State(
        progress: SessionRunner.Progress(total: count), outcomes: Array(repeating: nil, count: count)))
  }

  var outcomes: [SessionRun.Outcome?] { state.withLock { $0.outcomes } }

  /// Returns the index of the next session, or `nil`. All earlier ones were started, so every run finds the same first
  /// failure.
  func next() -> Int? {
    state.withLock { state in
      guard state.nextIndex < state.outcomes.count, !stopsAtFirst || state.firstFailure == Int.max else {
        return nil
      }
      defer { state.nextIndex += 1 }
      return state.nextIndex
    }
  }

  func finish(
    _ index: Int, _ outcome: SessionRun.Outcome, _ report: (SessionRunner.Progress) -> Void
  ) {
    state.withLock { state in
      state.outcomes[index] = outcome
      state.progress.finished += 1
      if case .finished(let result, _) = outcome, !result.isPassed {
        state.progress.notPassed += 1
        state.firstFailure = min(state.firstFailure, index)
      }
      report(state.progress)
    }
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
    let run = SessionRun(place: place, options: options, stop: stop, crew: crew)
    var outcome = crew.working { run.run(session, playing: recording) }
    settle(&outcome)
    guard case .finished(let result, _) = outcome else { return nil }
    return result
  }
}

/// The result of running a session.
package struct SessionResult: Sendable {
  package let place: SessionSearch.Place
  /// The outcomes of the parts, in the order of the session's file.
  package internal(set) var parts: [SessionOutcome]
  /// The recording and the number of its repairs, or `nil` if it is intact.
  package internal(set) var repairs: (path: FilePath, count: Int)?
  /// The errors of writing or deleting pending files.
  package internal(set) var writeErrors: [FileError] = []

  /// Creates the result of a session that couldn't run.
  init(place: SessionSearch.Place, failed error: SessionError) {
    self.init(place: place, parts: [SessionOutcome(error, session: place.name)])
  }

  init(place: SessionSearch.Place, parts: [SessionOutcome]) {
    self.place = place
    self.parts = parts
  }

  /// Whether there are parts, and all of them match.
  package var isPassed: Bool { !parts.isEmpty && parts.allSatisfy(\.verdict.isPassed) }
}
