package import ALSASequencer
internal import MIDICore

/// A port as JSON.
package struct EndpointDocument: Encodable {
  var client: Int32
  var port: Int32
  var clientName: String
  var portName: String
  var name: String
  var isInput: Bool
  var isOutput: Bool
  var hardware: HardwareIdentity?
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
    hardware = endpoint.hardware
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

  package init(_ change: EndpointChange) {
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

/// An event at one of midirec's virtual ports, as JSON and as a line of text: a message with its bytes, or a problem.
/// The time is in nanoseconds.
package struct PortEventDocument: Encodable {
  var time: Int64
  var port: String
  var message: String?
  var bytes: String?
  var problem: String?

  /// Creates the document of an event.
  package init(_ arrival: VirtualPorts.Arrival, portName: String) {
    time = arrival.time.rawValue
    port = portName
    switch arrival.content {
    case .message(let message):
      self.message = "\(message)"
      bytes = hexadecimal(message.bytes)
    case .overrun: problem = "overrun: events were lost here"
    case .unreadableEvent(let text): problem = text
    }
  }

  /// The event in one line: `1.234567  Port  note-on 1 60 100`.
  package var text: String {
    "\(Nanoseconds(rawValue: time))  \(port.printable)  \(message ?? problem ?? "")"
  }
}

// MARK: Text

extension Endpoint {
  /// The name, directions, and hardware, as a part of a line.
  var detailText: String {
    [displayName.printable, directions.text, hardware.map { "\($0)" }].compactMap { $0 }
      .joined(separator: "  ")
  }
}

extension Endpoint.Directions {
  /// `in/out`, `in`, or `out`.
  package var text: String {
    switch (contains(.input), contains(.output)) {
    case (true, true): "in/out"
    case (true, false): "in"
    default: "out"
    }
  }

  /// The noun for an endpoint of this direction: `input`, `output`, or `port` for both.
  package var noun: String {
    switch self {
    case .input: "input"
    case .output: "output"
    default: "port"
    }
  }
}

extension EndpointIdentity {
  /// The name and hardware: `LinnStrument MIDI MIDI 1 (USB 1fc9:8124, serial LS0000, path 1-1)`.
  package var text: String { displayName.printable + (hardwareText.isEmpty ? "" : " (\(hardwareText))") }

  /// The known facts other than names: `USB 1fc9:8124, serial LS0000, path 1-1, port 1`. It is empty for most programs.
  package var hardwareText: String {
    let hardware =
      usbID.map { "\(HardwareIdentity(card: 0, usbID: $0, serial: serial, usbPath: usbPath))".printable }
      ?? cardName.map { "card \($0)" }
    return [hardware, portNumber.map { "port \($0)" }].compactMap(\.self).joined(separator: ", ")
  }
}

extension EndpointChange {
  /// The change in one line: `+ 20:0  LinnStrument MIDI MIDI 1  in/out  USB 1fc9:8124, serial LS0000, path 1-1`.
  package var text: String {
    switch self {
    case .came(let endpoint): "+ \(endpoint.address)  \(endpoint.detailText)"
    case .left(let endpoint): "- \(endpoint.address)  \(endpoint.detailText)"
    case .changed(let earlier, let endpoint):
      "~ \(endpoint.address)  \(earlier.detailText) -> \(endpoint.detailText)"
    }
  }
}
