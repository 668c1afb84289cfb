internal import CALSA
internal import Glibc
package import MIDICore
package import Waiting

/// Listens to endpoints and says when what comes came, by the kernel's stamps, on one clock for all.
///
/// A thread of its own reads (``CaptureReader``), so that nothing is lost while what came is written or shown. An
/// endpoint that goes away is connected again by itself when it returns, under whatever number. Times count from the
/// start of the capture. It belongs to the thread that started it, and ends when it goes.
package struct Capture: ~Copyable {
  /// What can come. A source is said by its index in ``sources``.
  package enum Arrival: Hashable, Sendable {
    /// A message.
    case message(TimedMessage, from: Int)
    /// The kernel had to drop events because nobody read them in time; how many in all, ``lostEventCount`` says; whose,
    /// nobody does.
    case overrun(at: Nanoseconds)
    /// An event that no MIDI message stands for, or whose values are out of range.
    case unreadableEvent(at: Nanoseconds, from: Int)
    /// The endpoint went away, and its connection with it.
    case sourceDisconnected(at: Nanoseconds, from: Int)
    /// The endpoint is back, and connected again.
    case sourceReconnected(at: Nanoseconds, from: Int)
    /// The endpoint is back, and can't be connected: it is in use by a program that shares it with nobody.
    case sourceRefused(SequencerError, from: Int)

    /// When it came, since the start of the capture; nothing where that doesn't matter.
    package var time: Nanoseconds? {
      switch self {
      case .message(let timed, _): timed.time
      case .overrun(let time), .unreadableEvent(let time, _), .sourceDisconnected(let time, _),
        .sourceReconnected(let time, _):
        time
      case .sourceRefused: nil
      }
    }
  }

  /// What a wait for arrivals brought.
  package enum Outcome: Hashable, Sendable {
    /// What came, in order.
    case arrivals([Arrival])
    /// The time has passed and nothing came.
    case deadlinePassed
    /// The other thing that was waited for has come.
    case interrupted
    /// The stop was asked for. ``end()`` and ``remaining()`` have what came before it.
    case stopRequested
  }

  /// How soon arrivals are to be told.
  package enum DeliveryMode: Hashable, Sendable {
    /// At once.
    case immediate
    /// When the deadline has come, or so many that memory could become short: the fewer times the thread is woken, the
    /// less it costs. What comes has its stamp already.
    case batched
  }

  /// What is listened to, and whether it is there. Where it is empty, the capture has a port called `midirec capture`
  /// that others connect to or send to, and all that comes there is from source 0. Where the capture has a name, what
  /// others send to its port is from the source after the last, whose index is the count of these.
  package private(set) var sources: [TrackedEndpoint]

  let reader: CaptureReader
  private var monitor: EndpointMonitor
  /// The source of what comes without having been asked for.
  private let strangersIndex: Int
  /// One for each source: each may be in the middle of a System Exclusive message.
  private var decoders: [MessageDecoder]
  /// Which source events come from: the connections that the stream of events has announced.
  private var connections: [EndpointAddress: Int] = [:]
  /// The connections that were made, and that the stream of events has yet to announce.
  private var newConnections: [EndpointAddress: Int] = [:]
  /// What is to be told and doesn't come from the stream of events.
  private var untold: [Arrival] = []

  /// How many events are taken before the stop and the time are looked at again, so that no flood can put off either;
  /// also where a slow machine takes a millisecond for an event.
  private static let maxBatchCount = 250

  /// Starts to listen.
  ///
  /// - Parameter sources: Endpoints that are there, all different; none to let others connect.
  /// - Throws: What the sequencer refused: there is none, an endpoint is gone, it is in use by a program that
  ///   shares it with nobody.
  package static func start(from sources: [Endpoint]) throws(SequencerError) -> Capture {
    try start(from: sources.map { TrackedEndpoint($0, direction: .input) })
  }

  /// Starts to listen to endpoints of which some may be away: they are connected when they come.
  ///
  /// - Parameters:
  ///   - sources: What to listen to; none to let others connect.
  ///   - name: What its client and port are called, so that others can connect to it as well; nothing to let others do
  ///     so only where there are no sources.
  /// - Throws: What the sequencer refused.
  package static func start(
    from sources: [TrackedEndpoint], as name: String? = nil
  ) throws(SequencerError) -> Capture {
    // What comes or goes after this is announced.
    let monitor = try EndpointMonitor.start()
    let reader = try CaptureReader.start(as: name ?? (sources.isEmpty ? "midirec capture" : nil))
    var capture = Capture(
      sources: sources, reader: reader, monitor: monitor, strangersIndex: name == nil ? 0 : sources.count)
    for (index, source) in sources.enumerated() {
      guard let endpoint = source.endpoint else { continue }
      try reader.client.connect(endpoint.address, to: reader.port)
      capture.connections[endpoint.address] = index
    }
    return capture
  }

  private init(
    sources: [TrackedEndpoint], reader: CaptureReader, monitor: consuming EndpointMonitor, strangersIndex: Int
  ) {
    self.sources = sources
    self.reader = reader
    self.monitor = monitor
    self.strangersIndex = strangersIndex
    decoders = .init(repeating: MessageDecoder(), count: max(sources.count, strangersIndex + 1))
  }

  deinit { reader.cancel() }

  /// The time since the start.
  package var elapsed: Nanoseconds { monotonicTime() - reader.start }

  /// Why the system doesn't grant the thread that reads real-time priority, an errno; nothing where it does. Without it a
  /// machine that is very busy may lose events, which is said then.
  package var realTimeRefusal: Int32? { reader.realTimeRefusal }

  // MARK: What comes

  /// Waits until something comes.
  ///
  /// - Parameters:
  ///   - deadline: When to give up, since the start of the capture; never, if there is none.
  ///   - promptness: How soon arrivals are to be told.
  ///   - stop: What ends the wait at once.
  ///   - interruption: Something else to wait for.
  ///   - input: A file descriptor that may become readable, such as the keyboard's.
  ///   - otherInput: Another one.
  package mutating func next(
    until deadline: Nanoseconds?, deliveryMode: DeliveryMode = .immediate, stop: StopToken,
    interruption: StopToken? = nil, orInputFrom input: Int32? = nil, or otherInput: Int32? = nil
  ) throws(SequencerError) -> Outcome {
    let isPatient = deliveryMode == .batched && deadline != nil
    let backlog = isPatient ? reader.handover.capacity / 4 : 1
    let deadline = deadline.map { reader.start + $0 }
    while true {
      let mayWait = untold.isEmpty && reader.listen(forBacklog: backlog)
      let outcome = wait(
        for: reader.arrival.descriptor, monitor.descriptor, interruption?.descriptor, input, otherInput,
        stop: stop, until: mayWait ? deadline : .zero)
      reader.arrival.disarm()
      // Events that were read before a failure come first.
      if reader.hasEnded, !hasBacklog { try reader.join() }
      switch outcome {
      case .stopRequested: return .stopRequested
      case .ready(let ready):
        if !ready.isDisjoint(with: [.third, .fourth, .fifth]) { return .interrupted }
        if ready.contains(.second) { try follow() }
      case .deadlinePassed: break
      }
      let arrivals = takeArrivals(atMost: Self.maxBatchCount)
      if !arrivals.isEmpty { return .arrivals(arrivals) }
      // What came may have been a piece of a message that goes on, or nothing that concerns anybody.
      if let deadline, monotonicTime() >= deadline { return .deadlinePassed }
    }
  }

  /// Whether something has come that was not told yet.
  package var hasBacklog: Bool { !untold.isEmpty || reader.handover.count > 0 }

  /// Cuts all connections, and lets the reading end. What has come by then is told by ``remaining()``.
  package mutating func end() {
    isEnding = true
    for address in Set(connections.keys).union(newConnections.keys) {
      reader.client.disconnect(address, from: reader.port)
    }
    reader.askToEnd()
  }

  /// Takes what has come until ``end()`` and was not told yet, a batch for each call.
  ///
  /// - Returns: Nothing when all was told.
  package mutating func remaining() throws(SequencerError) -> [Arrival]? {
    precondition(isEnding, "a capture that goes on has no end")
    while !hasBacklog, !reader.hasEnded {
      if reader.listen(forBacklog: 1), !reader.hasEnded {
        _ = wait(for: reader.arrival.descriptor, stop: nil, until: nil)
      }
      reader.arrival.disarm()
    }
    // Asked again: what it put last may have come between the two looks.
    guard hasBacklog else {
      try reader.join()
      return nil
    }
    return takeArrivals(atMost: Self.maxBatchCount)
  }

  /// How many events the kernel had to drop because nobody read them in time; of a System Exclusive message each 28 bytes
  /// count. To be asked when ``remaining()`` has told all; nothing where the system doesn't tell.
  package var lostEventCount: Int? { reader.lostEventCount }

  /// Whether connections that go are those that ``end()`` itself has cut.
  private var isEnding = false

  private mutating func takeArrivals(atMost limit: Int) -> [Arrival] {
    var arrivals: [Arrival] = []
    swap(&arrivals, &untold)
    var items = 0
    var isTaken = true
    // A local reference, since the closure changes this capture.
    let handover = reader.handover
    while items < limit, isTaken {
      isTaken = handover.take { item in
        switch item {
        case .event(let event): interpret(event, into: &arrivals)
        case .overrun(let time):
          arrivals.append(.overrun(at: time))
          recover(at: time, into: &arrivals)
        }
      }
      items += 1
    }
    reader.room.notify()
    return arrivals
  }

  private mutating func interpret(_ event: SequencerEvent, into arrivals: inout [Arrival]) {
    switch event.type {
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
      noteConnection(of: event.connection.sender, at: event.time, into: &arrivals)
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
      guard let source = connections.removeValue(forKey: event.connection.sender), !isEnding else { return }
      // Half a System Exclusive message has no end any more.
      decoders[source] = MessageDecoder()
      arrivals.append(.sourceDisconnected(at: event.time, from: source))
    default:
      // What a program sends to the port without having been asked for is kept, too.
      let source = connections[event.sender] ?? newConnections[event.sender] ?? strangersIndex
      switch decoders[source].decode(event) {
      case .message(let message):
        arrivals.append(.message(TimedMessage(time: event.time, message: message), from: source))
      case .messages(let messages):
        for message in messages {
          arrivals.append(.message(TimedMessage(time: event.time, message: message), from: source))
        }
      case .notMIDI:
        arrivals.append(.unreadableEvent(at: event.time, from: source))
      }
    }
  }

  // MARK: Connections

  /// Reads what has changed in the system, and connects what has returned.
  private mutating func follow() throws(SequencerError) {
    let changes = try monitor.update()
    guard !changes.isEmpty else { return }
    for index in sources.indices {
      for case .came(let endpoint, _) in sources[index].follow(monitor.endpoints, after: changes) {
        // Its events may come before the call returns.
        newConnections[endpoint.address] = index
        do {
          try reader.client.connect(endpoint.address, to: reader.port)
          // So that it has its place among the events, after the end of the former connection.
          if !reader.client.announceConnection(of: endpoint.address, to: reader.port) {
            var announcement: [Arrival] = []
            noteConnection(of: endpoint.address, at: elapsed, into: &announcement)
            untold += announcement
          }
        } catch {
          newConnections[endpoint.address] = nil
          // Gone again before it could be connected: its return is announced like any other.
          guard ![ENOENT, EINVAL, ENXIO, ENODEV].contains(error.errno) else { continue }
          untold.append(.sourceRefused(error, from: index))
        }
      }
    }
  }

  /// Takes note of a connection that the stream of events announces.
  private mutating func noteConnection(
    of address: EndpointAddress, at time: Nanoseconds, into arrivals: inout [Arrival]
  ) {
    let new = newConnections.removeValue(forKey: address)
    // Others may cut a connection and make it again.
    let known = new ?? sources.firstIndex { $0.endpoint?.address == address }
    guard let source = known else { return }
    // Those that it was started with are no news.
    if new == nil, connections[address] == source { return }
    for (former, index) in connections where index == source {
      // Its leaving was among the events that were lost in an overrun.
      connections[former] = nil
      arrivals.append(.sourceDisconnected(at: time, from: source))
    }
    connections[address] = source
    arrivals.append(.sourceReconnected(at: time, from: source))
  }

  /// After an overrun: announcements of connections may be among what was lost, and ends of messages.
  private mutating func recover(at time: Nanoseconds, into arrivals: inout [Arrival]) {
    decoders = .init(repeating: MessageDecoder(), count: decoders.count)
    for address in newConnections.keys.sorted() { noteConnection(of: address, at: time, into: &arrivals) }
  }
}
