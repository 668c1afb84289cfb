internal import MIDICore

extension NoteChange: CustomStringConvertible {
  /// The change in a few words, such as `late by 20 ms`.
  public var description: String { text(actualNumber: nil) }

  /// Returns the change in a few words.
  ///
  /// - Parameters:
  ///   - actualNumber: The actual note, or `nil` if there is none.
  ///   - middleC: The octave of middle C in its name.
  ///   - cellText: Returns the text of a cell's place by its number, or `nil` for numbers.
  func text(
    actualNumber: NoteNumber?, _ middleC: MiddleC = .octave4, cellText: ((Int) -> String)? = nil
  ) -> String {
    switch self {
    case .missing: "missing"
    case .extra: "extra"
    case .retriggered: "retriggered: played again while still sounding"
    case .notRetriggered: "not retriggered: played after the earlier note ended"
    case .wrongPitch(let semitones):
      (actualNumber.map { "\($0.name(middleC)) instead, " } ?? "") + intervalText(semitones)
    case .wrongChannel(let expected, let actual): "on channel \(actual) instead of \(expected)"
    case .early(let span): "early by \(spanText(span))"
    case .late(let span): "late by \(spanText(span))"
    case .tooLong(let span): "too long by \(spanText(span))"
    case .tooShort(let span): "too short by \(spanText(span))"
    case .hanging: "hangs: no note-off"
    case .ended: "ended, but was expected to hang"
    case .heldTooLong(let span): "held too long" + (span.map { " by \(spanText($0))" } ?? ": to the end")
    case .heldTooShort(let span):
      "held too short" + (span.map { " by \(spanText($0))" } ?? ": not to the end")
    case .rangTooLong(let span): "rang too long" + (span.map { " by \(spanText($0))" } ?? ": to the end")
    case .rangTooShort(let span):
      "rang too short" + (span.map { " by \(spanText($0))" } ?? ": not to the end")
    case .stolen: "stolen: cut off for another note"
    case .notStolen: "not stolen, but was expected to be cut off"
    case .wrongVelocity(let expected, let actual): "velocity \(actual) instead of \(expected)"
    case .wrongReleaseVelocity(let expected, let actual):
      "release velocity \(actual) instead of \(expected)"
    case .wrongAttribute(let key, let expected, let actual):
      ListChange(key: key, expected: expected, actual: actual)?.text(cellText: cellText)
        ?? "\(key.printable) \(Self.attributeText(actual)) instead of \(Self.attributeText(expected))"
    }
  }

  private static func attributeText(_ value: String?) -> String { value.map(\.printable) ?? "none" }
}

/// Returns the name of an interval: `a semitone higher`, `an octave lower`. A row of a LinnStrument is five semitones.
func intervalText(_ semitones: Int) -> String {
  let names = [
    1: "a semitone", 2: "a tone", 3: "a minor third", 4: "a major third", 5: "a row", 6: "a tritone",
    7: "a fifth", 8: "a minor sixth", 9: "a major sixth", 10: "two rows", 11: "a major seventh",
    12: "an octave", 24: "two octaves", 36: "three octaves", 48: "four octaves",
  ]
  let count = Int(clamping: semitones.magnitude)
  let isByRows = count == 5 || count == 10
  let name = names[count] ?? pluralized(count, "semitone")
  return "\(name) \(semitones < 0 ? "lower" : "higher")" + (isByRows ? " (\(count) semitones)" : "")
}
