internal import Glibc
public import MIDICore
internal import MIDIRecSystem
internal import Synchronization

extension Sequencer {
  /// A port that receives messages from the program.
  ///
  /// However an output ends, its notes and pedals are released.
  public final class Output: Sendable {
    private let worker: OutputWorker
    private let thread: Mutex<JoinableThread?>

    /// The chosen port, with its lasting facts if it was found.
    public var choice: PortChoice { worker.state.withLock(\.choice) }

    /// Whether the port is connected or, for a virtual output, whether any program is connected with it.
    public var isConnected: Bool { worker.state.withLock(\.isConnected) }

    /// Opens an output, and waits until it has tried to connect its port, which takes a few milliseconds.
    init(to choice: PortChoice, as name: String?) throws(SequencerError) {
      guard let worker = OutputWorker(choice, name) else {
        throw .exhausted("eventfd", "open an output", EMFILE)
      }
      let opening = Opening()
      guard let thread = JoinableThread.start({ worker.run(opening) }) else {
        throw .exhausted("pthread_create", "open an output", EAGAIN)
      }
      do {
        try opening.wait()
      } catch {
        thread.join()
        throw error
      }
      self.worker = worker
      self.thread = Mutex(thread)
    }

    /// Releases the notes and pedals, and closes the port.
    deinit {
      worker.stop.requestStop()
      thread.withLock { $0.take()?.join() }
    }

    /// Sends a message at once. It doesn't wait: a thread passes the message to the kernel.
    ///
    /// A port that is missing, and ``PortChoice/none(_:)``, get nothing; ``isConnected`` tells it.
    ///
    /// - Throws: `SequencerError` if the sequencer is gone, or if the port hasn't taken the last 65,536 messages.
    public func send(_ message: Message) throws(SequencerError) { try send([message]) }

    /// Sends messages at once, one after the other, as ``send(_:)-(Message)`` does.
    public func send(_ messages: [Message]) throws(SequencerError) {
      if let failure = worker.state.withLock(\.failure) { throw failure }
      guard worker.live.add(messages) else {
        throw .exhausted("send", "send to \(choice.name ?? "a port")", EAGAIN)
      }
    }

    /// Plays a recording on time, and waits for its end.
    ///
    /// The kernel's timer sends the messages. If the port is disconnected, time continues, and so does the recording when
    /// the port is back. Recordings of several calls are played one after the other. When the task is canceled, the notes
    /// and pedals of the recording are released.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - start: The time in the recording to start from. Programs, controllers, and bends in effect there are sent first.
    /// - Returns: What was sent.
    /// - Throws: `CancellationError` if the task is canceled, or `SequencerError` if the sequencer is gone.
    @discardableResult
    public func play(_ recording: Recording, from start: Nanoseconds = .zero) async throws -> PlaybackReport {
      guard let stop = StopToken() else { throw SequencerError.exhausted("eventfd", "play", EMFILE) }
      let report = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          worker.play(
            OutputWorker.Request(
              recording: recording.later(from: start), stop: stop, continuation: continuation))
        }
      } onCancel: {
        stop.requestStop()
      }
      if report.interruption == .stopRequested { throw CancellationError() }
      return report
    }
  }
}

extension Recording {
  /// Returns the messages from a time on, after those that restate programs, controllers, and bends.
  fileprivate func later(from start: Nanoseconds) -> Recording {
    guard start > .zero else { return self }
    return Recording(
      tracks: tracks.map { track in
        var controllers = ControllerState()
        var kept: [TimedMessage] = []
        for timed in track.messages {
          if timed.time < start {
            controllers.apply(timed.message)
          } else {
            kept.append(TimedMessage(time: timed.time - start, message: timed.message))
          }
        }
        let restated = controllers.messages.map { TimedMessage(time: .zero, message: $0) }
        return Track(
          name: track.name, port: track.port, messages: restated + kept, end: max(.zero, track.end - start))
      })
  }
}

/// The thread of an output. It owns the playback, which sends all messages.
private final class OutputWorker: Sendable {
  /// A recording to play.
  struct Request: Sendable {
    let recording: Recording
    let stop: StopToken
    let continuation: CheckedContinuation<PlaybackReport, any Error>
  }

  struct State {
    var choice: PortChoice
    var isConnected = false
    /// The recordings that wait.
    var requests: [Request] = []
    /// The reason why the thread has ended, or `nil`.
    var failure: SequencerError?
  }

  let state: Mutex<State>
  let live: LiveMessages
  let stop: StopToken
  private let name: String?

  init?(_ choice: PortChoice, _ name: String?) {
    guard let live = LiveMessages(), let stop = StopToken() else { return nil }
    state = Mutex(State(choice: choice))
    (self.live, self.stop, self.name) = (live, stop, name)
  }

  /// Plays a recording after the ones that wait.
  func play(_ request: Request) {
    let failure = state.withLock { state in
      if state.failure == nil { state.requests.append(request) }
      return state.failure
    }
    if let failure { return request.continuation.resume(throwing: failure) }
    live.wake()
  }

  func run(_ opening: Opening) {
    var hasOpened = false
    do throws(SequencerError) {
      var playback = try open()
      playback.live = live
      defer { playback.endLiveNotes() }
      while true {
        try playback.catchUp()
        update(playback)
        if !hasOpened { opening.report() }
        hasOpened = true
        let request = state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
        if let request {
          try play(request, on: &playback)
        } else if !playback.waitForLive(stop: stop) {
          return
        }
      }
    } catch {
      let requests = state.withLock { state in
        state.failure = error
        defer { state.requests = [] }
        return state.requests
      }
      for request in requests { request.continuation.resume(throwing: error) }
      if !hasOpened { opening.report(error) }
    }
  }

  private func open() throws(SequencerError) -> Playback {
    if let name { return try Playback.open(as: name) }
    let wanted = state.withLock(\.choice.wanted)
    return try Playback.open(to: wanted.map { TrackedEndpoint($0, direction: .output) })
  }

  private func update(_ playback: borrowing Playback) {
    let (wanted, isConnected) = (playback.wanted, playback.hasReceiver)
    state.withLock { state in
      state.choice = PortChoice(wanted, state.choice.direction)
      state.isConnected = isConnected
    }
  }

  private func play(_ request: Request, on playback: inout Playback) throws(SequencerError) {
    let passes = RepeatedRecording(request.recording.messagesInOrder, length: request.recording.duration)
    do throws(SequencerError) {
      let report = try playback.play(passes, stop: request.stop) { notice in
        switch notice {
        case .left: state.withLock { $0.isConnected = false }
        case .came: state.withLock { $0.isConnected = true }
        case .progress, .paused, .resumed: break
        }
      }
      request.continuation.resume(returning: report)
    } catch {
      request.continuation.resume(throwing: error)
      throw error
    }
  }
}
