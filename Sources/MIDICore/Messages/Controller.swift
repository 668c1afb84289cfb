/// The number of a controller in a control change, 0 through 127.
public struct Controller: BoundedInteger {
  /// How many bits a value has.
  public static let bitWidth = 7

  /// The number, 0 through 127.
  public let rawValue: UInt8

  /// Keeps the lowest seven bits of `rawValue`.
  public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// The six controllers that the MIDI 1.0 specification calls pedals and switches: sustain (64), portamento
  /// (65), sostenuto (66), soft (67), legato (68) and hold 2 (69). 0 is up.
  public static let pedals: ClosedRange<Controller> = 64...69

  /// All sound off.
  public static let allSoundOff: Controller = 120
  /// Reset all controllers.
  public static let resetAllControllers: Controller = 121
  /// All notes off.
  public static let allNotesOff: Controller = 123
}

extension UInt14 {
  /// The pitch bend that bends nothing.
  public static let bendCenter: UInt14 = 8192
}
