@testable import ALSASequencer

extension Endpoint {
  /// Returns the port of a USB instrument.
  static func instrument(
    _ client: Int32, serial: String? = nil, path: String = "1-1", usbID: String? = "1fc9:8124",
    name: String = "LinnStrument MIDI", card: Int = 1
  ) -> Endpoint {
    Endpoint(
      address: EndpointAddress(client: client, port: 0), clientName: name, portName: "\(name) MIDI 1",
      directions: [.input, .output],
      hardware: HardwareIdentity(
        card: card, cardID: "MIDI", cardName: name, usbID: usbID, serial: serial,
        usbPath: usbID == nil ? nil : path))
  }

  /// The two ports of an instrument whose names ALSA cuts to the same one (alsa-lib#442).
  static func twoPorts(_ client: Int32) -> [Endpoint] {
    (0...1).map { port in
      Endpoint(
        address: EndpointAddress(client: client, port: port), clientName: "Launchkey MK4 61",
        portName: "Launchkey MK4 61 Launchkey MK4 ", directions: [.input, .output],
        hardware: HardwareIdentity(
          card: 1, cardID: "MK4", cardName: "Launchkey MK4 61", usbID: "1235:0145", serial: "LK1",
          usbPath: "1-1"))
    }
  }

  /// Returns the port of a program.
  static func program(
    _ client: Int32, _ clientName: String, _ portName: String, port: Int32 = 0,
    _ directions: Directions = [.input, .output]
  ) -> Endpoint {
    Endpoint(
      address: EndpointAddress(client: client, port: port), clientName: clientName, portName: portName,
      directions: directions)
  }
}
