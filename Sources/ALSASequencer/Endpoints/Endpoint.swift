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
