internal import CALSA
internal import Glibc
package import MIDICore

/// A difference between two lists of endpoints.
package enum EndpointChange: Hashable, Sendable {
  /// A new endpoint.
  case came(Endpoint)
  /// An endpoint that was disconnected.
  case left(Endpoint)
  /// An endpoint with a new name or new capabilities.
  case changed(from: Endpoint, to: Endpoint)
}

/// A list of endpoints that follows the system: connections, disconnections, and new names.
///
/// It receives the sequencer's announcements (port 0:1) and then reads the list again, so neither a vanished endpoint
/// nor a lost announcement does harm. Only announcements of exits are used: an endpoint that was replaced
/// by an equal one at the same address looks the same in the list. A monitor belongs to the thread that started it.
package struct EndpointMonitor: ~Copyable {
  /// The endpoints as of the last ``update(rereading:)``, in order of their numbers, without the monitor.
  package private(set) var endpoints: [Endpoint]

  private let client: SequencerClient

  /// A descriptor that is readable when an announcement has arrived, which ``update(rereading:)`` reads.
  package var descriptor: Int32 { client.descriptor }

  /// Starts the monitor and reads the list.
  package static func start() throws(SequencerError) -> EndpointMonitor {
    let client = try SequencerClient.open(name: "midirec")
    let port = try client.createPort(name: "announcements", capabilities: [.write, .noExport])
    try client.connect(EndpointAddress(client: SND_SEQ_CLIENT_SYSTEM, port: 1), to: port)
    var exits = Exits()
    return EndpointMonitor(endpoints: try client.settledEndpoints(&exits), client: client)
  }

  /// Returns whether an endpoint belongs to this process.
  func isOfThisProcess(_ endpoint: Endpoint) -> Bool {
    client.process(of: endpoint.address.client) == getpid()
  }

  /// The interval at which views of names should call ``update(rereading:)`` without an announcement, because Linux 6.1
  /// doesn't announce new names.
  package static let rereadingInterval = Nanoseconds.seconds(1)

  /// Reads all announcements, and reads the list again if there were any.
  ///
  /// - Parameter isRereading: Whether the list is read again without an announcement.
  /// - Returns: The changes: first disconnections, then changed endpoints, then connections. An endpoint that was
  ///   replaced at the same address is reported as both.
  package mutating func update(rereading isRereading: Bool = false) throws(SequencerError) -> [EndpointChange]
  {
    var exits = Exits()
    let isAnnounced = try client.takeAnnouncements(&exits)
    guard isRereading || isAnnounced else { return [] }
    let earlier = endpoints
    endpoints = try client.settledEndpoints(&exits)
    return Self.changes(from: earlier, to: endpoints, exits: exits)
  }

  /// Returns the difference of two lists. Endpoints are the same if they have the same address, card, and USB device,
  /// and no exit of that address was announced.
  static func changes(
    from earlier: [Endpoint], to later: [Endpoint], exits: Exits = Exits()
  ) -> [EndpointChange] {
    let lasting = earlier.filter { before in
      !exits.include(before.address) && later.contains { before.isSame(as: $0) }
    }
    let left = earlier.filter { !lasting.contains($0) }.map { EndpointChange.left($0) }
    var (changed, came): ([EndpointChange], [EndpointChange]) = ([], [])
    for endpoint in later {
      let before = lasting.first { $0.isSame(as: endpoint) }
      if before == nil { came.append(.came(endpoint)) }
      if let before, before != endpoint { changed.append(.changed(from: before, to: endpoint)) }
    }
    return left + changed + came
  }

  /// The announced exits. When a client exits, its ports aren't announced separately.
  struct Exits {
    /// The numbers of the clients that exited.
    var clients: Set<Int32> = []
    /// The ports that disappeared without their clients.
    var ports: Set<EndpointAddress> = []

    /// Returns whether the endpoint with an address has disappeared.
    func include(_ address: EndpointAddress) -> Bool {
      clients.contains(address.client) || ports.contains(address)
    }
  }
}

extension Endpoint {
  /// Returns whether both have the facts that an endpoint has from its first announcement on. The ID and the name of its
  /// card come later.
  fileprivate func isSame(as other: Endpoint) -> Bool {
    address == other.address && hardware?.card == other.hardware?.card
      && hardware?.usbID == other.hardware?.usbID && hardware?.serial == other.hardware?.serial
      && hardware?.usbPath == other.hardware?.usbPath
  }
}

extension SequencerClient {
  /// Returns the endpoints, read until no announcement arrives in between, so that a later exit refers to an endpoint
  /// of the list. If announcements don't stop, the latest list is returned.
  ///
  /// - Parameter exits: Receives the announced exits.
  fileprivate func settledEndpoints(
    _ exits: inout EndpointMonitor.Exits
  ) throws(SequencerError) -> [Endpoint] {
    var endpoints = try endpoints()
    for _ in 0..<8 {
      guard try takeAnnouncements(&exits) else { break }
      endpoints = try self.endpoints()
    }
    return endpoints
  }

  /// Reads all announcements.
  ///
  /// - Parameter exits: Receives the announced exits.
  /// - Returns: `true` if an announcement arrived or was lost.
  fileprivate func takeAnnouncements(_ exits: inout EndpointMonitor.Exits) throws(SequencerError) -> Bool {
    var isAnnounced = false
    while let event = try nextEventOrOverrun() {
      if event.type == SND_SEQ_EVENT_CLIENT_EXIT { exits.clients.insert(event.announced.client) }
      if event.type == SND_SEQ_EVENT_PORT_EXIT { exits.ports.insert(event.announced) }
      isAnnounced = true
    }
    return isAnnounced
  }
}
