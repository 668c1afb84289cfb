/// A MIDI note number, 0 through 127, in steps of a semitone.
public struct NoteNumber: BoundedInteger {
  /// How many bits a value has.
  public static let bitWidth = 7

  /// The number, 0 through 127.
  public let rawValue: UInt8

  /// Keeps the lowest seven bits of `rawValue`.
  public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// The note's name with sharps and its octave, such as `C#4`, where `C4` is note 60.
  public var name: String { name(.octave4) }

  /// The note's name: `C4`.
  public var description: String { name }
}
