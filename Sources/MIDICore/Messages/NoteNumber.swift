/// A MIDI note number, 0 through 127, in steps of a semitone.
public struct NoteNumber: BoundedInteger {
  /// How many bits a value has.
  @inlinable public static var bitWidth: Int { 7 }

  /// The number, 0 through 127.
  public let rawValue: UInt8

  /// Keeps the lowest seven bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// Creates a note number from a data byte.
  @inlinable public init(_ byte: UInt7) { self.init(masking: byte.rawValue) }

  /// The note's name with sharps and its octave, such as `C#4`, where `C4` is note 60.
  public var name: String { name(.octave4) }

  /// The note's name: `C4`.
  public var description: String { name }
}

extension NoteNumber {
  /// The note's name with sharps and its octave: `C#4`, and for middle C `C4` or `C3`.
  public func name(_ middleC: MiddleC) -> String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return names[Int(rawValue) % 12] + String(Int(rawValue) / 12 - 5 + middleC.rawValue)
  }

  /// Reads a note's name: a letter in either case, `#` for a sharp or `b` for a flat, and the octave: `C4`, `f#3`,
  /// `Db-1`.
  ///
  /// - Returns: Nothing when `text` is no such name, or names a note outside 0 through 127.
  public init?(name text: some StringProtocol, _ middleC: MiddleC = .octave4) {
    let semitones: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
    guard let letter = text.first?.lowercased().first, let semitone = semitones[letter] else { return nil }
    var rest = text.dropFirst()
    let accidental =
      switch rest.first {
      case "#": 1
      case "b": -1
      default: 0
      }
    if accidental != 0 { rest = rest.dropFirst() }
    let isBelowZero = rest.first == "-"
    if isBelowZero { rest = rest.dropFirst() }
    guard rest.count == 1, let digit = rest.first, digit.isASCIIDigit, let octave = digit.wholeNumberValue
    else {
      return nil
    }
    let octaves = (isBelowZero ? -octave : octave) + 5 - middleC.rawValue
    self.init(exactly: octaves * 12 + semitone + accidental)
  }
}

/// Which octave the note names count middle C (note 60) in: makers disagree.
public enum MiddleC: Int, CaseIterable, Hashable, Sendable {
  /// Middle C is C3, as Yamaha and many programs have it.
  case octave3 = 3
  /// Middle C is C4, as the Acoustical Society of America has it: what midirec says unless it is told otherwise.
  case octave4 = 4
}
