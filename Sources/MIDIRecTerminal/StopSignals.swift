internal import Dispatch
internal import Glibc
package import MIDIRecSystem

/// Turns Ctrl-C, a closed terminal, and every other signal that would end the process into a stop request, so that the
/// command can finish files and notes.
///
/// It ignores SIGPIPE and SIGXFSZ, so that a closed pipe or a file that mustn't grow is an error instead of the end of
/// a take. Signals that report a crash keep their effect.
package final class StopSignals {
  /// The token that the signals stop.
  package let stop: StopToken

  private static let numbers =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR,
      SIGSTKFLT,
    ]
    // The real-time signals, except the two that glibc uses.
    + (34...64)

  /// Starts to handle the signals.
  package init() throws {
    guard let stop = StopToken() else {
      throw TerminalError("no file descriptors are left to watch for Ctrl-C")
    }
    self.stop = stop
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    stop.requestStop(onSignals: Self.numbers)
  }

  /// Restores the default actions: the next Ctrl-C ends the process.
  package func release() {
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}

/// Turns Enter, a line on standard input, or SIGUSR1 into a request to start, as long as this object exists.
package final class StartSignals {
  /// The request to start.
  package let request: StopToken

  private let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())

  /// Starts to watch.
  package init() throws {
    guard let request = StopToken() else {
      throw TerminalError("no file descriptors are left to watch for Enter")
    }
    self.request = request
    request.requestStop(onSignals: [SIGUSR1])
    input.setEventHandler { [input] in
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
      // The end stays readable forever.
      guard count > 0 else { return input.cancel() }
      if bytes[..<count].contains(UInt8(ascii: "\n")) { request.requestStop() }
    }
    input.activate()
  }

  deinit { input.cancel() }
}
