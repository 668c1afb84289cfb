internal import CALSA

/// A port of the sequencer to which other clients can connect.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// The directions of events, as seen from the program.
  public struct Directions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The endpoint sends events: it can be captured.
    public static let input = Directions(rawValue: 1)
    /// The endpoint receives events: it can be played to.
    public static let output = Directions(rawValue: 2)
  }

  /// The address, which is valid while the endpoint is connected.
  package let address: EndpointAddress
  /// The client's name: the instrument's or the program's.
  public let clientName: String
  /// The port's name.
  public let portName: String
  /// The directions of events.
  public let directions: Directions
  /// The hardware identity, or `nil` for programs.
  package let hardware: HardwareIdentity?

  /// Creates an endpoint with the given values.
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

  /// The display name: the port's name, preceded by the client's name unless it already starts with it.
  public var displayName: String {
    portName.hasPrefix(clientName) ? portName : "\(clientName) \(portName)"
  }

  /// The address and the name: `20:0 LinnStrument MIDI MIDI 1`.
  public var description: String { "\(address) \(displayName)" }
}

extension Endpoint {
  /// Returns the current endpoints in order of their numbers, without the sequencer's own (client 0) and private ports.
  ///
  /// - Throws: `SequencerError` if the sequencer can't be opened.
  package static func all() throws(SequencerError) -> [Endpoint] {
    try SequencerClient.open(name: "midirec").endpoints()
  }

  /// Creates an endpoint from alsa-lib's information about a client and its port, or returns `nil` for the sequencer's
  /// own and private ports.
  @unsafe
  init?(_ client: OpaquePointer, _ port: OpaquePointer) {
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
      clientName: unsafe snd_seq_client_info_get_name(client).map { unsafe String(cString: $0) } ?? "",
      portName: unsafe snd_seq_port_info_get_name(port).map { unsafe String(cString: $0) } ?? "",
      directions: directions,
      hardware: card >= 0 ? HardwareIdentity(readingCard: Int(card)) : nil)
  }
}

extension Set<String> {
  /// Inserts a name that the set doesn't contain: the given one, or one with a number, such as `Keys (2)`.
  ///
  /// - Returns: The inserted name.
  mutating func insertDistinct(_ name: String) -> String {
    var distinct = name
    var number = 2
    while !insert(distinct).inserted {
      // ALSA cuts names, often after a space.
      distinct = "\(name)\(name.hasSuffix(" ") ? "" : " ")(\(number))"
      number += 1
    }
    return distinct
  }
}

/// The current address of an endpoint: client and port number. It may change when the endpoint is reconnected.
package struct EndpointAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The client number.
  package let client: Int32
  /// The port number within the client.
  package let port: Int32

  /// Creates an address from its numbers.
  package init(client: Int32, port: Int32) {
    self.client = client
    self.port = port
  }

  /// Parses `20:0`, or returns `nil` for any other text.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }),
      let client = UInt8(parts[0]), let port = UInt8(parts[1])
    else { return nil }
    self.init(client: Int32(client), port: Int32(port))
  }

  /// Client and port: `20:0`.
  package var description: String { "\(client):\(port)" }

  /// Orders addresses by client, then by port.
  package static func < (left: EndpointAddress, right: EndpointAddress) -> Bool {
    (left.client, left.port) < (right.client, right.port)
  }

  /// Creates an address from the kernel's structure.
  init(_ address: snd_seq_addr_t) {
    self.init(client: Int32(address.client), port: Int32(address.port))
  }

  /// The kernel's structure, in which both numbers are bytes.
  var cValue: snd_seq_addr_t {
    snd_seq_addr_t(client: UInt8(truncatingIfNeeded: client), port: UInt8(truncatingIfNeeded: port))
  }
}
