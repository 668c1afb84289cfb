/// The number of a controller in a control change, from 0 through 127.
///
/// The names are from table III of the MIDI 1.0 Detailed Specification.
public struct Controller: BoundedInteger, ExpressibleByIntegerLiteral {
  /// The type of literals. The compiler rejects literals above 127.
  public typealias IntegerLiteralType = Int8

  /// The number of bits of a value.
  @inlinable public static var bitWidth: Int { 7 }

  /// The number, from 0 through 127.
  public let rawValue: UInt8

  /// Creates a controller from the lowest seven bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// Creates a controller from a data byte.
  @inlinable public init(_ byte: UInt7) { self.init(masking: byte.rawValue) }
}

extension Controller {
  /// Bank select (0).
  @inlinable public static var bankSelect: Controller { Controller(masking: 0) }
  /// The modulation wheel (1).
  @inlinable public static var modulation: Controller { Controller(masking: 1) }
  /// The breath controller (2).
  @inlinable public static var breath: Controller { Controller(masking: 2) }
  /// The foot controller (4).
  @inlinable public static var foot: Controller { Controller(masking: 4) }
  /// Data entry (6) for a registered or nonregistered parameter.
  @inlinable public static var dataEntry: Controller { Controller(masking: 6) }
  /// The channel volume (7).
  @inlinable public static var volume: Controller { Controller(masking: 7) }
  /// The balance (8).
  @inlinable public static var balance: Controller { Controller(masking: 8) }
  /// The pan position (10).
  @inlinable public static var pan: Controller { Controller(masking: 10) }
  /// The expression (11).
  @inlinable public static var expression: Controller { Controller(masking: 11) }
  /// The least significant bits of data entry (38).
  @inlinable public static var dataEntryLeastSignificant: Controller { Controller(masking: 38) }
  /// The sustain pedal (64).
  @inlinable public static var sustain: Controller { Controller(masking: 64) }
  /// The portamento switch (65).
  @inlinable public static var portamento: Controller { Controller(masking: 65) }
  /// The sostenuto pedal (66).
  @inlinable public static var sostenuto: Controller { Controller(masking: 66) }
  /// The soft pedal (67).
  @inlinable public static var soft: Controller { Controller(masking: 67) }
  /// The legato switch (68).
  @inlinable public static var legato: Controller { Controller(masking: 68) }
  /// Hold 2 (69).
  @inlinable public static var hold2: Controller { Controller(masking: 69) }
  /// Sound controller 5 (74): brightness, or timbre in MPE.
  @inlinable public static var brightness: Controller { Controller(masking: 74) }
  /// The reverb send level (91).
  @inlinable public static var reverb: Controller { Controller(masking: 91) }
  /// The chorus send level (93).
  @inlinable public static var chorus: Controller { Controller(masking: 93) }
  /// The least significant bits of bank select (32).
  @inlinable public static var bankSelectLeastSignificant: Controller { Controller(masking: 32) }
  /// Data increment (96).
  @inlinable public static var dataIncrement: Controller { Controller(masking: 96) }
  /// Data decrement (97).
  @inlinable public static var dataDecrement: Controller { Controller(masking: 97) }
  /// The least significant bits of a nonregistered parameter number (98).
  @inlinable public static var nonregisteredLeastSignificant: Controller { Controller(masking: 98) }
  /// The most significant bits of a nonregistered parameter number (99).
  @inlinable public static var nonregisteredMostSignificant: Controller { Controller(masking: 99) }
  /// The least significant bits of a registered parameter number (100).
  @inlinable public static var registeredLeastSignificant: Controller { Controller(masking: 100) }
  /// The most significant bits of a registered parameter number (101).
  @inlinable public static var registeredMostSignificant: Controller { Controller(masking: 101) }
  /// All sound off (120).
  @inlinable public static var allSoundOff: Controller { Controller(masking: 120) }
  /// Reset all controllers (121).
  @inlinable public static var resetAllControllers: Controller { Controller(masking: 121) }
  /// Local control (122).
  @inlinable public static var localControl: Controller { Controller(masking: 122) }
  /// All notes off (123).
  @inlinable public static var allNotesOff: Controller { Controller(masking: 123) }

  /// The pedals and switches of the specification, from ``sustain`` through ``hold2``.
  @inlinable public static var pedals: ClosedRange<Controller> { sustain...hold2 }
  /// The controllers that select parameters (98 through 101).
  @inlinable public static var parameterSelectors: ClosedRange<Controller> {
    nonregisteredLeastSignificant...registeredMostSignificant
  }
  /// All notes off, and the omni, mono, and poly mode messages, which end all notes (123 through 127).
  @inlinable public static var noteEndingModes: ClosedRange<Controller> { allNotesOff...127 }

  /// The values that "reset all controllers" sets (RP-015).
  package static let valuesAfterReset: [(controller: Controller, value: UInt7)] =
    [(.modulation, 0), (.expression, 127)]
    + (pedals.lowerBound.rawValue...pedals.upperBound.rawValue).map {
      (Controller(masking: $0), 0)
    }

  /// Whether "reset all controllers" keeps the value (RP-015).
  ///
  /// It keeps banks, volume, pan, sound controllers, effects, and local control. Afterwards, the values of controllers
  /// that RP-015 doesn't name are unknown.
  package var isKeptByReset: Bool {
    switch rawValue {
    case 0, 7, 10, 32, 39, 42, 70...79, 91...95, 122: true
    default: false
    }
  }
}
