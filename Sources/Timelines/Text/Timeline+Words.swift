internal import MIDICore

extension Timeline {
  /// The first line of the text.
  static let heading = headingWithoutVersion + "1"
  /// The start of the first line in all versions.
  static let headingWithoutVersion = "midirec timeline "
}

extension NoteNumber {
  /// The names of all notes in the timeline text, by number, in ASCII.
  static let words = (0...127).map { Array(NoteNumber(masking: $0).name.utf8) }
}

extension Controller {
  /// The names of the controllers 64 to 69 in the timeline text.
  static let pedalWords = ["sustain", "portamento", "sostenuto", "soft", "legato", "hold-2"]
  /// The names of the channel mode messages 120 to 127 in the timeline text.
  static let modeWords = [
    "all-sound-off", "reset-controllers", "local", "all-notes-off", "omni-off", "omni-on", "mono", "poly",
  ]

  /// The controller in the timeline text: `pedal sustain`, `mode all-notes-off`, or `controller 7`.
  var words: String {
    switch rawValue {
    case 64...69: "pedal \(Self.pedalWords[Int(rawValue) - 64])"
    case 120...: "mode \(Self.modeWords[Int(rawValue) - 120])"
    default: "controller \(rawValue)"
    }
  }
}

/// Returns a text in quotes on one line. Quotes and backslashes follow a backslash; invisible characters are written as
/// `\u{A}`.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" {
      result += "\\"
      result.unicodeScalars.append(scalar)
    } else if scalar.isInvisible {
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Returns a text as one word: bare if it consists of ASCII letters, digits, and signs, otherwise quoted.
func quotedWhereNeeded(_ text: String) -> String {
  let isBare = !text.isEmpty && text.utf8.allSatisfy { isBareByte($0) }
  return isBare ? text : quoted(text)
}

/// Returns whether a byte needs no quotes: visible ASCII except the quote, the backslash, and the equals sign.
func isBareByte(_ byte: UInt8) -> Bool {
  0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    && byte != UInt8(ascii: "=")
}
