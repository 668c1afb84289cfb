internal import CALSA
internal import MIDICore
package import System

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
  /// The receiving endpoint, or `nil` for a virtual port, whose messages go to all connected clients.
  var chosen: TrackedEndpoint?
  /// The connected endpoint, or `nil` while it is disconnected.
  var destination: Endpoint?
  /// The process that releases notes if this process dies, or `nil`.
  package var keeper: PlaybackKeeper?

  private init(
    client: consuming SequencerClient, queue: Int32, port: EndpointAddress, markerPort: EndpointAddress,
    monitor: consuming EndpointMonitor, chosen: TrackedEndpoint?
  ) {
    self.client = client
    self.queue = queue
    self.port = port
    self.markerPort = markerPort
    self.monitor = monitor
    self.chosen = chosen
  }

  /// Connects to an endpoint now or when it appears. ``waitForConnection(stop:)`` waits for it.
  package static func open(to chosen: TrackedEndpoint) throws(SequencerError) -> Playback {
    // Other clients can't connect to it, but the kernel must be able to announce that a connection is gone.
    var playback = try open(
      clientName: "midirec", portName: "play", capabilities: [.read, .write], chosen: chosen)
    if let endpoint = chosen.endpoint {
      try playback.client.connect(playback.port, to: endpoint.address)
      playback.destination = endpoint
    }
    return playback
  }

  /// Creates a virtual port, to which other clients connect.
  package static func open(as name: String) throws(SequencerError) -> Playback {
    try open(clientName: name, portName: name, capabilities: [.read, .write, .subscribeRead], chosen: nil)
  }

  private static func open(
    clientName: String, portName: String, capabilities: SequencerClient.PortCapabilities,
    chosen: TrackedEndpoint?
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
      client: client, queue: queue, port: port, markerPort: markerPort, monitor: monitor, chosen: chosen)
  }

  /// Whether messages have a known receiver: the endpoint is connected, or this is a virtual port.
  var isAttached: Bool { chosen == nil || destination != nil }

  /// Waits until the endpoint is connected, or until a client has connected to the virtual port.
  ///
  /// - Returns: `false` if a stop was requested.
  package mutating func waitForConnection(stop: StopToken) throws(SequencerError) -> Bool {
    while true {
      if chosen != nil {
        if destination != nil { return true }
        try followEndpoints()
        if destination != nil { return true }
      }
      while let event = try client.nextEvent() {
        if chosen == nil, event.type == SND_SEQ_EVENT_PORT_SUBSCRIBED { return true }
      }
      // The announcements are read only if an endpoint was chosen. Unread ones would end each wait at once.
      let announcements = chosen == nil ? nil : monitor.descriptor
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
      case .ready: try followEndpoints()
      case .deadlinePassed:
        waiting()
        deadline = nil
      }
    }
    return true
  }

  /// Reads the announcements, and reconnects the endpoint if it is back.
  ///
  /// - Returns: `true` if it was connected.
  @discardableResult
  mutating func followEndpoints() throws(SequencerError) -> Bool {
    let changes = try monitor.update()
    _ = chosen?.follow(monitor.endpoints, after: changes)
    guard destination == nil, let endpoint = chosen?.endpoint else { return false }
    // The endpoint may have disappeared again, which will be announced.
    guard (try? client.connect(port, to: endpoint.address)) != nil else { return false }
    destination = endpoint
    return true
  }
}

/// Immediate messages: releases at the end of a replay, and restated controllers.
extension Playback {
  /// The current receivers.
  var currentReceivers: Receivers {
    Receivers(chosen == nil ? client.subscribers(to: port) : destination.map { [$0.address] } ?? [])
  }

  /// Releases the sounding notes and pedals, and ends an incomplete System Exclusive message.
  func endNotes(_ sounding: ReleaseTracker, isInsideSystemExclusive: Bool = false) {
    guard isAttached else { return }
    var events = sounding.releaseMessages.flatMap(\.sequencerEvents)
    if isInsideSystemExclusive { events.insert(SequencerEvent.endOfSystemExclusive, at: 0) }
    sendWhenThereIsRoom(events)
  }

  /// Sends messages as soon as there is space for them.
  func sendWhenThereIsRoom(_ messages: [Message]) { sendWhenThereIsRoom(messages.flatMap(\.sequencerEvents)) }

  private func sendWhenThereIsRoom(_ events: [(event: SequencerEvent, bytes: [UInt8])]) {
    var receivers = currentReceivers
    receivers.deliver(events, from: port.port, of: client)
  }

  /// Stores the current receivers for the keeper.
  func noteReceivers() { keeper?.board.receivers = currentReceivers.addresses }
}
