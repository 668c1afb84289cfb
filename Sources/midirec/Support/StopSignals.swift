internal import Glibc
internal import Waiting

/// Turns Ctrl-C, SIGTERM, and a closed terminal into a stop request, so that the command can finish files and notes.
///
/// It also ignores SIGPIPE, so that a closed pipe doesn't end the process during a take.
final class StopSignals {
  /// The token that the signals stop.
  let stop: StopToken

  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Starts to handle the signals.
  init() throws {
    guard let stop = StopToken() else {
      throw CommandFailure(CommandFailure.inputOutput, "no file descriptors are left to watch for Ctrl-C")
    }
    self.stop = stop
    signal(SIGPIPE, SIG_IGN)
    stop.requestStop(onSignals: Self.numbers)
  }

  /// Restores the default actions: the next Ctrl-C ends the process.
  func release() {
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
