internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles

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

extension EndpointMonitor.Change {
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
