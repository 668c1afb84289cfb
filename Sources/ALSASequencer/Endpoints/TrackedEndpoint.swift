/// An endpoint that was chosen, whether it is there or not: being away is a state of it, not an error.
///
/// It is kept up to date by ``follow(_:after:)``, which is told what there is whenever that changes.
package struct TrackedEndpoint: Hashable, Sendable {
  /// What is known of the endpoint.
  package enum Wanted: Hashable, Sendable {
    /// Words that a person gave, which nothing has matched so far.
    case query(EndpointQuery)
    /// What it is.
    case identity(EndpointIdentity)
  }

  /// What a change in the system meant for it.
  package enum Change: Hashable, Sendable {
    /// It is there now, found by a rule; by none where a person's words matched it for the first time.
    case came(Endpoint, by: EndpointIdentity.Rule?)
    /// It is there no longer; this is where it was.
    case left(Endpoint)
  }

  /// What is known of it. What a person's words have matched is remembered by its identity from then on.
  package private(set) var wanted: Wanted
  /// Which way events must be able to go.
  package let direction: Endpoint.Directions
  /// Where it is now; nothing while it is away.
  package private(set) var endpoint: Endpoint?
  /// What was there beside it. However much one of these looks like it, it is another instrument: of two of one make
  /// without serial numbers, the one that stays isn't taken for the one that was pulled out.
  private var others: Set<Endpoint> = []
  /// What else was chosen, with a better claim to what fits it better.
  private var rivals: [EndpointIdentity] = []

  /// An endpoint that is there.
  package init(_ endpoint: Endpoint, direction: Endpoint.Directions) {
    wanted = .identity(EndpointIdentity(endpoint))
    self.direction = direction
    self.endpoint = endpoint
  }

  /// An endpoint that may be there or not: ``follow(_:after:)`` looks for it.
  ///
  /// - Parameters:
  ///   - wanted: What is known of it.
  ///   - direction: Which way events must be able to go.
  ///   - rivals: Other endpoints that were chosen: what fits one of these by a stronger rule isn't this one.
  package init(_ wanted: Wanted, direction: Endpoint.Directions, rivals: [EndpointIdentity] = []) {
    self.wanted = wanted
    self.direction = direction
    self.rivals = rivals
  }

  /// The name that people see: the endpoint's, or the words that it is looked for by.
  package var name: String {
    switch wanted {
    case .query(let query): query.text
    case .identity(let identity): identity.displayName
    }
  }

  /// Takes note of what there is now.
  ///
  /// - Parameters:
  ///   - endpoints: All endpoints of the system.
  ///   - changes: What ``EndpointMonitor/update(rereading:)`` has reported, from which an endpoint is known that went
  ///     and came again in the meantime: its connections are gone.
  /// - Returns: What that means for this one: nothing, that it came, that it left, or, when it has another number than
  ///   before or its connections are gone, both.
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

  /// A name may change while the endpoint stays; what it is can't. Numbers of programs are soon given to others, which
  /// share neither name.
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
  /// Whether this says that what had an address went away.
  fileprivate func isLeaving(of address: EndpointAddress) -> Bool {
    guard case .left(let endpoint) = self else { return false }
    return endpoint.address == address
  }
}
