internal import Glibc
internal import Waiting

/// Turns Ctrl-C, SIGTERM and a closed terminal into a stop request, so that files are finished and notes ended.
///
/// It also keeps a closed pipe from ending the process in the middle of a take.
final class StopSignals {
  /// What the signals ask for.
  let stop: StopToken

  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Begins to watch.
  init() throws {
    guard let stop = StopToken() else {
      throw CommandFailure(CommandFailure.inputOutput, "no file descriptors are left to watch for Ctrl-C")
    }
    self.stop = stop
    signal(SIGPIPE, SIG_IGN)
    stop.requestStop(onSignals: Self.numbers)
  }

  /// Leaves the signals to the system again: the next Ctrl-C ends the process.
  func release() {
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
