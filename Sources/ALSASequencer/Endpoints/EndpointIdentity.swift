/// What is remembered of an endpoint that was chosen, so that it is found again under whatever number: the most lasting
/// facts there are about it, and its names.
///
/// ``Rule`` says which facts count, and in which order.
package struct EndpointIdentity: Hashable, Sendable, Codable {
  /// The USB vendor and product, `1fc9:8124`.
  package var usbID: String?
  /// The serial number that the instrument reports.
  package var serial: String?
  /// The USB bus and ports that it hung on, `1-1`.
  package var usbPath: String?
  /// The sound card's name.
  package var cardName: String?
  /// The client's name.
  package var clientName: String
  /// The port's name.
  package var portName: String
  /// The name that people saw.
  package var displayName: String

  /// The names that the facts have where they are written down.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case usbID, serial, usbPath, cardName, clientName, portName, displayName
  }

  /// Takes down what there is to say of an endpoint.
  package init(_ endpoint: Endpoint) {
    usbID = endpoint.hardware?.usbID
    serial = endpoint.hardware?.serial
    usbPath = endpoint.hardware?.usbPath
    cardName = endpoint.hardware?.cardName
    clientName = endpoint.clientName
    portName = endpoint.portName
    displayName = endpoint.displayName
  }

  /// An endpoint that was found again, and by what.
  package struct Match: Hashable, Sendable {
    /// Where it is now.
    package let endpoint: Endpoint
    /// The rule that found it.
    package let rule: Rule
  }

  /// Finds the endpoint among those that are there.
  ///
  /// - Parameters:
  ///   - endpoints: What there is.
  ///   - direction: Which way events must be able to go; any way will do for an empty set.
  ///   - rivals: Other endpoints that were chosen. What fits one of them by a stronger rule isn't this one: of two of
  ///     one make without serial numbers, the one that stays isn't taken for the one that is away.
  /// - Returns: Nothing where no endpoint fits, and where several fit equally well: none of them is known to be it.
  package func find(
    among endpoints: [Endpoint], direction: Endpoint.Directions, rivals: [EndpointIdentity] = []
  ) -> Match? {
    let matches = matches(among: endpoints, direction: direction, rivals: rivals)
    return matches.count == 1 ? matches.first : nil
  }

  /// What can be it: all that fit equally well, by the same rule, which are several where nothing tells them apart.
  ///
  /// The parameters are those of ``find(among:direction:rivals:)``.
  package func matches(
    among endpoints: [Endpoint], direction: Endpoint.Directions, rivals: [EndpointIdentity] = []
  ) -> [Match] {
    let possible = endpoints.filter { $0.directions.contains(direction) && !Self.isOther(self, Self($0)) }
    for rule in Rule.allCases {
      let free = possible.filter { endpoint in
        rule.matches(self, Self(endpoint)) && !rivals.contains { $0.claims(endpoint, beforeRule: rule) }
      }
      let hits = narrowed(free, byRulesAfter: rule)
      if !hits.isEmpty { return hits.map { Match(endpoint: $0, rule: rule) } }
    }
    return []
  }

  /// Whether an endpoint fits this by a rule that counts more than another.
  private func claims(_ endpoint: Endpoint, beforeRule rule: Rule) -> Bool {
    let other = Self(endpoint)
    return !Self.isOther(self, other) && Rule.allCases.prefix { $0 != rule }.contains { $0.matches(self, other) }
  }

  /// What is left of several hits when weaker rules decide between them: some makers give all instruments one serial
  /// number.
  private func narrowed(_ hits: [Endpoint], byRulesAfter rule: Rule) -> [Endpoint] {
    Rule.allCases.drop { $0 != rule }.dropFirst().reduce(hits) { hits, weaker in
      let narrower = hits.filter { weaker.matches(self, Self($0)) }
      return narrower.isEmpty ? hits : narrower
    }
  }

  /// Whether two identities are certainly of different instruments, whatever their names: another make, or another
  /// serial number of the same make.
  private static func isOther(_ one: Self, _ other: Self) -> Bool {
    func differs(_ fact: (Self) -> String?) -> Bool {
      guard let first = fact(one), let second = fact(other) else { return false }
      return first != second
    }
    return differs(\.usbID) || differs(\.serial)
  }
}

extension EndpointIdentity {
  /// How an endpoint that was chosen is found again: the rules in the order in which they count. The first that fits
  /// exactly one endpoint decides; where it fits several, the rules after it choose between those.
  ///
  /// | rule | what must be equal |
  /// |---|---|
  /// | `serial` | USB vendor, product and serial number, port name |
  /// | `usbPath` | USB vendor, product and path, port name |
  /// | `card` | card name, port name |
  /// | `client` | client name, port name |
  /// | `displayName` | the name as people see it |
  ///
  /// An instrument of another make, or of the same make with another serial number, is never taken for the one that was
  /// chosen, whatever the rules say.
  package enum Rule: String, CaseIterable, Hashable, Sendable, Codable {
    /// The same instrument, wherever it is plugged in.
    case serial
    /// The same make in the same socket.
    case usbPath
    /// A card of the same name.
    case card
    /// A program or driver of the same name.
    case client
    /// The fallback: it looks the same to people.
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

    /// Whether the rule holds between two identities: both have all of its facts, none is empty, and all are equal.
    func matches(_ one: EndpointIdentity, _ other: EndpointIdentity) -> Bool {
      facts.allSatisfy { fact in
        guard let value = fact(one), !value.isEmpty else { return false }
        return value == fact(other)
      }
    }
  }
}
