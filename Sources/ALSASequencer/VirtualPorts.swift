internal import CALSA
package import MIDICore
package import MIDIRecSystem

/// Virtual ports of midirec, each with a separate client, and the events that they receive, with timestamps from one
/// clock.
///
/// ALSA has no lasting identifiers of programs' ports. A port is recognized by its name: client and port have the
/// requested name, under any number. The ports belong to the thread that opened them, and exist as long as this value.
package struct VirtualPorts: ~Copyable {
  /// An item of a capture.
  package struct Arrival: Hashable, Sendable {
    /// The content of an arrival.
    package enum Content: Hashable, Sendable {
      case message(Message)
      /// The kernel dropped events because they arrived faster than they were read. Their number is unknown.
      case overrun
      /// An event of MIDI whose values no message has, with its description.
      case unreadableEvent(String)
    }

    package let content: Content
    /// The time since the start.
    package let time: Nanoseconds
    /// The index of the receiving port in ``endpoints``.
    package let portIndex: Int
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
      if queue == nil {
        let created = try client.createQueue()
        try client.startQueue(created)
        queue = created
      }
      let address = try client.createPort(
        name: name, capabilities: [.read, .write, .subscribeRead, .subscribeWrite], stampingQueue: queue)
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
    return arrivals.ordered(byTime: \.time)
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
      guard let event = try client.nextEventOrOverrun() else { return nil }
      if event.isOverrun {
        // The end of an incomplete message may be among the lost events.
        decoder = MessageDecoder()
        return [Arrival(content: .overrun, time: try client.time(of: queue), portIndex: index)]
      }
      if event.type == SND_SEQ_EVENT_PORT_UNSUBSCRIBED {
        decoder.discardUnfinishedMessage(of: event.connection.sender)
      }
      if [SND_SEQ_EVENT_PORT_SUBSCRIBED, SND_SEQ_EVENT_PORT_UNSUBSCRIBED].contains(event.type) { return [] }
      var contents: [Arrival.Content] = []
      let problem = decoder.decode(event) { contents.append(.message($0)) }
      if let problem { contents.append(.unreadableEvent(problem)) }
      return contents.map { Arrival(content: $0, time: event.time, portIndex: index) }
    }
  }
}
