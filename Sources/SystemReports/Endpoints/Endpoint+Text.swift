internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles

extension Endpoint {
  /// Name, directions and hardware, as a part of a line.
  var detailText: String {
    [displayName.printable, directions.text, hardware.map { "\($0)" }].compactMap { $0 }
      .joined(separator: "  ")
  }
}

extension Endpoint.Directions {
  /// `in/out`, `in` or `out`.
  package var text: String {
    switch (contains(.input), contains(.output)) {
    case (true, true): "in/out"
    case (true, false): "in"
    default: "out"
    }
  }

  /// What an endpoint of this direction is called: `input`, `output`; `endpoint` where any will do.
  package var noun: String {
    switch self {
    case .input: "input"
    case .output: "output"
    default: "endpoint"
    }
  }
}

extension EndpointIdentity {
  /// `LinnStrument MIDI MIDI 1 (USB 1fc9:8124, serial LS0000, path 1-1)`.
  package var text: String { displayName.printable + (hardwareText.isEmpty ? "" : " (\(hardwareText))") }

  /// What is known of the hardware: `USB 1fc9:8124, serial LS0000, path 1-1`; empty for programs.
  package var hardwareText: String {
    guard usbID != nil else { return cardName.map { "card \($0)" } ?? "" }
    return "\(HardwareIdentity(card: 0, usbID: usbID, serial: serial, usbPath: usbPath))".printable
  }
}

extension EndpointMonitor.Change {
  /// `+ 20:0  LinnStrument MIDI MIDI 1  in/out  USB 1fc9:8124, serial LS0000, path 1-1`.
  package var text: String {
    switch self {
    case .came(let endpoint): "+ \(endpoint.address)  \(endpoint.detailText)"
    case .left(let endpoint): "- \(endpoint.address)  \(endpoint.detailText)"
    case .changed(let earlier, let endpoint):
      "~ \(endpoint.address)  \(earlier.detailText) -> \(endpoint.detailText)"
    }
  }
}
