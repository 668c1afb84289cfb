/// A chosen endpoint, followed across disconnects, which are states and not errors.
///
/// ``follow(_:after:)`` updates it with the connected endpoints.
package struct TrackedEndpoint: Hashable, Sendable {
  /// The known facts of the endpoint.
  package enum Wanted: Hashable, Sendable {
    /// A user's query that hasn't matched yet.
    case query(EndpointQuery)
    case identity(EndpointIdentity)
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
  fileprivate var rivals: [EndpointIdentity] = []

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

  /// Returns the endpoints that match equally well: one if the choice is definite, or several if it is ambiguous.
  ///
  /// - Parameter endpoints: All endpoints of the system that no other choice has.
  func matches(among endpoints: [Endpoint]) -> [Endpoint] {
    let endpoints = endpoints.filter { !others.contains($0) }
    switch wanted {
    case .query(let query):
      do throws(EndpointQuery.Failure) {
        return [try query.choose(from: endpoints, direction: direction)]
      } catch {
        if case .ambiguous(_, let candidates) = error { return candidates }
        return []
      }
    case .identity(let identity):
      return identity.matches(among: endpoints, direction: direction, rivals: rivals).map(\.endpoint)
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
    _ endpoints: [Endpoint], after changes: [EndpointChange] = []
  ) -> [EndpointChange] {
    [leave(endpoints, after: changes), come(endpoints, rivals: rivals, taken: [])].compactMap(\.self)
  }

  /// Updates the state of a connected endpoint.
  ///
  /// - Returns: The disconnection, or `nil`.
  fileprivate mutating func leave(
    _ endpoints: [Endpoint], after changes: [EndpointChange]
  ) -> EndpointChange? {
    guard let known = endpoint else { return nil }
    let now = endpoints.first { $0.address == known.address && isSame($0, known) }
    let hasLeft =
      now == nil
      || changes.contains { if case .left(let other) = $0 { other.address == known.address } else { false } }
    endpoint = hasLeft ? nil : now
    return hasLeft ? .left(known) : nil
  }

  /// Finds a disconnected endpoint, and stores the facts of a connected one.
  ///
  /// - Parameters:
  ///   - rivals: Other chosen endpoints, which have precedence for endpoints that match them by a stronger rule.
  ///   - taken: The addresses of other chosen endpoints.
  /// - Returns: The connection, or `nil`.
  fileprivate mutating func come(
    _ endpoints: [Endpoint], rivals: [EndpointIdentity], taken: Set<EndpointAddress>
  ) -> EndpointChange? {
    var change: EndpointChange?
    others.formIntersection(endpoints)
    if endpoint == nil,
      let found = find(among: endpoints.filter { !others.contains($0) }, rivals: rivals, taken: taken)
    {
      endpoint = found
      change = .came(found)
    }
    if let endpoint {
      wanted = .identity(
        knownIdentity?.renewed(by: endpoint, among: endpoints)
          ?? EndpointIdentity(endpoint, among: endpoints))
      others = Set(endpoints.filter { $0.address != endpoint.address })
    }
    return change
  }

  /// Returns whether two endpoints are the same. A name may change while the endpoint stays connected; its hardware
  /// can't. Numbers of programs are soon reused by programs with different names.
  private func isSame(_ one: Endpoint, _ other: Endpoint) -> Bool {
    one.hardware?.usbID == other.hardware?.usbID && one.hardware?.serial == other.hardware?.serial
      && (one.clientName == other.clientName || one.portName == other.portName)
      && one.directions.contains(direction)
  }

  private func find(
    among endpoints: [Endpoint], rivals: [EndpointIdentity], taken: Set<EndpointAddress>
  ) -> Endpoint? {
    switch wanted {
    // The caller reports two queries for the same endpoint.
    case .query(let query): try? query.choose(from: endpoints, direction: direction)
    case .identity(let identity):
      identity.find(
        among: endpoints.filter { !taken.contains($0.address) }, direction: direction, rivals: rivals
      )?.endpoint
    }
  }
}

extension [TrackedEndpoint] {
  /// The display names, with numbers if several are equal: an instrument can have two ports of one name.
  package var distinctNames: [String] {
    var names: Set<String> = []
    return map { names.insertDistinct($0.name) }
  }

  /// Updates endpoints that were chosen together, so that no two of them find the same one.
  ///
  /// If several disconnected ones match an endpoint, the one with the strongest rule gets it, then the first.
  ///
  /// - Parameters:
  ///   - endpoints: All endpoints of the system.
  ///   - changes: The result of ``EndpointMonitor/update(rereading:)``.
  /// - Returns: The indices of the endpoints that were connected, with their current states.
  package mutating func follow(
    _ endpoints: [Endpoint], after changes: [EndpointChange] = []
  ) -> [(index: Int, endpoint: Endpoint)] {
    for index in indices { _ = self[index].leave(endpoints, after: changes) }
    var taken = Set(compactMap(\.endpoint?.address))
    var connected: [(index: Int, endpoint: Endpoint)] = []
    for index in indices {
      let absent = enumerated().filter { $0.offset != index && $0.element.endpoint == nil }
      let change = self[index].come(
        endpoints, rivals: self[index].rivals + absent.compactMap { $0.element.knownIdentity }, taken: taken)
      guard case .came(let endpoint)? = change else { continue }
      taken.insert(endpoint.address)
      connected.append((index, endpoint))
    }
    return connected
  }
}

extension TrackedEndpoint {
  fileprivate var knownIdentity: EndpointIdentity? {
    if case .identity(let identity) = wanted { identity } else { nil }
  }
}
