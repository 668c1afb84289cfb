internal import Glibc
package import MIDICore
package import MIDIRecSystem

/// Sends messages one by one to an endpoint, or from a virtual port, and waits for receivers that are full, so that no
/// message is lost.
///
/// It belongs to the thread that opened it.
package struct MessageSender: ~Copyable {
  /// The number of sent messages.
  package private(set) var sentCount = 0

  private let client: SequencerClient
  private let port: EndpointAddress
  /// The connection with the endpoint, which is the only peer, and with clients that connect themselves. A virtual port
  /// has no peer.
  private var connections: Connections
  private var receivers: Receivers
  private var sounding = ReleaseTracker()

  /// Sends messages to its own private port, so that all code for sending is in memory when the first message is due.
  /// Without this, it was up to 15 ms late on an emulated machine.
  private func rehearse() {
    let messages: [Message] = [
      .noteOff(channel: .number(1), note: 0, velocity: 0),
      .controlChange(channel: .number(1), controller: 0, value: 0),
      .systemExclusive(SystemExclusive(payload: [])),
    ]
    var receivers = Receivers([port])
    for event in messages.flatMap(\.sequencerEvents) {
      var served: [EndpointAddress] = []
      _ = receivers.offer(event, served: &served, from: port.port, of: client)
    }
  }

  /// Connects to an endpoint, or creates a virtual port.
  ///
  /// - Parameters:
  ///   - destination: The endpoint, or `nil` for a virtual port, which needs a name.
  ///   - name: The name of the client and port, so that other clients can also connect to it, or `nil` for a private
  ///     port.
  package static func open(
    to destination: Endpoint? = nil, as name: String? = nil
  ) throws(SequencerError) -> MessageSender {
    let client = try SequencerClient.open(name: name ?? "midirec")
    // Other clients can't connect to it, but the kernel must be able to announce that a connection is gone.
    let port = try client.createPort(
      name: name ?? "send", capabilities: name == nil ? [.read, .write] : [.read, .write, .subscribeRead])
    if let destination { try client.connect(port, to: destination.address) }
    let connections = Connections(connectedWith: [destination].compactMap(\.self), .output)
    let sender = MessageSender(
      client: client, port: port, connections: connections, receivers: Receivers(connections.addresses))
    sender.rehearse()
    return sender
  }

  /// Connects again to the endpoint, which may have a different address now.
  package mutating func reconnect(to destination: Endpoint) throws(SequencerError) {
    // The sequencer refuses a second connection between two ports.
    if let former = connections.endpoint(of: 0) { client.disconnect(port, from: former.address) }
    try client.connect(port, to: destination.address)
    _ = connections.expect(0, as: destination, at: port, of: client, monotonicTime())
    try readAnnouncements()
    receivers.addresses = connections.addresses
  }

  /// Waits until clients have connected to the virtual port.
  ///
  /// - Parameter count: The required number of connections.
  /// - Returns: `false` if a stop was requested.
  package mutating func waitForConnection(of count: Int = 1, stop: StopToken) throws(SequencerError) -> Bool {
    while true {
      try readAnnouncements()
      if receivers.addresses.count >= count { return true }
      if MIDIRecSystem.wait(for: client.descriptor, stop: stop, until: nil) == .stopRequested {
        return false
      }
    }
  }

  /// Waits for a time, or until a descriptor is readable.
  ///
  /// - Parameters:
  ///   - deadline: The end of the wait on the monotonic clock, or `nil` to wait indefinitely. If it has passed, the
  ///     call still checks for a stop, so that a dense script can be stopped.
  ///   - descriptor: A descriptor that ends the wait when it is readable or closed, or `nil`.
  /// - Returns: The reason of an early end, or `nil`.
  package mutating func wait(
    until deadline: Nanoseconds?, orReading descriptor: Int32? = nil, stop: StopToken?
  ) throws(SequencerError) -> SendingInterruption? {
    while true {
      let outcome = MIDIRecSystem.wait(for: client.descriptor, descriptor, stop: stop, until: deadline)
      if outcome == .stopRequested { return .stopRequested }
      if outcome.contains(.first) {
        try readAnnouncements()
        if isDetached { return .destinationLeft }
      }
      if outcome == .deadlinePassed || outcome.contains(.second) { return nil }
    }
  }

  /// Sends a message now. A System Exclusive message to an instrument is sent at the rate of its MIDI link, because its
  /// driver drops data that its buffer can't hold.
  ///
  /// - Returns: The reason why it wasn't sent completely, or `nil`.
  package mutating func send(
    _ message: Message, stop: StopToken?
  ) throws(SequencerError) -> SendingInterruption? {
    for event in message.sequencerEvents {
      if let reason = try send(event, stop: stop) { return reason }
      let byteCount = event.variableByteCount
      guard connections.endpoint(of: 0)?.hardware != nil, byteCount > 0 else { continue }
      if let reason = try wait(until: monotonicTime() + WireRateLimiter.duration(of: byteCount), stop: stop) {
        return reason
      }
    }
    sounding.apply(message)
    sentCount += 1
    return nil
  }

  /// Releases all notes and pedals, and centers pitch bends.
  package mutating func endNotes() {
    receivers.deliver(sounding.releaseMessages.flatMap(\.sequencerEvents), from: port.port, of: client)
    sounding = ReleaseTracker()
  }

  private mutating func send(
    _ event: SequencerEvent, stop: StopToken?
  ) throws(SequencerError) -> SendingInterruption? {
    let deadline = monotonicTime() + Receivers.patience
    var served: [EndpointAddress] = []
    while true {
      switch receivers.offer(event, served: &served, from: port.port, of: client) {
      case .taken: return nil
      case .refused(let receiver, let errno):
        try readAnnouncements()
        if isDetached { return .destinationLeft }
        if receivers.addresses.contains(receiver) { throw .refusal(by: receiver, errno: errno) }
      case .full:
        guard monotonicTime() < deadline else { return .receiverFull }
        let retry = monotonicTime() + Receivers.retryInterval
        if MIDIRecSystem.wait(stop: stop, until: retry) == .stopRequested { return .stopRequested }
        try readAnnouncements()
        if isDetached { return .destinationLeft }
      }
    }
  }

  /// Whether the endpoint is disconnected.
  private var isDetached: Bool { !connections.peers.isEmpty && connections.endpoint(of: 0) == nil }

  /// Reads the kernel's announcements of connections.
  private mutating func readAnnouncements() throws(SequencerError) {
    while let event = try client.nextEvent() {
      guard let changes = connections.take(event, of: port) else { continue }
      receivers.addresses = connections.addresses
      // A disconnected endpoint holds no notes, but clients that connected themselves may.
      for case .lost in changes where connections.selfConnected.isEmpty { sounding = ReleaseTracker() }
    }
  }
}

/// The reason why messages weren't sent to their end, or why a wait between them ended early.
package enum SendingInterruption: Hashable, Sendable {
  /// A stop was requested.
  case stopRequested
  /// The endpoint was disconnected.
  case destinationLeft
  /// A receiver was full for too long.
  case receiverFull
}
