/// The number of a controller in a control change, from 0 through 127.
///
/// The names are those of table III of the MIDI 1.0 Detailed Specification.
public struct Controller: BoundedInteger {
  /// The number of bits of a value.
  public static let bitWidth = 7

  /// The number, from 0 through 127.
  public let rawValue: UInt8

  /// Creates a controller from the lowest seven bits of `rawValue`.
  public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// Creates a controller from a data byte.
  @inlinable public init(_ byte: UInt7) { self.init(masking: byte.rawValue) }
}

extension Controller {
  /// Bank select (0).
  public static let bankSelect: Controller = 0
  /// The modulation wheel (1).
  public static let modulation: Controller = 1
  /// The breath controller (2).
  public static let breath: Controller = 2
  /// The foot controller (4).
  public static let foot: Controller = 4
  /// The portamento time (5).
  public static let portamentoTime: Controller = 5
  /// Data entry (6) for a registered or nonregistered parameter.
  public static let dataEntry: Controller = 6
  /// The channel volume (7).
  public static let volume: Controller = 7
  /// The balance (8).
  public static let balance: Controller = 8
  /// The pan position (10).
  public static let pan: Controller = 10
  /// The expression (11).
  public static let expression: Controller = 11
  /// The least significant bits of data entry (38).
  public static let dataEntryLeastSignificant: Controller = 38
  /// The sustain pedal (64).
  public static let sustain: Controller = 64
  /// The portamento switch (65).
  public static let portamento: Controller = 65
  /// The sostenuto pedal (66).
  public static let sostenuto: Controller = 66
  /// The soft pedal (67).
  public static let soft: Controller = 67
  /// The legato switch (68).
  public static let legato: Controller = 68
  /// Hold 2 (69).
  public static let hold2: Controller = 69
  /// Sound controller 5, the brightness (74), which MPE calls timbre.
  public static let brightness: Controller = 74
  /// The reverb send level (91).
  public static let reverb: Controller = 91
  /// The chorus send level (93).
  public static let chorus: Controller = 93
  /// The least significant bits of bank select (32).
  public static let bankSelectLeastSignificant: Controller = 32
  /// Data increment (96).
  public static let dataIncrement: Controller = 96
  /// Data decrement (97).
  public static let dataDecrement: Controller = 97
  /// The least significant bits of a nonregistered parameter number (98).
  public static let nonregisteredLeastSignificant: Controller = 98
  /// The most significant bits of a nonregistered parameter number (99).
  public static let nonregisteredMostSignificant: Controller = 99
  /// The least significant bits of a registered parameter number (100).
  public static let registeredLeastSignificant: Controller = 100
  /// The most significant bits of a registered parameter number (101).
  public static let registeredMostSignificant: Controller = 101
  /// All sound off (120).
  public static let allSoundOff: Controller = 120
  /// Reset all controllers (121).
  public static let resetAllControllers: Controller = 121
  /// Local control (122).
  public static let localControl: Controller = 122
  /// All notes off (123).
  public static let allNotesOff: Controller = 123

  /// The controllers that the specification calls pedals and switches, from ``sustain`` through ``hold2``.
  public static let pedals: ClosedRange<Controller> = sustain...hold2
  /// The controllers that select parameters, from ``nonregisteredLeastSignificant`` through
  /// ``registeredMostSignificant``.
  public static let parameterSelectors: ClosedRange<Controller> =
    nonregisteredLeastSignificant...registeredMostSignificant
  /// All notes off, and the messages for omni and mono mode, which also end all notes (123 through 127).
  public static let noteEndingModes: ClosedRange<Controller> = allNotesOff...127

  /// The values that "reset all controllers" sets (RP-015).
  package static let valuesAfterReset: [(controller: Controller, value: UInt7)] =
    [(.modulation, 0), (.expression, 127)]
    + (pedals.lowerBound.rawValue...pedals.upperBound.rawValue).map {
      (Controller(masking: $0), 0)
    }

  /// Whether "reset all controllers" keeps the value: banks, volume, pan, sound controllers, effects, and local control
  /// (RP-015). The values of controllers that RP-015 doesn't name are unknown afterwards.
  package var isKeptByReset: Bool {
    switch rawValue {
    case 0, 7, 10, 32, 39, 42, 70...79, 91...95, 122: true
    default: false
    }
  }
}
