public import MIDICore

/// What a piano keyboard shows of one key.
public struct KeyState: Hashable, Sendable {
  /// How many note-ons hold it down, each source and channel as often as it struck it.
  public var pressCount = 0
  /// How many sources and channels have it sound on by a pedal, though they hold it down no more.
  public var sustainCount = 0
  /// How hard it was struck the last time by a source and channel that still hold it down; where none does, by one
  /// for which a pedal has it sound on; 0 where it is silent.
  ///
  /// Which of its own strikes a source has ended can't be told, so that its last one counts until all are.
  public var velocity: UInt7 = 0

  /// Makes the state of a key that nobody touches.
  public init() {}

  /// Whether it is down.
  public var isPressed: Bool { pressCount > 0 }
  /// Whether only a pedal holds it.
  public var isSustained: Bool { pressCount == 0 && sustainCount > 0 }
  /// How strong its tint is, in hundredths: the velocity as a part of 127, rounded down.
  public var tintHundredths: Int { Int(velocity.rawValue) * 100 / 127 }
}
