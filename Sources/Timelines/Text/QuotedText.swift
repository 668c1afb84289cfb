internal import MIDICore

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
