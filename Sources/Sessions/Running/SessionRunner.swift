internal import Dispatch
internal import FoundationEssentials
package import MIDICore
internal import Synchronization
package import Timelines
package import Waiting

/// Runs sessions: plays each recording to its subjects, and compares what they do with what is expected.
///
/// Time is the recordings' own, so that nothing depends on how fast or busy the machine is. Several sessions run at
/// once, each on a thread; what is found is in the order of their names, whichever was ready first.
package struct SessionRunner: Sendable {
  /// How sessions are run.
  package struct Options: Sendable {
    /// The subjects that sessions can name.
    package var catalog = SubjectRegistry.notes
    /// What counts as a difference where a session doesn't say.
    package var comparison = Comparison.Options(alignsStart: false)
    /// Tolerances that take precedence over those of the sessions.
    package var tolerance = Session.Tolerance()
    /// How often each recording is played to each subject: 1 or more. The runs must not differ in a byte.
    package var repeatCount = 1
    /// Whether a difference writes a pending file, and its end takes it away.
    package var writesPending = true
    /// Whether results keep the contents of pending files.
    package var keepsPending = false
    /// Whether accepted files are ignored, so that every part is new.
    package var ignoresAccepted = false
    /// Whether no session is begun any more once one wasn't as expected. What is found ends with the first of them in
    /// the order of their names, so that it is the same each time.
    package var stopsAtFirst = false
    /// Whether results keep the timelines that differ, besides what differs in them.
    package var keepsTimelines = false
    /// Whether results keep the files of artifacts that differ.
    package var keepsArtifacts = false
    /// How many sessions run at once: 1 or more, of which as many do as there are cores.
    package var jobs = ProcessInfo.processInfo.activeProcessorCount

    /// Makes options; each has its default.
    package init() {}
  }

  /// How far a run is.
  package struct Progress: Sendable {
    /// How many sessions there are.
    package let total: Int
    /// How many of them were run, or turned out not to have the tags that were asked for.
    package internal(set) var finished = 0
    /// How many of them were not as expected.
    package internal(set) var notPassed = 0
  }

  /// What was found.
  package struct Report: Sendable {
    /// The sessions that were run, in the order in which they were given.
    package let results: [SessionResult]
    /// How many sessions were not run: the run was stopped.
    package let notRunCount: Int
    /// Whether it was stopped from outside.
    package let isInterrupted: Bool
  }

  let options: Options

  /// Makes a runner.
  package init(_ options: Options = Options()) { self.options = options }

  /// Runs the sessions that are selected.
  ///
  /// In memory are as many sessions as run at once, and of those that were run the ones that differ.
  ///
  /// - Parameters:
  ///   - places: The sessions.
  ///   - selection: Which of them.
  ///   - stop: What ends the run early, if anything does: before the next session or repetition, and at once what waits
  ///     for a program. A thread that compares then goes on by itself, and its result is dropped.
  ///   - progress: Told after each session, by any thread, by one at a time.
  package func run(
    _ places: [SessionSearch.Place], _ selection: SessionSelection = SessionSelection(),
    stop: StopToken? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> Report {
    let places = places.filter { selection.contains(name: $0.name) }
    let queue = SessionQueue(count: places.count, stopsAtFirst: options.stopsAtFirst)
    let crew = SessionCrew()
    crew.run(unless: stop) {
      // Not tasks: reading files would block the few threads that all tasks share.
      DispatchQueue.concurrentPerform(iterations: min(max(1, options.jobs), max(1, places.count))) { _ in
        crew.working {
          while stop?.isStopRequested != true, let index = queue.next() {
            let run = SessionRun(place: places[index], options: options, stop: stop, crew: crew)
            var outcome = run.run(selection)
            crew.unlessOver {
              // Where the run ends early, it is known only in the end what was found.
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

  /// Does to the pending files what has to be done.
  func settle(_ outcome: inout SessionRun.Outcome) {
    guard case .finished(var result, let steps) = outcome else { return }
    for step in steps where options.writesPending {
      do {
        try step.take()
      } catch {
        result.writeErrors.append(error)
      }
    }
    outcome = .finished(result, [])
  }
}

/// The sessions that are yet to be run, and what became of the others.
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

  /// The next session to be run. All before it were begun, so that the first one that fails is found in every run.
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
  /// Runs one session that was read already, such as a test's.
  ///
  /// - Parameters:
  ///   - session: The session. Its subjects are looked for in the catalog of the options.
  ///   - name: What it is called in the result.
  ///   - recording: What is played in place of the session's own recording, which isn't read then.
  ///   - stop: What ends the run early, if anything does.
  /// - Returns: What was found; nothing where the run was stopped.
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
