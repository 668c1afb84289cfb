internal import CALSA
internal import MIDICore
package import Waiting

/// Sends messages on time to an endpoint, or from a virtual port that others connect to.
///
/// Whatever ends a replay, every note that it turned on is turned off, pedals go up and bends go back. It belongs
/// to the thread that opened it.
package struct Playback: ~Copyable {
  let client: SequencerClient
  /// The kernel delivers what is scheduled in it.
  let queue: Int32
  /// Messages leave by it.
  let port: EndpointAddress
  /// Markers that were scheduled right after messages come back to it, which tells when those were delivered.
  let markerPort: EndpointAddress
  var monitor: EndpointMonitor
  /// Where messages are to go; nothing for a virtual port, whose messages go to all who are connected.
  var chosen: TrackedEndpoint?
  /// The endpoint that the port is connected to.
  var destination: Endpoint?

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

  /// Connects to an endpoint, now or as soon as it is there: ``waitForConnection(stop:)`` waits for it.
  package static func open(to chosen: TrackedEndpoint) throws(SequencerError) -> Playback {
    // Others may not connect to it, but the kernel has to be able to tell it that a connection is gone.
    var playback = try open(
      clientName: "midirec", portName: "play", capabilities: [.read, .write], chosen: chosen)
    if let endpoint = chosen.endpoint {
      try playback.client.connect(playback.port, to: endpoint.address)
      playback.destination = endpoint
    }
    return playback
  }

  /// Makes a virtual port that others see under `name` and connect to.
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

  /// Whether messages reach anybody who is known: the endpoint is there, or this is a virtual port.
  var isAttached: Bool { chosen == nil || destination != nil }

  /// Waits until the endpoint is there, or somebody has connected to the virtual port.
  ///
  /// - Returns: Whether that is so, rather than the stop having been asked for.
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

  /// Takes note of what the system announced, and connects to the endpoint where that is there again.
  ///
  /// - Returns: Whether it was connected.
  @discardableResult
  mutating func followEndpoints() throws(SequencerError) -> Bool {
    let changes = try monitor.update()
    _ = chosen?.follow(monitor.endpoints, after: changes)
    guard destination == nil, let endpoint = chosen?.endpoint else { return false }
    // It may have left again meanwhile, which will be announced.
    guard (try? client.connect(port, to: endpoint.address)) != nil else { return false }
    destination = endpoint
    return true
  }
}

/// What is sent at once beside a replay: what ends it, and what states where it goes on.
extension Playback {
  /// How long a full receiver gets to make room. A note that goes on for ever is worse than an end that comes late.
  private static let releaseTimeout = Nanoseconds.seconds(2)

  /// Who gets what is sent now.
  var currentReceivers: Receivers {
    Receivers(chosen == nil ? client.subscribers(to: port) : destination.map { [$0.address] } ?? [])
  }

  /// Ends what sounds, and the System Exclusive message that the receiver is in the middle of.
  func endNotes(_ sounding: ReleaseTracker, isInsideSystemExclusive: Bool = false) {
    guard isAttached else { return }
    var events = sounding.releaseMessages.flatMap(\.sequencerEvents)
    if isInsideSystemExclusive { events.insert((SequencerEvent(type: SND_SEQ_EVENT_SYSEX), [0xF7]), at: 0) }
    sendWhenThereIsRoom(events)
  }

  /// Sends messages as soon as there is room for them.
  func sendWhenThereIsRoom(_ messages: [Message]) { sendWhenThereIsRoom(messages.flatMap(\.sequencerEvents)) }

  private func sendWhenThereIsRoom(_ events: [(event: SequencerEvent, bytes: [UInt8])]) {
    var receivers = currentReceivers
    let releaseDeadline = monotonicTime() + Self.releaseTimeout
    for (event, bytes) in events {
      while receivers.offer(event, bytes: bytes, from: port.port, of: client) != .taken,
        monotonicTime() < releaseDeadline
      {
        _ = wait(stop: nil, until: monotonicTime() + Receivers.retryInterval)
      }
    }
  }
}
