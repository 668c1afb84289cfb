/// A chosen endpoint, followed across disconnects, which are states and not errors.
///
/// ``follow(_:after:)`` updates it with the connected endpoints.
package struct TrackedEndpoint: Hashable, Sendable {
  /// The known facts of the endpoint.
  package enum Wanted: Hashable, Sendable {
    /// A user's query that hasn't matched yet.
    case query(EndpointQuery)
    /// The identity.
    case identity(EndpointIdentity)
  }

  /// The effect of a change in the system.
  package enum Change: Hashable, Sendable {
    /// The endpoint is connected now. It was found by a rule, or by a user's query if the rule is `nil`.
    case came(Endpoint, by: EndpointIdentity.Rule?)
    /// The endpoint was disconnected; it had this state.
    case left(Endpoint)
  }

  /// The known facts. A query that has matched is replaced by the endpoint's identity.
  package private(set) var wanted: Wanted
  /// The required directions.
  package let direction: Endpoint.Directions
  /// The current endpoint, or `nil` while it is disconnected.
  package private(set) var endpoint: Endpoint?
  /// The other endpoints while it was connected. They are different instruments, even if they look equal: if one of two
  /// identical instruments without serial numbers is disconnected, the other doesn't replace it.
  private var others: Set<Endpoint> = []
  /// Other chosen endpoints, which have precedence for endpoints that match them better.
  private var rivals: [EndpointIdentity] = []

  /// Creates a tracked endpoint that is connected.
  package init(_ endpoint: Endpoint, direction: Endpoint.Directions) {
    wanted = .identity(EndpointIdentity(endpoint))
    self.direction = direction
    self.endpoint = endpoint
  }

  /// Creates a tracked endpoint that may be disconnected; ``follow(_:after:)`` finds it.
  ///
  /// - Parameters:
  ///   - wanted: The known facts.
  ///   - direction: The required directions.
  ///   - rivals: Other chosen endpoints, which have precedence for endpoints that match them by a stronger rule.
  package init(_ wanted: Wanted, direction: Endpoint.Directions, rivals: [EndpointIdentity] = []) {
    self.wanted = wanted
    self.direction = direction
    self.rivals = rivals
  }

  /// The display name: the endpoint's name, or the query.
  package var name: String {
    switch wanted {
    case .query(let query): query.text
    case .identity(let identity): identity.displayName
    }
  }

  /// Updates the state with the connected endpoints.
  ///
  /// - Parameters:
  ///   - endpoints: All endpoints of the system.
  ///   - changes: The result of ``EndpointMonitor/update(rereading:)``, which shows whether the endpoint was
  ///     disconnected and reconnected in between, without its connections.
  /// - Returns: The effects: none, a connection, a disconnection, or both if the address has changed or the connections
  ///   are gone.
  package mutating func follow(
    _ endpoints: [Endpoint], after changes: [EndpointMonitor.Change] = []
  ) -> [Change] {
    var ownChanges: [Change] = []
    if let known = endpoint {
      let now = endpoints.first { $0.address == known.address && isSame($0, known) }
      let hasLeft = now == nil || changes.contains { $0.isLeaving(of: known.address) }
      endpoint = hasLeft ? nil : now
      if hasLeft { ownChanges.append(.left(known)) }
    }
    others.formIntersection(endpoints)
    if endpoint == nil, let (found, rule) = find(among: endpoints.filter { !others.contains($0) }) {
      endpoint = found
      ownChanges.append(.came(found, by: rule))
    }
    if let endpoint {
      wanted = .identity(EndpointIdentity(endpoint))
      others = Set(endpoints.filter { $0.address != endpoint.address })
    }
    return ownChanges
  }

  /// Returns whether two endpoints are the same. A name may change while the endpoint stays connected; its hardware
  /// can't. Numbers of programs are soon reused by programs with different names.
  private func isSame(_ one: Endpoint, _ other: Endpoint) -> Bool {
    one.hardware?.usbID == other.hardware?.usbID && one.hardware?.serial == other.hardware?.serial
      && (one.clientName == other.clientName || one.portName == other.portName)
      && one.directions.contains(direction)
  }

  private func find(among endpoints: [Endpoint]) -> (Endpoint, EndpointIdentity.Rule?)? {
    switch wanted {
    case .query(let query):
      (try? query.choose(from: endpoints, direction: direction)).map { ($0, nil) }
    case .identity(let identity):
      identity.find(among: endpoints, direction: direction, rivals: rivals).map { ($0.endpoint, $0.rule) }
    }
  }
}

extension EndpointMonitor.Change {
  /// Returns whether the change is the disconnection of an address.
  fileprivate func isLeaving(of address: EndpointAddress) -> Bool {
    guard case .left(let endpoint) = self else { return false }
    return endpoint.address == address
  }
}
