internal import ALSASequencer
internal import Dispatch
internal import Glibc

/// Turns Ctrl-C, SIGTERM and a closed terminal into a stop request, so that files are finished and notes ended.
///
/// As long as it exists; it also keeps a closed pipe from ending the process in the middle of a take.
final class StopSignals {
  /// What the signals ask for.
  let stop: StopRequest

  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [any DispatchSourceSignal]

  /// Begins to watch.
  init() throws {
    guard let stop = StopRequest() else {
      throw CommandFailure(CommandFailure.inputOutput, "no file descriptors are left to watch for Ctrl-C")
    }
    self.stop = stop
    signal(SIGPIPE, SIG_IGN)
    sources = Self.numbers.map { number in
      // The default would end the process before the source hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { stop.make() }
      source.activate()
      return source
    }
  }

  /// Leaves the signals to the system again: the next Ctrl-C ends the process.
  func release() {
    for (number, source) in zip(Self.numbers, sources) {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
}
