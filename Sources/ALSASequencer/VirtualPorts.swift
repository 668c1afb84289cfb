internal import CALSA
internal import Glibc
package import MIDICore
package import System

/// Virtual ports of midirec, each with a separate client, and the events that they receive, with timestamps from one
/// clock.
///
/// ALSA has no lasting identifiers of programs' ports. A port is recognized by its name: client and port have the
/// requested name, under any number. The ports belong to the thread that opened them, and exist as long as this value.
package struct VirtualPorts: ~Copyable {
  /// An item of a capture. Ports are indices of ``endpoints``.
  package enum Arrival: Hashable, Sendable {
    case message(TimedMessage, at: Int)
    /// The kernel dropped events because they arrived faster than they were read. Their number is unknown.
    case overrun(time: Nanoseconds, at: Int)
    /// An event of MIDI whose values no message has, with its description.
    case unreadableEvent(String, time: Nanoseconds, at: Int)

    /// The time since the start.
    package var time: Nanoseconds {
      switch self {
      case .message(let message, _): message.time
      case .overrun(let time, _), .unreadableEvent(_, let time, _): time
      }
    }

    /// The index of the receiving port.
    package var portIndex: Int {
      switch self {
      case .message(_, let index), .overrun(_, let index), .unreadableEvent(_, _, let index): index
      }
    }
  }

  /// The ports, in the order of their names in the call.
  package var endpoints: [Endpoint] {
    ports.map {
      Endpoint(
        address: $0.address, clientName: $0.name, portName: $0.name, directions: [.input, .output])
    }
  }

  private let ports: [Port]
  private let queue: Int32

  /// Creates the ports.
  ///
  /// - Parameter names: One or more distinct names.
  package static func open(named names: [String]) throws(SequencerError) -> VirtualPorts {
    precondition(!names.isEmpty, "virtual ports need names")
    var ports: [Port] = []
    var queue: Int32?
    for name in names {
      let client = try SequencerClient.open(name: name)
      try client.enlargeInput()
      // The first client's queue timestamps the events of all ports.
      let stampingQueue: Int32
      if let queue {
        stampingQueue = queue
      } else {
        stampingQueue = try client.createQueue()
        try client.startQueue(stampingQueue)
        queue = stampingQueue
      }
      let address = try client.createPort(
        name: name, capabilities: [.read, .write, .subscribeRead, .subscribeWrite],
        stampingQueue: stampingQueue)
      ports.append(Port(client: client, name: name, address: address))
    }
    return VirtualPorts(ports: ports, queue: queue ?? 0)
  }

  /// Waits for arrivals.
  ///
  /// - Returns: The arrivals in order of time, or `nil` if a stop was requested.
  package func next(stop: StopToken) throws(SequencerError) -> [Arrival]? {
    while true {
      let isPending = ports.contains { $0.client.hasBufferedEvents }
      guard isPending || wait(forAnyOf: ports.map { $0.client.descriptor }, stop: stop) else { return nil }
      let arrivals = try readArrivals()
      if !arrivals.isEmpty { return arrivals }
    }
  }

  /// Returns the arrivals that weren't read yet. Call it again before the end.
  package func readArrivals() throws(SequencerError) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (index, port) in ports.enumerated() {
      // Each port is read until it is empty, but a flood must not keep the others from being read.
      for _ in 0..<Self.maxBatchCount {
        guard let events = try port.nextArrivals(at: index, queue: queue) else { break }
        arrivals += events
      }
    }
    let inOrder = arrivals.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    return inOrder.map(\.element)
  }

  /// The capacity of the kernel's pool and alsa-lib's buffer, 2,000 each.
  private static let maxBatchCount = 4000

  private final class Port {
    let client: SequencerClient
    let name: String
    let address: EndpointAddress
    private var decoder = MessageDecoder()

    init(client: consuming SequencerClient, name: String, address: EndpointAddress) {
      self.client = client
      self.name = name
      self.address = address
    }

    /// Returns the arrivals of the next event, which may be none, or `nil` if there is no event.
    func nextArrivals(at index: Int, queue: Int32) throws(SequencerError) -> [Arrival]? {
      let event: SequencerEvent
      do {
        guard let next = try client.nextEvent() else { return nil }
        event = next
      } catch {
        guard error.errno == ENOSPC else { throw error }
        // The end of an incomplete message may be among the lost events.
        decoder = MessageDecoder()
        return [.overrun(time: try client.time(of: queue), at: index)]
      }
      if event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED {
        decoder.discardUnfinishedMessage(of: event.connection.sender)
      }
      if [SND_SEQ_EVENT_PORT_SUBSCRIBED, SND_SEQ_EVENT_PORT_UNSUBSCRIBED].contains(event.type) { return [] }
      var arrivals: [Arrival] = []
      let problem = decoder.decode(event) {
        arrivals.append(.message(TimedMessage(time: event.time, message: $0), at: index))
      }
      if let problem { arrivals.append(.unreadableEvent(problem, time: event.time, at: index)) }
      return arrivals
    }
  }
}
