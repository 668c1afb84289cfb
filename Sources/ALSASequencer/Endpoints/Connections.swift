package import MIDICore

/// A connection with a chosen endpoint that ended or began again. Times are on the clock of the port's events.
package enum ConnectionEvent: Hashable {
  /// The connection of a peer with an endpoint ended.
  case lost(peer: Int, Endpoint, at: Nanoseconds)
  /// A peer is connected again, as an endpoint that may have a different address.
  case back(peer: Int, as: Endpoint, at: Nanoseconds)
}

/// The connections of one port of midirec with chosen endpoints, its peers: a state machine without a sequencer.
///
/// Facts come from two places. Lists of the system's endpoints show where the peers are: ``locate(in:after:)`` returns
/// the peers to connect, and the caller reports each connection that it has made with ``recordConnection(_:as:)``. The
/// events of the port show when connections began and ended: ``began(with:at:)``, ``ended(with:at:)``, and
/// ``recover(at:)`` return the consequences for the peers. Only events of the port decide, because only they have a
/// place among its messages: the lists are often ahead of them.
package struct Connections {
  private typealias Connection = (peer: Int, endpoint: Endpoint)

  /// The chosen endpoints, in the order in which they were chosen or added.
  package private(set) var peers: [TrackedEndpoint]
  /// The clients that connected themselves, in order.
  private(set) var selfConnected: [EndpointAddress] = []
  /// The connections with peers whose beginning was announced, in order.
  private var current: [Connection] = []
  /// The connections that the events of the port haven't announced yet, in order.
  private var expected: [Connection] = []
  /// The addresses of connections that ended before they were announced.
  private var voided: [EndpointAddress] = []
  /// The peers that were found and aren't connected yet.
  private var unconnected: Set<Int>
  /// The added peers that weren't connected before.
  private var newcomers: Set<Int> = []
  /// The present endpoints that a program uses exclusively.
  private var refused: Set<Endpoint> = []

  /// Creates the state before the first connection. ``located`` returns the peers to connect.
  package init(_ peers: [TrackedEndpoint] = []) {
    self.peers = peers
    unconnected = Set(peers.indices)
  }

  /// Creates the state of a port that is connected with endpoints.
  package init(connectedWith endpoints: [Endpoint], _ direction: Endpoint.Directions) {
    self.init(endpoints.map { TrackedEndpoint($0, direction: direction) })
    for (peer, endpoint) in endpoints.enumerated() { recordFirstConnection(peer, as: endpoint) }
  }

  // MARK: Lists of endpoints

  /// The peers that are present and not connected yet, with their endpoints.
  var located: [(peer: Int, endpoint: Endpoint)] {
    unconnected.sorted().compactMap { peer in peers[peer].endpoint.map { (peer, $0) } }
  }

  /// Finds the peers in a list of all endpoints.
  ///
  /// - Parameter changes: The result of ``EndpointMonitor/update(rereading:)``.
  /// - Returns: The peers to connect, including peers that couldn't be connected before.
  mutating func locate(
    in endpoints: [Endpoint], after changes: [EndpointChange] = []
  ) -> [(peer: Int, endpoint: Endpoint)] {
    refused.formIntersection(endpoints)
    unconnected.formUnion(peers.follow(endpoints, after: changes).map(\.index))
    return located
  }

  /// Adds an input, whose first connection isn't reported as a return.
  ///
  /// - Returns: The index of the peer.
  mutating func add(_ endpoint: Endpoint, among endpoints: [Endpoint]) -> Int {
    var peer = TrackedEndpoint(endpoint, direction: .input)
    _ = peer.follow(endpoints)
    peers.append(peer)
    newcomers.insert(peers.count - 1)
    return peers.count - 1
  }

  /// Records a connection that the caller has made, and that the events of the port will announce.
  mutating func recordConnection(_ peer: Int, as endpoint: Endpoint) {
    unconnected.remove(peer)
    expected.append((peer, endpoint))
  }

  /// Records a connection that the caller has made before the first event of the port, which doesn't announce it.
  mutating func recordFirstConnection(_ peer: Int, as endpoint: Endpoint) {
    unconnected.remove(peer)
    current.append((peer, endpoint))
  }

  /// Marks a peer as unconnected if it has no connection, announced or not; ``locate(in:after:)`` then returns it.
  mutating func retry(_ peer: Int) {
    if !(current + expected).contains(where: { $0.peer == peer }) { unconnected.insert(peer) }
  }

  /// Records that a program uses an endpoint exclusively.
  ///
  /// - Returns: `true` if the refusal wasn't recorded before.
  mutating func recordRefusal(by endpoint: Endpoint) -> Bool { refused.insert(endpoint).inserted }

  // MARK: Events of the port

  /// Handles the announcement of a connection, which the caller or a different client has made.
  mutating func began(with address: EndpointAddress, at time: Nanoseconds) -> [ConnectionEvent] {
    if let position = voided.firstIndex(of: address) {
      voided.remove(at: position)
      return []
    }
    if let position = expected.firstIndex(where: { $0.endpoint.address == address }) {
      return begin(expected.remove(at: position), at: time)
    }
    guard !current.contains(where: { $0.endpoint.address == address }) else { return [] }
    // A different client has restored a connection that a client had removed.
    for (peer, chosen) in peers.enumerated() {
      if let endpoint = chosen.endpoint, endpoint.address == address {
        unconnected.remove(peer)
        return begin((peer, endpoint), at: time)
      }
    }
    if !selfConnected.contains(address) { selfConnected.append(address) }
    return []
  }

  /// Handles the announcement of a connection's end.
  mutating func ended(with address: EndpointAddress, at time: Nanoseconds) -> [ConnectionEvent] {
    selfConnected.removeAll { $0 == address }
    if let position = current.firstIndex(where: { $0.endpoint.address == address }) {
      let connection = current.remove(at: position)
      return [.lost(peer: connection.peer, connection.endpoint, at: time)]
    }
    // The caller had made the connection, but its announcement comes after its end.
    if let position = expected.firstIndex(where: { $0.endpoint.address == address }) {
      expected.remove(at: position)
      voided.append(address)
    }
    return []
  }

  /// Handles a loss of events, which may include announcements.
  mutating func recover(at time: Nanoseconds) -> [ConnectionEvent] {
    voided = []
    let connections = expected
    expected = []
    return connections.flatMap { begin($0, at: time) }
  }

  private mutating func begin(_ connection: Connection, at time: Nanoseconds) -> [ConnectionEvent] {
    let address = connection.endpoint.address
    selfConnected.removeAll { $0 == address }
    // The ends of these connections weren't announced, because events were lost.
    let former = current.filter { $0.peer == connection.peer || $0.endpoint.address == address }
    current.removeAll { $0.peer == connection.peer || $0.endpoint.address == address }
    current.append(connection)
    let lost = former.map { ConnectionEvent.lost(peer: $0.peer, $0.endpoint, at: time) }
    guard newcomers.remove(connection.peer) == nil else { return lost }
    return lost + [.back(peer: connection.peer, as: connection.endpoint, at: time)]
  }

  // MARK: The present

  /// Returns the connected endpoint of a peer, or `nil` while it is disconnected.
  func endpoint(of peer: Int) -> Endpoint? { current.first { $0.peer == peer }?.endpoint }

  /// Returns the peer that sends from an address, or `nil` for other clients.
  package func peer(at address: EndpointAddress) -> Int? {
    // A connection is effective before it is announced.
    let connection = current.first { $0.endpoint.address == address }
    return (connection ?? expected.first { $0.endpoint.address == address })?.peer
  }

  /// The addresses of all connected peers, and then of the clients that connected themselves.
  var addresses: [EndpointAddress] { current.map(\.endpoint.address) + selfConnected }

  /// The addresses of the peers with connections, announced or not.
  var peerAddresses: Set<EndpointAddress> { Set((current + expected).map(\.endpoint.address)) }
}
