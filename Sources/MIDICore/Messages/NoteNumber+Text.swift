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
