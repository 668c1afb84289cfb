internal import MIDICore

/// The words of the timeline text, for its writer and its reader.
enum TimelineWords {
  /// The first line.
  static let heading = headingWithoutVersion + "1"
  /// The start of the first line in all versions.
  static let headingWithoutVersion = "midirec timeline "

  /// The names of notes by number, in ASCII.
  static let noteNames = (0...127).map { Array(NoteNumber(masking: $0).name.utf8) }

  /// The names of the controllers 64 to 69.
  static let pedals = ["sustain", "portamento", "sostenuto", "soft", "legato", "hold-2"]
  /// The names of the channel mode messages 120 to 127.
  static let modes = [
    "all-sound-off", "reset-controllers", "local", "all-notes-off", "omni-off", "omni-on", "mono", "poly",
  ]

  /// Returns the words for a controller: `pedal sustain`, `mode all-notes-off`, or `controller 7`.
  static func controller(_ controller: Controller) -> String {
    let number = Int(controller.rawValue)
    return switch number {
    case 64...69: "pedal \(pedals[number - 64])"
    case 120...: "mode \(modes[number - 120])"
    default: "controller \(number)"
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
