internal import Dispatch
internal import Synchronization
internal import System

/// The threads that run sessions. A stopped run doesn't wait for threads that compare.
///
/// Programs under test are ended before the run ends. A comparison only computes, and may take minutes.
final class SessionCrew: Sendable {
  /// The threads that must end before a stopped run ends.
  private let working = DispatchGroup()
  private let isOver = Mutex(false)

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
}
