/// A text in quotes, on one line and without what can't be seen: quotes and backslashes after a backslash, control
/// characters and the like as `\u{A}`.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" {
      result += "\\"
      result.unicodeScalars.append(scalar)
    } else if isInvisible(scalar) {
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

/// Control characters, line ends, and what only changes how its neighbours are shown. A list of its own: that of the
/// standard library grows with Unicode, and the text must not.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}
