internal import CALSA
internal import Glibc
package import MIDICore
package import Waiting

/// Sends messages one by one to an endpoint, or from a virtual port that others connect to, and loses none: a receiver
/// that has no room is waited for.
///
/// It belongs to the thread that opened it.
package struct MessageSender: ~Copyable {
  /// Why a message wasn't sent, or a wait ended early.
  package enum Interruption: Hashable, Sendable {
    /// The stop was asked for.
    case stopRequested
    /// The endpoint went away.
    case destinationLeft
    /// A receiver had no room for as long as it was waited for.
    case receiverFull
  }

  /// How many messages were sent.
  package private(set) var sentCount = 0

  private let client: SequencerClient
  private let port: EndpointAddress
  /// Where messages go; nothing for a virtual port.
  private let destination: Endpoint?
  /// The destination, or who is connected to the virtual port, each only once.
  private var receivers: Receivers
  private var sounding = ReleaseTracker()

  /// How long a full receiver is waited for; the same as at the end of a replay.
  private static let sendTimeout = Nanoseconds.seconds(2)

  private init(client: consuming SequencerClient, port: EndpointAddress, destination: Endpoint?) {
    self.client = client
    self.port = port
    self.destination = destination
    receivers = Receivers(destination.map { [$0.address] } ?? [])
    rehearse()
  }

  /// Sends messages to its own port, which nobody else sees, so that all code that sends is in memory when the first
  /// message is due: without this it went out up to 15 ms late on an emulated machine.
  private func rehearse() {
    let messages: [Message] = [
      .noteOff(channel: 0, note: 0, velocity: 0), .controlChange(channel: 0, controller: 0, value: 0),
      .systemExclusive(SystemExclusive(payload: [])),
    ]
    var receivers = Receivers([port])
    for (event, bytes) in messages.flatMap(\.sequencerEvents) {
      _ = receivers.offer(event, bytes: bytes, from: port.port, of: client)
    }
  }

  /// Connects to an endpoint.
  ///
  /// - Parameter name: What client and port are called, so that others can connect to it as well; nothing to let nobody.
  package static func open(
    to destination: Endpoint, as name: String? = nil
  ) throws(SequencerError) -> MessageSender {
    let client = try SequencerClient.open(name: name ?? "midirec")
    // Where others may not connect to it, the kernel has to be able to tell it nevertheless that a connection is gone.
    let port = try client.createPort(
      name: name ?? "send", capabilities: name == nil ? [.read, .write] : [.read, .write, .subscribeRead])
    try client.connect(port, to: destination.address)
    return MessageSender(client: client, port: port, destination: destination)
  }

  /// Makes a virtual port that others see under `name` and connect to.
  package static func open(as name: String) throws(SequencerError) -> MessageSender {
    let client = try SequencerClient.open(name: name)
    let port = try client.createPort(name: name, capabilities: [.read, .write, .subscribeRead])
    return MessageSender(client: client, port: port, destination: nil)
  }

  /// The monotonic clock, by which ``wait(until:orReading:stop:)`` goes.
  package var now: Nanoseconds { monotonicTime() }

  /// Waits until somebody has connected to the virtual port.
  ///
  /// - Parameter count: How many have to be connected.
  /// - Returns: Whether they are, rather than the stop having been asked for.
  package mutating func waitForConnection(of count: Int = 1, stop: StopToken) throws(SequencerError) -> Bool
  {
    while true {
      _ = try readAnnouncements()
      if receivers.addresses.count >= count { return true }
      if Waiting.wait(for: client.descriptor, stop: stop, until: nil) == .stopRequested {
        return false
      }
    }
  }

  /// Waits for a time, or until something can be read.
  ///
  /// - Parameters:
  ///   - deadline: On the clock of ``now``; without one there is no end to the wait. One that has passed is waited for
  ///     as well, for no time, so that a dense program can be stopped.
  ///   - descriptor: What may become readable, or be closed, and ends the wait then; nothing to wait for the time alone.
  /// - Returns: What ended the wait early, if anything did.
  package mutating func wait(
    until deadline: Nanoseconds?, orReading descriptor: Int32? = nil, stop: StopToken
  ) throws(SequencerError) -> Interruption? {
    while true {
      switch Waiting.wait(for: client.descriptor, descriptor, stop: stop, until: deadline) {
      case .stopRequested: return .stopRequested
      case .deadlinePassed: return nil
      case .ready(let ready):
        if ready.contains(.first), try readAnnouncements() { return .destinationLeft }
        if ready.contains(.second) { return nil }
      }
    }
  }

  /// Sends a message now; a System Exclusive message to an instrument at the pace of the wire, since its driver drops what
  /// its buffer can't hold.
  ///
  /// - Returns: Why it wasn't sent, or not whole; nothing when it was.
  package mutating func send(_ message: Message, stop: StopToken) throws(SequencerError) -> Interruption? {
    for (event, bytes) in message.sequencerEvents {
      if let reason = try send(event, bytes, stop: stop) { return reason }
      guard destination?.hardware != nil, !bytes.isEmpty else { continue }
      if let reason = try wait(until: now + WireRateLimiter.duration(of: bytes.count), stop: stop) { return reason }
    }
    sounding.apply(message)
    sentCount += 1
    return nil
  }

  /// Ends every note that was turned on, lets pedals up, and puts bends back to the middle.
  package mutating func endNotes() {
    let deadline = now + Self.sendTimeout
    for (event, bytes) in sounding.releaseMessages.flatMap(\.sequencerEvents) {
      while receivers.offer(event, bytes: bytes, from: port.port, of: client) != .taken, now < deadline {
        pause(nil)
      }
    }
    sounding = ReleaseTracker()
  }

  private mutating func send(
    _ event: SequencerEvent, _ bytes: [UInt8], stop: StopToken
  ) throws(SequencerError) -> Interruption? {
    let deadline = now + Self.sendTimeout
    while true {
      switch receivers.offer(event, bytes: bytes, from: port.port, of: client) {
      case .taken: return nil
      case .refused(let receiver, let errno):
        if try readAnnouncements() { return .destinationLeft }
        if receivers.addresses.contains(receiver) { throw .refusal(by: receiver, errno: errno) }
      case .full:
        guard now < deadline else { return .receiverFull }
        if pause(stop) { return .stopRequested }
        if try readAnnouncements() { return .destinationLeft }
      }
    }
  }

  /// - Returns: Whether the stop was asked for.
  @discardableResult
  private func pause(_ stop: StopToken?) -> Bool {
    Waiting.wait(stop: stop, until: now + Receivers.retryInterval) == .stopRequested
  }

  /// Reads what the kernel announces about connections.
  ///
  /// - Returns: Whether the destination has left.
  private mutating func readAnnouncements() throws(SequencerError) -> Bool {
    while let event = try client.nextEvent() {
      let listener = event.connection.destination
      switch event.type {
      case SND_SEQ_EVENT_PORT_SUBSCRIBED
      where event.connection.sender == port && !receivers.addresses.contains(listener):
        receivers.addresses.append(listener)
      case SND_SEQ_EVENT_PORT_UNSUBSCRIBED where event.connection.sender == port:
        receivers.addresses.removeAll { $0 == listener }
        if listener == destination?.address { return true }
      default:
        break
      }
    }
    return false
  }
}
