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
    func fits(_ one: EndpointIdentity, _ other: EndpointIdentity) -> Bool {
      facts.allSatisfy { fact in
        guard let value = fact(one), !value.isEmpty else { return false }
        return value == fact(other)
      }
    }
  }
}
