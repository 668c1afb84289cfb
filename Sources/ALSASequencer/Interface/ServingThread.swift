internal import Dispatch
internal import Glibc
internal import MIDIRecSystem
internal import Synchronization

/// A thread that opens a connection with the sequencer, and serves it until the value is released.
final class ServingThread: Sendable {
  /// The result of opening, which the thread reports to its creator.
  final class Opening: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let failure = Mutex<SequencerError?>(nil)

    /// Reports success, or an error. Only the first report counts.
    func report(_ error: SequencerError? = nil) {
      failure.withLock { $0 = error }
      done.signal()
    }

    /// Waits for the report.
    fileprivate func wait() throws(SequencerError) {
      done.wait()
      if let error = failure.withLock(\.self) { throw error }
    }
  }

  private let stop: StopToken
  private let thread: Mutex<JoinableThread?>

  /// Starts the thread, and waits until it has opened its connection, which takes a few milliseconds.
  ///
  /// - Parameters:
  ///   - purpose: The purpose for errors: `open an input`.
  ///   - stop: The token that ends the thread.
  ///   - serve: Opens the connection, reports that, and serves the connection until a stop is requested.
  init(
    to purpose: String, until stop: StopToken, _ serve: @escaping @Sendable (Opening) -> Void
  ) throws(SequencerError) {
    let opening = Opening()
    guard let thread = JoinableThread.start({ serve(opening) }) else {
      throw .exhausted("pthread_create", purpose, EAGAIN)
    }
    do {
      try opening.wait()
    } catch {
      thread.join()
      throw error
    }
    self.stop = stop
    self.thread = Mutex(thread)
  }

  /// Ends the thread. A task that runs on the thread itself can't wait for its end.
  deinit {
    stop.requestStop()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    if thread.isCurrent { thread.detach() } else { thread.join() }
  }
}
