internal import Dispatch
internal import MIDIRecSystem
internal import Synchronization

/// The threads that run sessions, with the remaining sessions and the results of the others.
///
/// A stopped run doesn't wait for threads that compare: programs under test are ended before the run ends, but a
/// comparison only computes, and may take minutes.
final class SessionCrew: Sendable {
  private struct State {
    var nextIndex = 0
    var hasFailure = false
    var progress: SessionRunner.Progress
    var results: [SessionResult?]
  }

  /// The threads that must end before a stopped run ends.
  private let working = DispatchGroup()
  private let isOver = Mutex(false)
  private let stopsAtFirst: Bool
  private let state: Mutex<State>

  /// Creates the crew of a run.
  ///
  /// - Parameter stopsAtFirst: Whether no session begins after one that doesn't match.
  init(sessionCount count: Int = 1, stopsAtFirst: Bool = false) {
    self.stopsAtFirst = stopsAtFirst
    state = Mutex(
      State(progress: SessionRunner.Progress(total: count), results: Array(repeating: nil, count: count)))
  }

  /// Runs the threads, and returns when they have ended, or after a stop when only comparing threads remain.
  func run(unless stop: StopToken?, _ threads: @escaping @Sendable () -> Void) {
    guard let stop, let end = StopToken() else { return threads() }
    let thread = JoinableThread.start {
      threads()
      end.requestStop()
    }
    guard let thread else { return threads() }
    end.wait(or: stop)
    working.wait()
    isOver.withLock { $0 = true }
    if end.isStopRequested { thread.join() }
  }

  /// Calls a function during which a stopped run waits for the thread.
  func working<Result>(_ body: () -> Result) -> Result {
    working.enter()
    defer { working.leave() }
    return body()
  }

  /// Calls a function during which a stopped run doesn't wait for the thread. It is called within ``working(_:)``.
  func comparing<Result>(_ body: () -> Result) -> Result {
    working.leave()
    defer { working.enter() }
    return body()
  }

  /// Calls a function unless the run is over.
  func unlessOver(_ body: () -> Void) {
    isOver.withLock { isOver in if !isOver { body() } }
  }

  // MARK: Sessions

  /// The results of the sessions, each `nil` if it didn't run or was stopped.
  var results: [SessionResult?] { state.withLock { $0.results } }

  /// Returns the index of the next session, or `nil`. All earlier ones were started, so every run finds the same first
  /// failure.
  func nextIndex() -> Int? {
    state.withLock { state in
      guard state.nextIndex < state.results.count, !stopsAtFirst || !state.hasFailure else { return nil }
      defer { state.nextIndex += 1 }
      return state.nextIndex
    }
  }

  /// Stores the result of a session, or `nil` if it was stopped, and reports the progress.
  func finish(_ index: Int, _ result: SessionResult?, _ report: (SessionRunner.Progress) -> Void) {
    state.withLock { state in
      state.results[index] = result
      state.progress.finished += 1
      if let result, result.isSelected, !result.isPassed {
        state.progress.notPassed += 1
        state.hasFailure = true
      }
      report(state.progress)
    }
  }
}
