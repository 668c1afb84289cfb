/// An endpoint that was chosen, whether it is there or not: being away is a state of it, not an error.
///
/// It is kept up to date by ``follow(_:)``, which is told what there is whenever that changes.
public struct ChosenEndpoint: Hashable, Sendable {
  /// What is known of the endpoint.
  public enum Wanted: Hashable, Sendable {
    /// Words that a person gave, which nothing has matched so far.
    case query(EndpointQuery)
    /// What it is.
    case identity(EndpointIdentity)
  }

  /// What a change in the system meant for it.
  public enum Change: Hashable, Sendable {
    /// It is there now, found by a rule; by none where a person's words matched it for the first time.
    case came(Endpoint, by: EndpointIdentity.Rule?)
    /// It is there no longer; this is where it was.
    case left(Endpoint)
  }

  /// What is known of it. What a person's words have matched is remembered by its identity from then on.
  public private(set) var wanted: Wanted
  /// Which way events must be able to go.
  public let direction: Endpoint.Directions
  /// Where it is now; nothing while it is away.
  public private(set) var endpoint: Endpoint?
  /// What was there beside it. However much one of these looks like it, it is another instrument: of two of one make
  /// without serial numbers, the one that stays isn't taken for the one that was pulled out.
  private var others: Set<Endpoint> = []

  /// An endpoint that is there.
  public init(_ endpoint: Endpoint, direction: Endpoint.Directions) {
    wanted = .identity(EndpointIdentity(endpoint))
    self.direction = direction
    self.endpoint = endpoint
  }

  /// An endpoint that may be there or not: ``follow(_:)`` looks for it.
  public init(_ wanted: Wanted, direction: Endpoint.Directions) {
    self.wanted = wanted
    self.direction = direction
  }

  /// The name that people see: the endpoint's, or the words that it is looked for by.
  public var name: String {
    switch wanted {
    case .query(let query): query.text
    case .identity(let identity): identity.displayName
    }
  }

  /// Takes note of what there is now.
  ///
  /// - Parameter endpoints: All endpoints of the system.
  /// - Returns: What that means for this one: nothing, that it came, that it left, or, when it has another number than
  ///   before, both.
  public mutating func follow(_ endpoints: [Endpoint]) -> [Change] {
    var changes: [Change] = []
    if let known = endpoint, !endpoints.contains(where: { $0.address == known.address && isSame($0, known) })
    {
      endpoint = nil
      changes.append(.left(known))
    }
    others.formIntersection(endpoints)
    if endpoint == nil, let (found, rule) = find(among: endpoints.filter { !others.contains($0) }) {
      endpoint = found
      wanted = .identity(EndpointIdentity(found))
      changes.append(.came(found, by: rule))
    }
    if let endpoint { others = Set(endpoints.filter { $0.address != endpoint.address }) }
    return changes
  }

  /// A name may change while the endpoint stays; what it is can't.
  private func isSame(_ one: Endpoint, _ other: Endpoint) -> Bool {
    one.hardware?.usbID == other.hardware?.usbID && one.hardware?.serial == other.hardware?.serial
      && one.directions.contains(direction)
  }

  private func find(among endpoints: [Endpoint]) -> (Endpoint, EndpointIdentity.Rule?)? {
    switch wanted {
    case .query(let query):
      (try? query.choose(from: endpoints, direction: direction)).map { ($0, nil) }
    case .identity(let identity):
      identity.find(among: endpoints, direction: direction).map { ($0.endpoint, $0.rule) }
    }
  }
}
