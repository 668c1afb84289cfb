extension Unicode.Scalar {
  /// Whether the scalar is a control character, ends a line, or only changes how its neighbors are shown.
  ///
  /// The list is fixed, so that output doesn't depend on the Unicode version.
  package var isInvisible: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// The scalar as a YAML escape sequence, such as `\x1B` or `\u202E`, or `nil` if it's visible.
  package var escapeIfInvisible: String? {
    guard isInvisible else { return nil }
    let digits = String(value, radix: 16, uppercase: true)
    let (letter, width) = value < 0x100 ? ("x", 2) : ("u", 4)
    return "\\\(letter)\(String(repeating: "0", count: width - digits.count))\(digits)"
  }
}

extension String {
  /// The text on one line, with an escape sequence for each scalar that a terminal could act on.
  ///
  /// For text from files, programs, and the command line: `ESC` becomes `\x1B`, and U+202E becomes `\u202E`. The
  /// joiners U+200C and U+200D stay, because emoji and some scripts need them.
  public var printable: String {
    // Most strings are ASCII, and a table has thousands of them.
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var result = ""
    for scalar in unicodeScalars { result.appendPrintable(scalar) }
    return result
  }

  /// The lines of the text as in ``printable``, with tabs and color sequences unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var printableLines: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }) { return self }
    var result = ""
    var rest = unicodeScalars[...]
    while let scalar = rest.first {
      let end =
        scalar == "\n" || scalar == "\t" ? rest.index(after: rest.startIndex) : rest.endOfColorSequence
      if let end {
        result.unicodeScalars += rest[..<end]
        rest = rest[end...]
      } else {
        result.appendPrintable(rest.removeFirst())
      }
    }
    return result
  }

  private mutating func appendPrintable(_ scalar: Unicode.Scalar) {
    if let escape = scalar.escapeIfInvisible, !(0x200C...0x200D ~= scalar.value) {
      self += escape
    } else {
      unicodeScalars.append(scalar)
    }
  }
}

extension Substring.UnicodeScalarView {
  /// The end of a "Select Graphic Rendition" sequence (ECMA-48) at the start, or `nil` without one.
  fileprivate var endOfColorSequence: Index? {
    guard starts(with: "\u{1B}[".unicodeScalars) else { return nil }
    let end = dropFirst(2).firstIndex { !("0"..."9" ~= $0 || $0 == ";") }
    guard let end, self[end] == "m" else { return nil }
    return index(after: end)
  }
}

/// Returns a byte as two hexadecimal digits, as in the MIDI specifications: `F7`.
package func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}

/// Returns bytes as hexadecimal numbers separated by spaces: `90 3C 64`.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { hexadecimal($0) }.joined(separator: " ")
}

extension Int {
  /// Creates a whole number from its decimal text, without a plus sign.
  ///
  /// - Returns: The number, or `nil` if `text` isn't a whole number in `range`.
  package init?(wholeNumber text: some StringProtocol, in range: ClosedRange<Int>) {
    guard !text.hasPrefix("+"), let number = Int(text), range ~= number else { return nil }
    self = number
  }
}
