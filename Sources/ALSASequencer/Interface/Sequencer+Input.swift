internal import Glibc
public import MIDICore
internal import MIDIRecSystem
internal import Synchronization

extension Sequencer {
  /// The messages of ports, in the order of their arrival, for one consumer.
  ///
  /// The kernel stamps each message with its time when it arrives. A thread with real-time priority, if the system
  /// grants it, moves messages out of the kernel's small buffer, so that a slow consumer doesn't delay others.
  ///
  /// A task gets a message after two threads were woken: this one, and its own. A task that plays sound or lights an
  /// instrument does better on this thread, with ``executor``, which halves the delay.
  public final class Input: Sendable {
    /// An event of an input. Sources are indices of ``Input/choices``, and times count from the start of the input.
    public enum Event: Hashable, Sendable {
      /// A message from a source. All messages of a virtual input are from source 0.
      case message(Message, time: Nanoseconds, source: Int)
      /// A source is connected: first, or again.
      case connected(source: Int, time: Nanoseconds)
      /// A source isn't connected: it is missing at first, or was disconnected.
      case disconnected(source: Int, time: Nanoseconds)
      /// A source is available but can't be connected, because a program uses it exclusively, or because several ports
      /// match its choice.
      case refused(source: Int, reason: SequencerError)
      /// About this number of messages or other events were lost here, because the consumer or, on a very busy system, this
      /// process was too slow.
      case lost(count: Int)
    }

    private let worker: InputWorker
    private let thread: ServingThread

    /// The chosen ports, with the lasting facts of each port that was found.
    public var choices: [PortChoice] { worker.choices.withLock(\.self) }

    /// The time since the start.
    public var elapsed: Nanoseconds { monotonicTime().subtracting(worker.start.withLock(\.self)) }

    /// The thread of the input, as an executor for a task that must get messages as soon as possible.
    ///
    /// ```swift
    /// Task(executorPreference: input.executor) {
    ///   for try await case .message(let message, _, _) in input { try synth.send(message) }
    /// }
    /// ```
    ///
    /// Without it, a task gets a message after a second thread was woken, which takes about as long as the first. A task
    /// of this executor must not block or compute for
    /// long: messages are read only while it waits for the next one.
    public var executor: any TaskExecutor { worker.executor }

    /// Opens an input of a program, and waits until it has tried to connect its ports.
    init(
      from choices: [PortChoice], as name: String?, for program: String, _ capacity: Int
    ) throws(SequencerError) {
      guard let worker = InputWorker(choices, name, program, capacity) else {
        throw .exhausted("eventfd", "open an input", EMFILE)
      }
      self.worker = worker
      thread = try ServingThread(to: "open an input", until: worker.stop) { worker.run($0) }
    }
  }
}

extension Sequencer.Input: AsyncSequence {
  /// The events for a task. Several tasks share them: each event goes to one of them.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let input: Sequencer.Input

    /// Returns the next event, or `nil` if the task is canceled.
    ///
    /// - Throws: `SequencerError` if the sequencer is gone.
    public func next() async throws(SequencerError) -> Event? {
      switch try await input.worker.queue.next() {
      case .element(let event): event
      case .lost(let count): .lost(count: count)
      case nil: nil
      }
    }
  }

  /// Starts to read the events that weren't read yet.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(input: self) }
}

/// The thread of an input. It owns the capture, and passes its arrivals on.
private final class InputWorker: Sendable {
  typealias Event = Sequencer.Input.Event

  let queue: EventQueue<Event, SequencerError>
  let choices: Mutex<[PortChoice]>
  let stop: StopToken
  let executor: ThreadExecutor
  /// The start on the monotonic clock, which is time zero of the events.
  let start = Mutex(monotonicTime())
  private let name: String?
  private let program: String

  init?(_ choices: [PortChoice], _ name: String?, _ program: String, _ capacity: Int) {
    guard let stop = StopToken(), let executor = ThreadExecutor() else { return nil }
    queue = EventQueue(capacity: capacity)
    self.choices = Mutex(choices)
    self.stop = stop
    self.executor = executor
    self.name = name
    self.program = program
  }

  func run(_ opening: ServingThread.Opening) {
    executor.begin()
    defer { executor.end() }
    do throws(SequencerError) {
      let choices = choices.withLock(\.self)
      // The places of the sources in the choices, some of which choose nothing.
      let places = choices.indices.filter { !choices[$0].isNone }
      let sources = places.compactMap { place in
        choices[place].wanted.map { TrackedEndpoint($0, direction: choices[place].direction.required) }
      }
      // A capture without a source and a name lets other clients connect.
      guard name != nil || !sources.isEmpty else {
        opening.report()
        while wait(for: executor.descriptor, stop: stop, until: nil) != .stopRequested {
          executor.acknowledge()
          executor.runJobs()
        }
        return queue.end(.success(()))
      }
      var capture = try Capture.start(from: sources, as: name, for: program)
      start.withLock { $0 = capture.start }
      queue.put(
        places.indices.map { index in
          capture.sources[index].endpoint == nil
            ? .disconnected(source: places[index], time: .zero)
            : .connected(source: places[index], time: .zero)
        })
      update(capture.sources, places)
      opening.report()
      try pass(&capture, places)
      queue.end(.success(()))
    } catch {
      queue.end(.failure(error))
      opening.report(error)
    }
  }

  /// Passes arrivals on until the input is released.
  private func pass(_ capture: inout Capture, _ places: [Int]) throws(SequencerError) {
    var lostCount = 0
    func event(_ arrival: Capture.Arrival, _ capture: borrowing Capture) -> Event? {
      func place(_ source: Int) -> Int { source < places.count ? places[source] : 0 }
      switch arrival {
      case .message(let timed, let source):
        return .message(timed.message, time: timed.time, source: place(source))
      case .sourceDisconnected(let time, let source): return .disconnected(source: place(source), time: time)
      case .sourceReconnected(let time, let source): return .connected(source: place(source), time: time)
      case .sourceRefused(let error, let source): return .refused(source: place(source), reason: error)
      case .overrun:
        let total = capture.lostEventCount ?? lostCount
        defer { lostCount = max(total, lostCount) }
        return .lost(count: max(1, total - lostCount))
      case .unreadableEvent, .sourceJoined, .inputRefused: return nil
      }
    }
    // Keeps its memory.
    var events: [Event] = []
    while true {
      switch try capture.next(until: nil, stop: stop, orInputFrom: executor.descriptor) {
      case .arrivals(let arrivals):
        events.removeAll(keepingCapacity: true)
        for arrival in arrivals {
          guard let event = event(arrival, capture) else { continue }
          events.append(event)
          if case .connected = event { update(capture.sources, places) }
        }
        queue.put(events)
        capture.reuse(arrivals)
      case .interrupted: executor.acknowledge()
      case .stopRequested, .deadlinePassed: return
      }
      executor.runJobs()
    }
  }

  /// Stores the facts of the ports that were found.
  private func update(_ sources: [TrackedEndpoint], _ places: [Int]) {
    choices.withLock { choices in
      for (place, source) in zip(places, sources) {
        choices[place] = PortChoice(source.wanted, choices[place].direction)
      }
    }
  }
}
