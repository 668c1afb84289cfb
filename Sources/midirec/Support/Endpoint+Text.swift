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

extension [ChosenEndpoint] {
  /// What is listened to, for people: names with their numbers, or midirec's own port where nothing was chosen.
  var sentence: String { sentence(port: "midirec capture") }

  /// The same, where the port has another name.
  func sentence(port: String) -> String {
    isEmpty
      ? "what is sent to its port \"\(port)\""
      : map { chosen in chosen.endpoint.map { "\($0)" } ?? chosen.name }.joined(separator: ", ").printable
  }

  /// The names of the sources of a capture, by their index.
  var trackNames: [String] { takeSources.map(\.name) }

  /// What a take says of them.
  var takeSources: [TakeSource] {
    isEmpty ? [TakeSource(name: "midirec capture")] : map(TakeSource.init)
  }
}

extension TakeSource {
  fileprivate init(_ chosen: ChosenEndpoint) {
    self.init(
      name: chosen.name, portName: chosen.endpoint?.portName,
      hardware: chosen.endpoint?.hardware.map { "\($0)" })
  }
}
