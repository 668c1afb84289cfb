/// The stored identity of a port, by which it is found under any number: its most lasting facts, and its names.
///
/// ``Rule`` specifies which facts count, and in which order.
package struct EndpointIdentity: Hashable, Sendable, Codable {
  /// The USB vendor and product IDs, `1fc9:8124`.
  package var usbID: String?
  /// The serial number.
  package var serial: String?
  /// The USB bus and ports, `1-1`.
  package var usbPath: String?
  /// The name of the sound card.
  package var cardName: String?
  /// The client's name.
  package var clientName: String
  /// The port's name.
  package var portName: String
  package var displayName: String
  /// The number of the port within its client if the client has several ports of this name, otherwise `nil`.
  ///
  /// Earlier versions didn't store it.
  package var portNumber: Int32?

  /// The stored names of the facts.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case usbID, serial, usbPath, cardName, clientName, portName, displayName, portNumber
  }

  /// Creates the identity of an endpoint.
  ///
  /// - Parameter endpoints: The connected endpoints, among which others may have the same client and port name.
  package init(_ endpoint: Endpoint, among endpoints: [Endpoint] = []) {
    usbID = endpoint.hardware?.usbID
    serial = endpoint.hardware?.serial
    usbPath = endpoint.hardware?.usbPath
    cardName = endpoint.hardware?.cardName
    clientName = endpoint.clientName
    portName = endpoint.portName
    displayName = endpoint.displayName
    let hasNamesake = endpoints.contains {
      $0.address.client == endpoint.address.client && $0.address != endpoint.address
        && $0.portName == endpoint.portName
    }
    portNumber = hasNamesake ? endpoint.address.port : nil
  }

  /// Returns the identity with the current facts of its endpoint.
  ///
  /// A known port number stays, because the ports of an instrument appear and disappear one after the other.
  package func renewed(by endpoint: Endpoint, among endpoints: [Endpoint]) -> EndpointIdentity {
    var identity = EndpointIdentity(endpoint, among: endpoints)
    if portNumber == endpoint.address.port { identity.portNumber = portNumber }
    return identity
  }

  /// An endpoint that was found, and its rule.
  package struct Match: Hashable, Sendable {
    package let endpoint: Endpoint
    /// The rule that found it.
    package let rule: Rule
  }

  /// Finds the endpoint among connected endpoints.
  ///
  /// - Parameters:
  ///   - endpoints: The connected endpoints.
  ///   - direction: The required directions, or an empty set for any.
  ///   - rivals: Other chosen endpoints. An endpoint that matches a rival by a stronger rule isn't this one: if one of
  ///     two identical instruments without serial numbers is disconnected, the other doesn't replace it.
  /// - Returns: The match, or `nil` if no endpoint matches, or if several match equally well.
  package func find(
    among endpoints: [Endpoint], direction: Endpoint.Directions, rivals: [EndpointIdentity] = []
  ) -> Match? {
    let matches = matches(among: endpoints, direction: direction, rivals: rivals)
    return matches.count == 1 ? matches.first : nil
  }

  /// Returns all endpoints that match equally well by the same rule.
  ///
  /// It has the same parameters as ``find(among:direction:rivals:)``.
  package func matches(
    among endpoints: [Endpoint], direction: Endpoint.Directions, rivals: [EndpointIdentity] = []
  ) -> [Match] {
    let possible = endpoints.filter { $0.directions.contains(direction) && !isOther($0) }
    for rule in Rule.allCases {
      let free = possible.filter { endpoint in
        rule.matches(self, Self(endpoint)) && !rivals.contains { $0.claims(endpoint, beforeRule: rule) }
      }
      let hits = narrowed(free, byRulesAfter: rule)
      if !hits.isEmpty { return hits.map { Match(endpoint: $0, rule: rule) } }
    }
    return []
  }

  /// Returns whether an endpoint matches this identity by a stronger rule than the given one.
  private func claims(_ endpoint: Endpoint, beforeRule rule: Rule) -> Bool {
    let other = Self(endpoint)
    return !isOther(endpoint) && Rule.allCases.prefix { $0 != rule }.contains { $0.matches(self, other) }
  }

  /// Returns the endpoints that remain when weaker rules decide among several, because some makers give all instruments
  /// the same serial number.
  private func narrowed(_ hits: [Endpoint], byRulesAfter rule: Rule) -> [Endpoint] {
    Rule.allCases.drop { $0 != rule }.dropFirst().reduce(hits) { hits, weaker in
      let narrower = hits.filter { weaker.matches(self, Self($0)) }
      return narrower.isEmpty ? hits : narrower
    }
  }

  /// Returns whether an endpoint is certainly a different one: of a different make, of the same make with a different
  /// serial number, or a different one of several ports with the same name.
  private func isOther(_ endpoint: Endpoint) -> Bool {
    func differs<Fact: Equatable>(_ first: Fact?, _ second: Fact?) -> Bool {
      guard let first, let second else { return false }
      return first != second
    }
    return differs(usbID, endpoint.hardware?.usbID) || differs(serial, endpoint.hardware?.serial)
      || differs(portNumber, endpoint.address.port)
  }
}

extension EndpointIdentity {
  /// A rule that finds a chosen endpoint again, in order of strength.
  ///
  /// The first rule that matches exactly one endpoint decides. If it matches several, the following rules choose among
  /// them.
  ///
  /// | Rule | Equal facts |
  /// |---|---|
  /// | `serial` | USB vendor, product and serial number, port name |
  /// | `usbPath` | USB vendor, product and path, port name |
  /// | `card` | card name, port name |
  /// | `client` | client name, port name |
  /// | `displayName` | display name |
  ///
  /// An instrument of a different make, or of the same make with a different serial number, never matches. Among
  /// several ports of one name within a client, the number must also match.
  package enum Rule: String, CaseIterable, Hashable, Sendable, Codable {
    /// The same instrument in any socket.
    case serial
    /// The same make in the same socket.
    case usbPath
    /// A card with the same name.
    case card
    /// A program or driver with the same name.
    case client
    /// The fallback: the same display name.
    case displayName

    private var facts: [@Sendable (EndpointIdentity) -> String?] {
      switch self {
      case .serial: [\.usbID, \.serial, \.portName]
      case .usbPath: [\.usbID, \.usbPath, \.portName]
      case .card: [\.cardName, \.portName]
      case .client: [\.clientName, \.portName]
      case .displayName: [\.displayName]
      }
    }

    /// Returns whether the rule matches two identities: both have all its facts, which are nonempty and equal.
    func matches(_ one: EndpointIdentity, _ other: EndpointIdentity) -> Bool {
      facts.allSatisfy { fact in
        guard let value = fact(one), !value.isEmpty else { return false }
        return value == fact(other)
      }
    }
  }
}
