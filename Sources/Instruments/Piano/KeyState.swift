public import MIDICore

/// The state of one key on a piano keyboard.
public struct KeyState: Hashable, Sendable {
  /// The number of note-ons that hold the key, over all sources and channels.
  public var pressCount = 0
  /// The number of sources and channels that sustain the key only by a pedal.
  public var sustainCount = 0
  /// The velocity of the last note-on by a source and channel that still holds the key, or sustains it if none holds
  /// it, or 0 for a silent key.
  ///
  /// If a source has several note-ons for a key, a note-off doesn't identify one of them. So its last velocity counts
  /// until all have ended.
  public var velocity: UInt7 = 0

  /// Creates the state of a released key.
  public init() {}

  /// Whether the key is held.
  public var isPressed: Bool { pressCount > 0 }
  /// Whether only a pedal sustains the key.
  public var isSustained: Bool { pressCount == 0 && sustainCount > 0 }
  /// The strength of the tint in hundredths: the velocity divided by 127, rounded down.
  public var tintHundredths: Int { Int(velocity.rawValue) * 100 / 127 }
}
