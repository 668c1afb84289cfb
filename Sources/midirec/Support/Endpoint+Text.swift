internal import ALSASequencer
internal import MIDICore

extension Endpoint {
  /// Name, directions and hardware, as a part of a line.
  var detailText: String {
    [displayName.printable, directions.text, hardware.map { "\($0)" }].compactMap { $0 }
      .joined(separator: "  ")
  }
}

extension Endpoint.Directions {
  /// `in/out`, `in` or `out`.
  var text: String {
    switch (contains(.input), contains(.output)) {
    case (true, true): "in/out"
    case (true, false): "in"
    default: "out"
    }
  }

  /// What an endpoint of this direction is called: `input`, `output`; `endpoint` where any will do.
  var noun: String {
    switch self {
    case .input: "input"
    case .output: "output"
    default: "endpoint"
    }
  }

  /// The option that names one.
  var option: String { self == .input ? "--in" : "--out" }
}

extension EndpointIdentity {
  /// What is known of the hardware: `USB 1fc9:8124, serial LS0000, path 1-1`; empty for programs.
  var hardwareText: String {
    guard usbID != nil else { return cardName.map { "card \($0)" } ?? "" }
    return "\(HardwareIdentity(card: 0, usbID: usbID, serial: serial, usbPath: usbPath))".printable
  }
}
