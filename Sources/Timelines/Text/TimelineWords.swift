internal import MIDICore

/// The words that the text of a timeline is made of, which its writer and its reader share.
enum TimelineWords {
  /// The first line.
  static let heading = headingWithoutVersion + "1"
  /// What the first line begins with in all versions.
  static let headingWithoutVersion = "midirec timeline "

  /// The names of notes by their number, in ASCII.
  static let noteNames = (0...127).map { Array(NoteNumber(masking: $0).name.utf8) }

  /// The controllers that have a name of their own, 64 to 69.
  static let pedals = ["sustain", "portamento", "sostenuto", "soft", "legato", "hold-2"]
  /// The channel mode messages, 120 to 127.
  static let modes = [
    "all-sound-off", "reset-controllers", "local", "all-notes-off", "omni-off", "omni-on", "mono", "poly",
  ]

  /// The words for a controller: `pedal sustain`, `mode all-notes-off` or `controller 7`.
  static func controller(_ controller: Controller) -> String {
    let number = Int(controller.rawValue)
    return switch number {
    case 64...69: "pedal \(pedals[number - 64])"
    case 120...: "mode \(modes[number - 120])"
    default: "controller \(number)"
    }
  }
}

/// A text in quotes, on one line and without what can't be seen: quotes and backslashes after a backslash, control
/// characters and the like as `\u{A}`.
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

/// A text as one word: bare where it is of letters, digits and signs of ASCII, else in quotes.
func quotedWhereNeeded(_ text: String) -> String {
  let isBare = !text.isEmpty && text.utf8.allSatisfy { isBareByte($0) }
  return isBare ? text : quoted(text)
}

/// Whether a byte needs no quotes: what can be seen of ASCII, but for the quote, the backslash and the equals sign.
func isBareByte(_ byte: UInt8) -> Bool {
  0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    && byte != UInt8(ascii: "=")
}
