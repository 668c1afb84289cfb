internal import MIDICore
package import MIDIRecSystem

/// Sends messages in time to an endpoint, or from a virtual port.
///
/// However a replay ends, its notes and pedals are released, and pitch bends are centered. A playback belongs to the
/// thread that opened it.
package struct Playback: ~Copyable {
  let client: SequencerClient
  /// The queue that delivers scheduled events.
  let queue: Int32
  /// The sending port.
  let port: EndpointAddress
  /// The port that receives markers, which are scheduled right after messages and report their delivery.
  let markerPort: EndpointAddress
  var monitor: EndpointMonitor
  /// The connection with the endpoint, which is the only peer. A virtual port has no peer.
  var connections: Connections
  /// The process that releases notes if this process dies, or `nil`.
  package var keeper: PlaybackKeeper?
  /// The messages that are sent at once, or `nil`.
  package var live: LiveMessages?
  /// The notes and pedals of live messages that the receiver holds.
  var liveSounding = ReleaseTracker()

  /// Connects to an endpoint now or when it appears. ``waitForConnection(stop:)`` waits for it.
  ///
  /// - Parameters:
  ///   - chosen: The endpoint, or `nil` if no endpoint gets the messages.
  ///   - program: The name of the client.
  package static func open(
    to chosen: TrackedEndpoint?, for program: String = "midirec"
  ) throws(SequencerError) -> Playback {
    // Other clients can't connect to it, but the kernel must be able to announce that a connection is gone.
    var playback = try open(
      clientName: program, portName: "play", capabilities: [.read, .write],
      to: [chosen].compactMap(\.self))
    for (peer, endpoint) in playback.connections.located {
      try playback.client.connect(playback.port, to: endpoint.address)
      playback.connections.recordFirstConnection(peer, as: endpoint)
    }
    return playback
  }

  /// Creates a virtual port, to which other clients connect.
  package static func open(as name: String) throws(SequencerError) -> Playback {
    try open(clientName: name, portName: name, capabilities: [.read, .write, .subscribeRead], to: [])
  }

  private static func open(
    clientName: String, portName: String, capabilities: SequencerClient.PortCapabilities,
    to chosen: [TrackedEndpoint]
  ) throws(SequencerError) -> Playback {
    let client = try SequencerClient.open(name: clientName)
    try client.enlargeInput()
    try client.enlargeOutput()
    try client.askForBounces()
    let queue = try client.createQueue()
    let port = try client.createPort(name: portName, capabilities: capabilities, stampingQueue: queue)
    let markerPort = try client.createPort(
      name: "markers", capabilities: [.write, .noExport], stampingQueue: queue)
    let monitor = try EndpointMonitor.start()
    return Playback(
      client: client, queue: queue, port: port, markerPort: markerPort, monitor: monitor,
      connections: Connections(chosen))
  }

  /// Whether messages go to all clients that connect themselves.
  private var isVirtual: Bool { connections.peers.isEmpty }
  /// The connected endpoint, or `nil` while it is disconnected.
  var destination: Endpoint? { connections.endpoint(of: 0) }
  /// Whether messages have a known receiver: the endpoint is connected, or this is a virtual port.
  var isAttached: Bool { isVirtual || destination != nil }

  /// Waits until the endpoint is connected, or until a client has connected to the virtual port.
  ///
  /// - Returns: `false` if a stop was requested.
  package mutating func waitForConnection(stop: StopToken) throws(SequencerError) -> Bool {
    while true {
      if !isAttached { try followEndpoints() }
      while let event = try client.nextEvent() { _ = connections.take(event, of: port) }
      if !connections.addresses.isEmpty { return true }
      // The announcements are read only if an endpoint was chosen. Unread ones would end each wait at once.
      let announcements = isVirtual ? nil : monitor.descriptor
      if wait(for: client.descriptor, announcements, stop: stop, until: nil) == .stopRequested {
        return false
      }
    }
  }

  /// Waits until a client receives the events of a port, such as an instrument's.
  ///
  /// - Parameter waiting: Called once if no client has done so for a second.
  /// - Returns: `false` if a stop was requested.
  package mutating func waitForListener(
    of source: EndpointAddress, stop: StopToken, waiting: () -> Void
  ) throws(SequencerError) -> Bool {
    var deadline: Nanoseconds? = monotonicTime() + .seconds(1)
    while client.subscribers(to: source).isEmpty {
      switch wait(for: monitor.descriptor, stop: stop, until: deadline) {
      case .stopRequested: return false
      case .deadlinePassed:
        waiting()
        deadline = nil
      default: try followEndpoints()
      }
    }
    return true
  }

  /// Reads the announcements, and connects the endpoint if it is back.
  ///
  /// - Returns: The changes that the events of the port don't announce.
  @discardableResult
  mutating func followEndpoints() throws(SequencerError) -> [ConnectionEvent] {
    let changes = try monitor.update()
    // A different client may have removed the connection.
    if !isAttached { connections.retry(0) }
    var events: [ConnectionEvent] = []
    for (peer, endpoint) in connections.locate(in: monitor.endpoints, after: changes) {
      // The endpoint may have disappeared again, which will be announced.
      guard (try? client.connect(port, to: endpoint.address)) != nil else { continue }
      let now = try client.time(of: queue)
      events += connections.expect(peer, as: endpoint, at: port, of: client, now)
    }
    return events
  }
}

/// Immediate messages: releases at the end of a replay, and restated controllers.
extension Playback {
  var currentReceivers: Receivers {
    Receivers(isVirtual ? client.subscribers(to: port) : connections.addresses)
  }

  /// Releases the sounding notes and pedals, and ends an incomplete System Exclusive message.
  func endNotes(_ sounding: ReleaseTracker, isInsideSystemExclusive: Bool = false) {
    guard isAttached else { return }
    var events = sounding.releaseMessages.flatMap(\.sequencerEvents)
    if isInsideSystemExclusive { events.insert(SequencerEvent.endOfSystemExclusive, at: 0) }
    sendWhenThereIsRoom(events)
  }

  /// Sends events as soon as there is space for them.
  func sendWhenThereIsRoom(_ events: [SequencerEvent]) {
    var receivers = currentReceivers
    receivers.deliver(events, from: port.port, of: client)
  }

  /// Stores the current receivers for the keeper.
  func noteReceivers() { keeper?.board.receivers = currentReceivers.addresses }
}
