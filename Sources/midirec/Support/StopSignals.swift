internal import Glibc
internal import System

/// Turns Ctrl-C, a closed terminal, and every other signal that would end the process into a stop request, so that the
/// command can finish files and notes.
///
/// It ignores SIGPIPE and SIGXFSZ, so that a closed pipe or a file that mustn't grow is an error instead of the end of
/// a take. Signals that report a crash keep their effect.
final class StopSignals {
  /// The token that the signals stop.
  let stop: StopToken

  private static let numbers =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR,
      SIGSTKFLT,
    ]
    // The real-time signals, except the two that glibc uses.
    + (34...64)

  /// Starts to handle the signals.
  init() throws {
    guard let stop = StopToken() else {
      throw CommandFailure(CommandFailure.inputOutput, "no file descriptors are left to watch for Ctrl-C")
    }
    self.stop = stop
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    stop.requestStop(onSignals: Self.numbers)
  }

  /// Restores the default actions: the next Ctrl-C ends the process.
  func release() {
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
