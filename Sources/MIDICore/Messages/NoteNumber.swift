/// A MIDI note number in semitones, from 0 through 127.
public struct NoteNumber: BoundedInteger, ExpressibleByIntegerLiteral {
  /// The type of literals. The compiler rejects literals above 127.
  public typealias IntegerLiteralType = Int8

  /// The number of bits of a value.
  @inlinable public static var bitWidth: Int { 7 }

  /// The number, from 0 through 127.
  public let rawValue: UInt8

  /// Creates a note number from the lowest seven bits of `rawValue`.
  @inlinable public init(masking rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// Creates a note number from a data byte.
  @inlinable public init(_ byte: UInt7) { self.init(masking: byte.rawValue) }

  /// Returns the note that is higher by a number of semitones, or `nil` if it isn't from 0 through 127.
  public func advanced(by semitones: Int) -> NoteNumber? {
    let (number, overflow) = Int(rawValue).addingReportingOverflow(semitones)
    return overflow ? nil : NoteNumber(exactly: number)
  }

  /// The name of the note with sharps and its octave, such as `C#4`; `C4` is note 60.
  public var name: String { name(.octave4) }

  /// The name of the note, such as `C4`.
  public var description: String { name }
}

extension NoteNumber {
  /// Returns the name of the note with sharps and its octave; middle C is `C3`, `C4`, or `C5`.
  public func name(_ middleC: MiddleC) -> String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return names[Int(rawValue) % 12] + String(Int(rawValue) / 12 - 5 + middleC.rawValue)
  }

  /// Creates the note with the given name, such as `C4`, `f#3`, or `Db-1`.
  ///
  /// A name is a letter in either case, an optional `#` (sharp) or `b` (flat), and the octave.
  ///
  /// - Returns: The note, or `nil` if `text` isn't a name or the note isn't from 0 through 127.
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
    // The highest octave is 10, if middle C is C5.
    guard let octave = Int(wholeNumber: rest, in: 0...10), rest == String(octave) else { return nil }
    let octaves = (isBelowZero ? -octave : octave) + 5 - middleC.rawValue
    self.init(exactly: octaves * 12 + semitone + accidental)
  }
}

/// The octave in which note names count middle C (note 60); manufacturers disagree.
public enum MiddleC: Int, CaseIterable, Hashable, Sendable {
  /// Middle C is C3, as Yamaha and many programs name it.
  case octave3 = 3
  /// Middle C is C4, as the Acoustical Society of America names it. This is midirec's default.
  case octave4 = 4
  /// Middle C is C5, as FL Studio and many trackers name it.
  case octave5 = 5
}

/// A set of note numbers, stored as one bit per note, that is iterated in ascending order.
package struct NoteSet: Hashable, Sendable, Sequence, IteratorProtocol {
  private var bits: UInt128 = 0

  /// Creates an empty set.
  package init() {}

  /// Whether the set is empty.
  package var isEmpty: Bool { bits == 0 }

  /// The number of notes.
  package var count: Int { bits.nonzeroBitCount }

  /// Returns whether the set contains a note, in constant time.
  package func contains(_ note: NoteNumber) -> Bool { bits & Self.bit(note) != 0 }

  /// Adds a note, in constant time.
  package mutating func insert(_ note: NoteNumber) { bits |= Self.bit(note) }

  /// Removes a note, in constant time.
  package mutating func remove(_ note: NoteNumber) { bits &= ~Self.bit(note) }

  /// Removes and returns the lowest note, or returns `nil` if the set is empty.
  package mutating func next() -> NoteNumber? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return NoteNumber(masking: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
  }

  private static func bit(_ note: NoteNumber) -> UInt128 { 1 << UInt128(note.rawValue) }
}
