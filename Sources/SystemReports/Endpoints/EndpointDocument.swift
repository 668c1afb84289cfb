package import ALSASequencer

/// A port as JSON.
package struct EndpointDocument: Encodable {
  /// The facts that identify the instrument.
  struct Hardware: Encodable {
    var card: Int
    var cardID: String?
    var cardName: String?
    var usbID: String?
    var serial: String?
    var usbPath: String?
  }

  var client: Int32
  var port: Int32
  var clientName: String
  var portName: String
  var name: String
  var isInput: Bool
  var isOutput: Bool
  var hardware: Hardware?
  var aliases: [String]?

  /// Creates the document of an endpoint.
  ///
  /// - Parameter aliases: The endpoint's aliases, or `nil` to leave them out.
  package init(_ endpoint: Endpoint, aliases: [String]? = nil) {
    self.aliases = aliases
    client = endpoint.address.client
    port = endpoint.address.port
    clientName = endpoint.clientName
    portName = endpoint.portName
    name = endpoint.displayName
    isInput = endpoint.directions.contains(.input)
    isOutput = endpoint.directions.contains(.output)
    hardware = endpoint.hardware.map {
      Hardware(
        card: $0.card, cardID: $0.cardID, cardName: $0.cardName, usbID: $0.usbID, serial: $0.serial,
        usbPath: $0.usbPath)
    }
  }
}

/// A change of a port as JSON: `present` at the start of the watch, then `connected`, `disconnected`, and `changed`.
package struct EndpointChangeDocument: Encodable {
  var change: String
  var endpoint: EndpointDocument
  var earlier: EndpointDocument?

  package init(present endpoint: Endpoint) {
    change = "present"
    self.endpoint = EndpointDocument(endpoint)
  }

  package init(_ change: EndpointMonitor.Change) {
    switch change {
    case .came(let endpoint): (self.change, self.endpoint) = ("connected", EndpointDocument(endpoint))
    case .left(let endpoint): (self.change, self.endpoint) = ("disconnected", EndpointDocument(endpoint))
    case .changed(let earlier, let endpoint):
      (self.change, self.endpoint) = ("changed", EndpointDocument(endpoint))
      self.earlier = EndpointDocument(earlier)
    }
  }
}

/// An alias as JSON. It has a port and a rule while the instrument is connected.
package struct AliasDocument: Encodable {
  var alias: String
  var isConnected: Bool
  var identity: EndpointIdentity
  var endpoint: EndpointDocument?
  var rule: EndpointIdentity.Rule?

  package init(_ name: String, _ identity: EndpointIdentity, _ match: EndpointIdentity.Match?) {
    alias = name
    isConnected = match != nil
    self.identity = identity
    endpoint = match.map { EndpointDocument($0.endpoint) }
    rule = match?.rule
  }
}
