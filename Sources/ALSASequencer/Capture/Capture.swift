internal import CALSA
internal import Glibc
package import MIDICore
package import MIDIRecSystem

/// Captures events from endpoints with the kernel's timestamps, on one clock.
///
/// The kernel puts an event of a source into the pool of midirec's port, with its time. The thread of ``CaptureReader``
/// moves it to a ring buffer at once, so that no event is lost while the caller writes or shows earlier ones.
/// ``next(until:isPatient:stop:interruption:orInputFrom:or:)`` takes events from the buffer in the caller's thread.
/// ``Connections`` finds the source of each event, and ``MessageDecoder`` converts the events to messages, which the
/// caller gets as arrivals. The port's events also announce the end of a connection. ``EndpointMonitor`` finds the
/// endpoint when it returns under any number. The capture connects it again, and announces that through the same buffer.
///
/// Times are relative to the start of the capture. A capture belongs to the thread that started it, and ends when it is
/// destroyed.
package struct Capture: ~Copyable {
  /// An item of a capture. Sources are indices of ``sources``.
  package enum Arrival: Hashable, Sendable {
    case message(TimedMessage, from: Int)
    /// The kernel dropped events because the reader fell behind. ``lostEventCount`` holds the total; their sources are
    /// unknown.
    case overrun(at: Nanoseconds)
    /// An event of MIDI whose values no message has, with its description.
    case unreadableEvent(String, at: Nanoseconds, from: Int)
    /// The endpoint was disconnected.
    case sourceDisconnected(at: Nanoseconds, from: Int)
    /// The endpoint was reconnected.
    case sourceReconnected(at: Nanoseconds, from: Int)
    /// The endpoint is back but can't be connected, because a program uses it exclusively. In a capture for a program,
    /// also several endpoints that match the source.
    case sourceRefused(SequencerError, from: Int)
    /// An input that appeared after the start is a source now. Its name is included.
    case sourceJoined(String, at: Nanoseconds, from: Int)
    /// An input of a capture with new inputs can't be connected, because a program uses it exclusively.
    case inputRefused(SequencerError)

    /// The time since the start of the capture, or `nil` if it is irrelevant.
    package var time: Nanoseconds? {
      switch self {
      case .message(let timed, _): timed.time
      case .overrun(let time), .unreadableEvent(_, let time, _), .sourceDisconnected(let time, _),
        .sourceReconnected(let time, _), .sourceJoined(_, let time, _):
        time
      case .sourceRefused, .inputRefused: nil
      }
    }
  }

  /// The result of a wait.
  package enum Delivery: Hashable, Sendable {
    /// The arrivals, in order.
    case arrivals([Arrival])
    /// The deadline has passed without an arrival.
    case deadlinePassed
    /// The additional descriptor is readable.
    case interrupted
    /// A stop was requested. ``end()`` and ``remaining()`` return earlier arrivals.
    case stopRequested
  }

  /// The sources with their connection states. Sources that appeared after the start follow the others.
  ///
  /// If the list is empty, the capture has a port called `midirec capture` for other clients, whose events are from
  /// source 0. If the capture has a name, events of other clients are from the source after the first ones.
  package var sources: [TrackedEndpoint] { connections.peers }
  /// The address of the port to which other clients can connect, if there is one.
  package var ownAddress: EndpointAddress { reader.port }
  /// The distinct names of the sources, with midirec's own port, by index.
  package private(set) var sourceNames: [String]

  let reader: CaptureReader
  private var monitor: EndpointMonitor
  /// The index of midirec's port in ``sourceNames``, or `nil` if other clients can't connect themselves.
  private let ownIndex: Int?
  /// Whether inputs that appear later become sources.
  private let addsNewInputs: Bool
  private var connections: Connections
  /// Whether the capture is for a program, whose sources needn't be found before.
  private let isForProgram: Bool
  /// The endpoints of each source that several match, as they were reported.
  private var ambiguities: [Int: [Endpoint]] = [:]
  private var decoder = MessageDecoder()
  /// The arrivals that don't come from the event stream and weren't delivered yet.
  private var pending: [Arrival] = []
  /// An empty list with the memory of delivered arrivals.
  private var emptied: [Arrival] = []
  /// Whether the latest batch was full, so that the rest of the arrivals is also due.
  private var isBatchFull = false

  /// The number of events that are processed between checks of the stop and the time, so that no flood delays either. A
  /// slow machine may need a millisecond per event.
  private static let maxBatchCount = 250

  /// Starts a capture of endpoints that may be disconnected. They are connected when they appear.
  ///
  /// - Parameters:
  ///   - sources: The endpoints, or an empty list to let other clients connect.
  ///   - name: The name of a client and port to which other clients can connect, or `nil` to allow this only without
  ///     sources.
  ///   - addsNewInputs: Whether inputs that appear later become sources, except ports of this process.
  ///   - program: The name of the program whose current thread reads, and then only waits for arrivals, or `nil` if a
  ///     separate thread reads. The program's sources needn't be found before. They may also be gone.
  /// - Throws: `SequencerError` if there is no sequencer, if all chosen endpoints are gone, or if a program uses one
  ///   exclusively. A capture for a program or with new inputs also starts without its endpoints. One
  ///   with new inputs reports exclusive inputs as ``Arrival/inputRefused(_:)``.
  package static func start(
    from sources: [TrackedEndpoint], as name: String? = nil,
    addsNewInputs: Bool = false, for program: String? = nil
  ) throws(SequencerError) -> Capture {
    // Later changes are announced.
    let monitor = try EndpointMonitor.start()
    let ownName = name ?? (sources.isEmpty ? "midirec capture" : nil)
    let reader = try CaptureReader(as: ownName, for: program)
    var capture = Capture(
      sourceNames: sources.distinctNames + [ownName].compactMap(\.self), reader: reader, monitor: monitor,
      ownIndex: ownName == nil ? nil : sources.count, addsNewInputs: addsNewInputs,
      connections: Connections(sources), isForProgram: program != nil)
    let needsSource = !addsNewInputs && program == nil
    // The number of an endpoint that is gone may belong to a different one already.
    _ = capture.connections.locate(in: capture.monitor.endpoints)
    // If all are gone, connecting them reports the kernel's error.
    if needsSource, capture.connections.located.isEmpty { capture.connections = Connections(sources) }
    let absence = try capture.connectFirst()
    if let absence, needsSource, capture.connections.peerAddresses.isEmpty { throw absence }
    // Inputs may have appeared since the sources were chosen.
    if addsNewInputs { capture.addNewInputs() }
    if capture.isForProgram { capture.reportAmbiguities() }
    return capture
  }

  /// Connects the sources that are present.
  ///
  /// - Returns: The error of a source that disappeared before its connection, or `nil`. Its return will be announced.
  private mutating func connectFirst() throws(SequencerError) -> SequencerError? {
    var absence: SequencerError?
    for (peer, endpoint) in connections.located {
      do {
        try reader.client.connect(endpoint.address, to: reader.port)
        connections.recordFirstConnection(peer, as: endpoint)
      } catch {
        if addsNewInputs, error.isPortHeld {
          if connections.recordRefusal(by: endpoint) { pending.append(.inputRefused(error)) }
        } else if error.isPortMissing {
          absence = absence ?? error
        } else {
          throw error
        }
      }
    }
    return absence
  }

  deinit { reader.cancel() }

  /// The start on the monotonic clock, which is time zero of the arrivals.
  package var start: Nanoseconds { reader.start }

  /// The time since the start.
  package var elapsed: Nanoseconds { monotonicTime() - start }

  /// The error number of the system's refusal of real-time priority, or `nil` if the reader thread has it.
  ///
  /// Without it, events may be lost on a very busy machine; the loss is then reported.
  package var realTimeRefusal: Int32? { reader.realTimeRefusal }

  // MARK: Arrivals

  /// Waits for arrivals.
  ///
  /// - Parameters:
  ///   - deadline: The end of the wait, since the start of the capture, or `nil` to wait indefinitely.
  ///   - isPatient: Whether arrivals are delivered at the deadline, or when memory could become short. Fewer wakeups
  ///     cost less, and arrivals already have timestamps.
  ///   - stop: Ends the wait at once.
  ///   - interruption: A descriptor that ends the wait when it is readable, or `nil`.
  ///   - input: A file descriptor that may become readable, such as the keyboard's.
  ///   - otherInput: A further file descriptor.
  package mutating func next(
    until deadline: Nanoseconds?, isPatient: Bool = false, stop: StopToken,
    interruption: StopToken? = nil, orInputFrom input: Int32? = nil, or otherInput: Int32? = nil
  ) throws(SequencerError) -> Delivery {
    let backlog = isPatient && deadline != nil && !isBatchFull ? reader.handover.capacity / 4 : 1
    let deadline = deadline.map { reader.start.adding($0) }
    while true {
      let mayWait = pending.isEmpty && reader.listen(forBacklog: backlog)
      let outcome = wait(
        for: reader.descriptor, monitor.descriptor, interruption?.descriptor, input, otherInput,
        stop: stop, until: mayWait ? deadline : .zero)
      reader.collect()
      // Events that were read before a failure come first.
      if reader.hasEnded, !hasBacklog { try reader.join() }
      if outcome == .stopRequested { return .stopRequested }
      // A list of the three would allocate memory for each event.
      let isInterrupted = outcome.contains(.third) || outcome.contains(.fourth) || outcome.contains(.fifth)
      if isInterrupted { return .interrupted }
      if outcome.contains(.second) { try follow() }
      let arrivals = takeArrivals(atMost: reader.hasThread ? Self.maxBatchCount : .max)
      if !arrivals.isEmpty { return .arrivals(arrivals) }
      reuse(arrivals)
      // The events may have been part of a message, or irrelevant.
      if let deadline, monotonicTime() >= deadline { return .deadlinePassed }
    }
  }

  /// Keeps the memory of delivered arrivals for the next ones.
  package mutating func reuse(_ arrivals: consuming [Arrival]) {
    arrivals.removeAll(keepingCapacity: true)
    emptied = arrivals
  }

  /// Whether undelivered arrivals exist.
  package var hasBacklog: Bool { !pending.isEmpty || reader.handover.count > 0 }

  /// Removes all connections and ends the reader. ``remaining()`` returns the arrivals until then.
  package mutating func end() {
    isEnding = true
    for address in connections.peerAddresses {
      reader.client.disconnect(address, from: reader.port)
    }
    reader.askToEnd()
  }

  /// Returns the next batch of undelivered arrivals after ``end()``, or `nil` if all were delivered.
  ///
  /// - Throws: `SequencerError` if reading failed.
  package mutating func remaining() throws(SequencerError) -> [Arrival]? {
    precondition(isEnding, "call end() first")
    while !hasBacklog, !reader.hasEnded {
      if reader.listen(forBacklog: 1), !reader.hasEnded {
        _ = wait(for: reader.arrival.descriptor, stop: nil, until: nil)
      }
      reader.arrival.disarm()
    }
    // Checked again, because the last event may have arrived in between.
    guard hasBacklog else {
      try reader.join()
      return nil
    }
    return takeArrivals(atMost: Self.maxBatchCount)
  }

  /// The number of events that the kernel dropped, or `nil` if it is unknown.
  ///
  /// Each 28 bytes of a System Exclusive message count as an event. The number is final when ``remaining()`` has
  /// returned `nil`.
  package var lostEventCount: Int? { reader.lostEventCount }

  /// Whether disconnections are caused by ``end()``.
  private var isEnding = false

  private mutating func takeArrivals(atMost limit: Int) -> [Arrival] {
    if pending.isEmpty { swap(&pending, &emptied) }
    var arrivals: [Arrival] = []
    swap(&arrivals, &pending)
    var items = 0
    var isTaken = true
    // A local reference, because the closure changes this capture.
    let handover = reader.handover
    while items < limit, isTaken {
      isTaken = handover.take { event in
        if event.isOverrun {
          arrivals.append(.overrun(at: event.time))
          // Announcements of connections and ends of messages may be lost.
          decoder = MessageDecoder()
          arrivals += connections.recover(at: event.time).map { arrival(of: $0) }
        } else {
          interpret(event, into: &arrivals)
        }
      }
      items += 1
    }
    isBatchFull = isTaken
    reader.room.notify()
    return arrivals
  }

  private mutating func interpret(_ event: SequencerEvent, into arrivals: inout [Arrival]) {
    if let events = connections.take(event, of: reader.port) {
      if event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED {
        decoder.discardUnfinishedMessage(of: event.connection.sender)
      }
      if !isEnding || event.type == SND_SEQ_EVENT_PORT_SUBSCRIBED {
        arrivals += events.map { arrival(of: $0) }
      }
      return
    }
    // Events from clients that connected themselves are kept.
    let source = connections.peer(at: event.sender).map { sourceIndex($0) } ?? ownIndex ?? 0
    let problem = decoder.decode(event) { message in
      arrivals.append(.message(TimedMessage(time: event.time, message: message), from: source))
    }
    if let problem { arrivals.append(.unreadableEvent(problem, at: event.time, from: source)) }
  }

  // MARK: Connections

  /// Reads the changes of the system, reconnects returned endpoints, and adds new ones.
  private mutating func follow() throws(SequencerError) {
    let changes = try monitor.update()
    for (peer, endpoint) in connections.locate(in: monitor.endpoints, after: changes) {
      do {
        try reader.client.connect(endpoint.address, to: reader.port)
        expect(peer, endpoint)
      } catch {
        // If the endpoint disappeared before the call, its return will be announced.
        guard !error.isPortMissing, connections.recordRefusal(by: endpoint) else { continue }
        pending.append(.sourceRefused(error, from: sourceIndex(peer)))
      }
    }
    // Also without a change, because a program may no longer use an input exclusively.
    if addsNewInputs { addNewInputs() }
    if isForProgram { reportAmbiguities() }
  }

  /// Reports each source that several endpoints match, once until others do.
  private mutating func reportAmbiguities() {
    let known = Set(sources.compactMap(\.endpoint))
    for (peer, source) in sources.enumerated() {
      let matches =
        source.endpoint == nil ? source.matches(among: monitor.endpoints.filter { !known.contains($0) }) : []
      let isAmbiguous = matches.count > 1
      if isAmbiguous, ambiguities[peer] != matches {
        pending.append(.sourceRefused(.ambiguity(of: source.name, among: matches), from: sourceIndex(peer)))
      }
      ambiguities[peer] = isAmbiguous ? matches : nil
    }
  }

  /// Connects the inputs that aren't sources yet.
  private mutating func addNewInputs() {
    let known = Set(sources.compactMap(\.endpoint?.address))
    var names = Set(sourceNames)
    for endpoint in monitor.endpoints
    where endpoint.directions.contains(.input) && !known.contains(endpoint.address)
      && !monitor.isOfThisProcess(endpoint)
    {
      do {
        try reader.client.connect(endpoint.address, to: reader.port)
      } catch {
        if !error.isPortMissing, connections.recordRefusal(by: endpoint) {
          pending.append(.inputRefused(error))
        }
        continue
      }
      let peer = connections.add(endpoint, among: monitor.endpoints)
      let name = names.insertDistinct(sources[peer].name)
      sourceNames.append(name)
      pending.append(.sourceJoined(name, at: elapsed, from: sourceIndex(peer)))
      expect(peer, endpoint)
    }
  }

  /// Expects the announcement of a connection among the events.
  private mutating func expect(_ peer: Int, _ endpoint: Endpoint) {
    pending += connections.expect(peer, as: endpoint, at: reader.port, of: reader.client, elapsed)
      .map { arrival(of: $0) }
  }

  private func arrival(of event: ConnectionEvent) -> Arrival {
    switch event {
    case .lost(let peer, _, let time): .sourceDisconnected(at: time, from: sourceIndex(peer))
    case .back(let peer, _, let time): .sourceReconnected(at: time, from: sourceIndex(peer))
    }
  }

  /// Returns a source by its index, or `nil` for the clients that connected themselves.
  package func source(_ index: Int) -> TrackedEndpoint? {
    let peer = sources.indices.first { sourceIndex($0) == index }
    return peer.map { sources[$0] }
  }

  /// Returns the index in ``sourceNames`` of an element of ``sources``.
  private func sourceIndex(_ peer: Int) -> Int {
    if let ownIndex, peer >= ownIndex { peer + 1 } else { peer }
  }
}
