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
    private let thread: ServingThread

    /// The chosen port, with its lasting facts if it was found.
    public var choice: PortChoice { worker.status.withLock(\.choice) }

    /// Whether the port is connected or, for a virtual output, whether any program is connected with it.
    ///
    /// If it isn't, ``PortChoice/matches(among:)`` returns whether the port is missing, or whether several match.
    public var isConnected: Bool { worker.status.withLock(\.isConnected) }

    /// Calls a function after each change of ``isConnected``, on the output's thread.
    package func whenConnectionChanges(_ body: @escaping @Sendable () -> Void) {
      worker.status.withLock { $0.connectionChanged = body }
    }

    /// Opens an output of a program, and waits until it has tried to connect its port.
    init(to choice: PortChoice, as name: String?, for program: String) throws(SequencerError) {
      guard let worker = OutputWorker(choice, name, program) else {
        throw .exhausted("eventfd", "open an output", EMFILE)
      }
      self.worker = worker
      thread = try ServingThread(to: "open an output", until: worker.stop) { worker.run($0) }
    }

    /// Sends a message at once. It doesn't wait: a thread passes the message to the kernel.
    ///
    /// A port that is missing, and ``PortChoice/none(_:)``, get no message; see ``isConnected``.
    ///
    /// - Throws: `SequencerError` if the sequencer is gone, or if the port hasn't taken the last 65,536 messages.
    public func send(_ message: Message) throws(SequencerError) { try send([message]) }

    /// Sends messages at once, one after the other, as ``send(_:)-(Message)`` does.
    public func send(_ messages: [Message]) throws(SequencerError) {
      if let failure = worker.status.withLock(\.failure) { throw failure }
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
  /// Returns the messages from a time on, after messages that restate programs, controllers, and bends.
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

  /// What other threads see of the output.
  struct Status {
    var choice: PortChoice
    var isConnected = false
    var connectionChanged: @Sendable () -> Void = {}
    /// The recordings that wait.
    var requests: [Request] = []
    /// The reason why the thread has ended, or `nil`.
    var failure: SequencerError?
  }

  let status: Mutex<Status>
  let live: LiveMessages
  let stop: StopToken
  private let name: String?
  private let program: String

  init?(_ choice: PortChoice, _ name: String?, _ program: String) {
    guard let live = LiveMessages(), let stop = StopToken() else { return nil }
    status = Mutex(Status(choice: choice))
    (self.live, self.stop, self.name, self.program) = (live, stop, name, program)
  }

  /// Plays a recording after the ones that wait.
  func play(_ request: Request) {
    let failure = status.withLock { status in
      if status.failure == nil { status.requests.append(request) }
      return status.failure
    }
    if let failure { return request.continuation.resume(throwing: failure) }
    live.wake()
  }

  func run(_ opening: ServingThread.Opening) {
    do throws(SequencerError) {
      var playback = try open()
      playback.live = live
      defer { playback.endLiveNotes() }
      try catchUp(&playback)
      opening.report()
      while true {
        let request = status.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
        if let request {
          try play(request, on: &playback)
        } else if !playback.waitForLive(stop: stop) {
          return
        }
        try catchUp(&playback)
      }
    } catch {
      let requests = status.withLock { status in
        status.failure = error
        defer { status.requests = [] }
        return status.requests
      }
      for request in requests { request.continuation.resume(throwing: error) }
      opening.report(error)
    }
  }

  private func open() throws(SequencerError) -> Playback {
    if let name { return try Playback.open(as: name) }
    let wanted = status.withLock(\.choice.wanted)
    return try Playback.open(to: wanted.map { TrackedEndpoint($0, direction: .output) }, for: program)
  }

  private func catchUp(_ playback: inout Playback) throws(SequencerError) {
    try playback.catchUp()
    let wanted = playback.wanted
    status.withLock { $0.choice = PortChoice(wanted, $0.choice.direction) }
    setConnected(playback.hasReceiver)
  }

  private func setConnected(_ isConnected: Bool) {
    let changed = status.withLock { status in
      defer { status.isConnected = isConnected }
      return status.isConnected == isConnected ? nil : status.connectionChanged
    }
    changed?()
  }

  private func play(_ request: Request, on playback: inout Playback) throws(SequencerError) {
    let passes = RepeatedRecording(request.recording.messagesInOrder, length: request.recording.duration)
    do throws(SequencerError) {
      let report = try playback.play(passes, stop: request.stop) { notice in
        switch notice {
        case .left: setConnected(false)
        case .came: setConnected(true)
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
