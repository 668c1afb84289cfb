package import MIDICore

extension ValueCurve.Quantity {
  /// Returns the standard name without the channel: `sustain pedal`, `bend`, `pitch bend range (RPN 0)`.
  ///
  /// - Parameter middleC: The octave of middle C in names of notes.
  package func name(_ middleC: MiddleC = .octave4) -> String {
    switch self {
    case .controller(let controller): controller.nameText
    case .program: "program"
    case .parameter(let parameter): parameter.nameText
    case .bend: "bend"
    case .pressure: "pressure"
    case .timbre: "timbre"
    case .notePressure(let number): "pressure of \(number.name(middleC))"
    }
  }

  /// Returns a value as text: the number as in a timeline's text, or `5 of bank 1 0` for a program with a bank.
  package func text(of value: Int) -> String {
    guard self == .program, value >= 128 else { return "\(value)" }
    let bank = value / 128 - 1
    return "\(value % 128) of bank \(bank / 128) \(bank % 128)"
  }
}

extension Controller {
  /// The names of common controllers (MIDI 1.0 Detailed Specification, table III, and the sound controllers of RP-021).
  private static let names: [Int: String] = [
    0: "bank (controller 0)", 1: "modulation", 2: "breath", 4: "foot controller", 5: "portamento time",
    6: "data entry", 7: "volume", 8: "balance", 10: "pan", 11: "expression", 32: "bank, fine (controller 32)",
    38: "data entry, fine",
    64: "sustain pedal", 65: "portamento pedal", 66: "sostenuto pedal", 67: "soft pedal", 68: "legato pedal",
    69: "hold 2 pedal", 71: "resonance", 72: "release time", 73: "attack time", 74: "timbre",
    91: "reverb", 93: "chorus", 96: "data increment", 97: "data decrement", 98: "NRPN, fine", 99: "NRPN",
    100: "RPN, fine", 101: "RPN",
    120: "all sound off", 121: "reset all controllers", 122: "local control", 123: "all notes off",
    124: "omni off", 125: "omni on", 126: "mono", 127: "poly",
  ]

  /// The name without the number, or `nil` for other controllers.
  package var standardName: String? {
    Self.names[Int(rawValue)].map { name in
      name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
    }
  }

  /// The name: `sustain pedal`, `controller 20`.
  var nameText: String { Self.names[Int(rawValue)] ?? "controller \(rawValue)" }
}

extension Timeline.Parameter {
  /// The registered parameters of the specification, and of MPE (RPN 6).
  private static let names = [
    "pitch bend range", "fine tuning", "coarse tuning", "tuning program", "tuning bank",
    "modulation depth range", "MPE zone",
  ]

  /// The name: `pitch bend range (RPN 0)`, `NRPN 245`.
  var nameText: String { standardName.map { "\($0) (\(numberText))" } ?? numberText }

  /// The name in a list: `pitch bend range, RPN 0`, `NRPN 245`.
  package var listText: String { standardName.map { "\($0), \(numberText)" } ?? numberText }

  private var standardName: String? {
    isRegistered && Self.names.indices ~= Int(number.rawValue) ? Self.names[Int(number.rawValue)] : nil
  }

  private var numberText: String { "\(isRegistered ? "RPN" : "NRPN") \(number.rawValue)" }
}
