internal import CALSA

/// A port of the sequencer that others can connect to.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// Which ways events can go, seen from midirec.
  package struct Directions: OptionSet, Hashable, Sendable {
    /// The set's bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Events come from it: it can be captured.
    package static let input = Directions(rawValue: 1)
    /// Events go to it: it can be played to.
    package static let output = Directions(rawValue: 2)
  }

  /// Its numbers, as long as it is there.
  package let address: EndpointAddress
  /// The client's name: the instrument's or the program's.
  package let clientName: String
  /// The port's name.
  package let portName: String
  /// Which ways events can go.
  package let directions: Directions
  /// What tells the instrument from others of its make; nothing for programs.
  package let hardware: HardwareIdentity?

  /// Makes an endpoint of its parts.
  package init(
    address: EndpointAddress, clientName: String, portName: String, directions: Directions,
    hardware: HardwareIdentity? = nil
  ) {
    self.address = address
    self.clientName = clientName
    self.portName = portName
    self.directions = directions
    self.hardware = hardware
  }

  /// The name that people see: the port's, after the client's where it doesn't begin with that anyway.
  package var displayName: String {
    portName.hasPrefix(clientName) ? portName : "\(clientName) \(portName)"
  }

  /// Numbers and name: `20:0 LinnStrument MIDI MIDI 1`.
  package var description: String { "\(address) \(displayName)" }
}

extension Endpoint {
  /// The endpoints that are there now, in the order of their numbers. The sequencer's own (client 0) and ports
  /// that nobody may connect to are left out.
  package static func all() throws(SequencerError) -> [Endpoint] {
    try SequencerClient.open(name: "midirec").endpoints()
  }

  @unsafe
  fileprivate init?(_ client: OpaquePointer, _ port: OpaquePointer) {
    let clientNumber = unsafe snd_seq_client_info_get_client(client)
    guard clientNumber != SND_SEQ_CLIENT_SYSTEM else { return nil }
    let capabilities = SequencerClient.PortCapabilities(
      rawValue: unsafe snd_seq_port_info_get_capability(port))
    guard !capabilities.contains(.noExport) else { return nil }

    var directions: Directions = []
    if capabilities.contains([.read, .subscribeRead]) { directions.insert(.input) }
    if capabilities.contains([.write, .subscribeWrite]) { directions.insert(.output) }
    guard !directions.isEmpty else { return nil }

    let card = unsafe snd_seq_client_info_get_card(client)
    self.init(
      address: EndpointAddress(client: clientNumber, port: unsafe snd_seq_port_info_get_port(port)),
      clientName: unsafe Self.text(snd_seq_client_info_get_name(client)),
      portName: unsafe Self.text(snd_seq_port_info_get_name(port)),
      directions: directions,
      hardware: card >= 0 ? HardwareIdentity(readingCard: Int(card)) : nil)
  }

  @unsafe
  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }
}

extension SequencerClient {
  /// The endpoints that are there now, but for the client's own.
  func endpoints() throws(SequencerError) -> [Endpoint] {
    var endpoints: [Endpoint] = []
    try unsafe forEachPort { clientInfo, portInfo in
      if let endpoint = unsafe Endpoint(clientInfo, portInfo), endpoint.address.client != number {
        endpoints.append(endpoint)
      }
    }
    return endpoints
  }
}
