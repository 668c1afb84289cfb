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
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public var printable: String {
    // Most strings are ASCII, and a table has thousands of them.
    if hasOnly(bytes: { _, byte in 0x20 <= byte && byte < 0x7F }) { return self }
    return replacingInvisible { scalars in scalars.first.flatMap(\.escapeUnlessJoiner) }
  }

  /// The lines of the text as in ``printable``, with tabs and color sequences unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var printableLines: String {
    if hasOnlyPrintableASCII { return self }
    return replacingInvisible { scalars in
      guard let scalar = scalars.first, scalar != "\n", scalar != "\t", !scalars.beginWithColorSequence else {
        return nil
      }
      return scalar.escapeUnlessJoiner
    }
  }

  /// Whether all characters are printable ASCII characters or line feeds.
  package var hasOnlyPrintableASCII: Bool {
    hasOnly { _, byte in 0x20 <= byte && byte < 0x7F || byte == UInt8(ascii: "\n") }
  }

  /// Returns whether all bytes of the UTF-8 code satisfy a condition.
  ///
  /// Many bytes are examined at a time, several times as fast as by `allSatisfy`.
  ///
  /// - Parameter condition: Receives the byte before and the byte. The first byte follows a 0.
  @inline(__always)
  func hasOnly(bytes condition: (_ previous: UInt8, _ byte: UInt8) -> Bool) -> Bool {
    let bytes = utf8.span
    guard !bytes.isEmpty else { return true }
    guard condition(0, bytes[0]) else { return false }
    for start in stride(from: 1, to: bytes.count, by: 256) {
      var others: UInt8 = 0
      for index in start..<min(start + 256, bytes.count) {
        let isOther = unsafe !condition(bytes[unchecked: index - 1], bytes[unchecked: index])
        others |= isOther ? 1 : 0
      }
      if others != 0 { return false }
    }
    return true
  }

  /// Returns the text with replacements for invisible scalars.
  ///
  /// - Parameter replacement: Returns the text in place of the first of the given scalars, or `nil` to keep it. The
  ///   argument is the rest of the text, beginning with an invisible scalar.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package func replacingInvisible(by replacement: (Substring.UnicodeScalarView) -> String?) -> String {
    // Only these bytes begin the UTF-8 code of an invisible scalar.
    func beginsInvisible(_ byte: UInt8) -> Bool {
      switch byte {
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: true
      default: false
      }
    }
    var result = ""
    var copied = startIndex
    var position = startIndex
    while let found = utf8[position...].firstIndex(where: beginsInvisible) {
      position = unicodeScalars.index(after: found)
      let rest = unicodeScalars[found...]
      guard unicodeScalars[found].isInvisible, let text = replacement(rest) else { continue }
      result += self[copied..<found]
      result += text
      copied = position
    }
    return copied == startIndex ? self : result + self[copied...]
  }
}

extension Unicode.Scalar {
  /// The scalar as an escape sequence if it's invisible, except for the joiners.
  fileprivate var escapeUnlessJoiner: String? { 0x200C...0x200D ~= value ? nil : escapeIfInvisible }
}

extension Substring.UnicodeScalarView {
  /// Whether the scalars begin with a "Select Graphic Rendition" sequence (ECMA-48).
  fileprivate var beginWithColorSequence: Bool {
    starts(with: "\u{1B}[".unicodeScalars)
      && dropFirst(2).first { !("0"..."9" ~= $0 || $0 == ";") } == "m"
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
