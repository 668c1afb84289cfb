internal import MIDICore

/// Reads a text line by line, and the words of the current line in order.
///
/// The text may contain any bytes.
struct TimelineReader {
  /// The number of the current line, from 1, or 0 before the first line.
  private(set) var number = 0
  /// The rest of the current line, or `nil` after its last word.
  private var rest: ArraySlice<UInt8>?
  /// The following lines, each of which must end with a line feed.
  private var following: ArraySlice<UInt8>

  /// Creates a reader before the first line.
  init(_ text: [UInt8]) { following = text[...] }

  /// Starts the next line, and returns it without its line feed.
  mutating func startLine(
    _ expected: @autoclosure () -> String
  ) throws(TimelineTextError) -> ArraySlice<UInt8> {
    number += 1
    guard !following.isEmpty else { throw failure(expected(), nil) }
    guard let end = following.firstIndex(of: UInt8(ascii: "\n")) else {
      throw failure("a line feed after the line", following)
    }
    let line = following[..<end]
    (rest, following) = (line, following[(end + 1)...])
    return line
  }

  /// Throws if a line remains.
  func finish() throws(TimelineTextError) {
    guard following.isEmpty else {
      throw TimelineTextError(
        line: number + 1, expected: "no line after the end",
        found: following.prefix { $0 != UInt8(ascii: "\n") })
    }
  }

  /// Whether all words of the line were read.
  var isAtEnd: Bool { rest == nil }

  /// The next word, which remains unread. It is empty at the end.
  var next: ArraySlice<UInt8> { rest.map { $0.prefix { $0 != UInt8(ascii: " ") } } ?? [] }

  /// Reads the next word.
  mutating func word(_ expected: @autoclosure () -> String) throws(TimelineTextError) -> ArraySlice<UInt8> {
    guard !isAtEnd else { throw failure(expected(), nil) }
    defer { skipWord() }
    return next
  }

  /// Reads the next word as text, for a choice among known words.
  mutating func choice(_ expected: @autoclosure () -> String) throws(TimelineTextError) -> String {
    String(decoding: try word(expected()), as: UTF8.self)
  }

  /// Reads the next word if it equals the given word, and returns whether it does.
  mutating func takes(_ word: String) -> Bool {
    guard next.elementsEqual(word.utf8) else { return false }
    skipWord()
    return true
  }

  /// Skips the next word, if there is one.
  mutating func skipWord() {
    guard let bytes = rest else { return }
    let end = next.endIndex
    rest = end < bytes.endIndex ? bytes[(end + 1)...] : nil
  }

  /// Reads a number in a range.
  mutating func integer(_ range: ClosedRange<Int>, _ name: String) throws(TimelineTextError) -> Int {
    let word = isAtEnd ? nil : next
    guard let value = decimal(next, digits: 1...5), range ~= value else {
      throw failure("\(name) from \(range.lowerBound) to \(range.upperBound)", word)
    }
    skipWord()
    return value
  }

  /// Reads a value of a bounded type.
  mutating func value<Value: BoundedInteger>(_ name: String) throws(TimelineTextError) -> Value {
    Value(clamping: try integer(0...Int(Value.maximum), name))
  }

  /// Returns an error with the rest of the line.
  func failure(_ expected: String) -> TimelineTextError { failure(expected, rest) }

  /// Returns an error with an expectation and the actual text.
  func failure(_ expected: String, _ found: ArraySlice<UInt8>?) -> TimelineTextError {
    TimelineTextError(line: number, expected: expected, found: found)
  }
}

extension TimelineReader {
  /// Reads the attributes until the end of the line.
  mutating func attributes() throws(TimelineTextError) -> [Timeline.Attribute] {
    var attributes: [Timeline.Attribute] = []
    while rest != nil {
      let expected = "the end of the line, or key=value"
      let key = try text(expected)
      guard rest?.first == UInt8(ascii: "=") else { throw failure(expected) }
      rest?.removeFirst()
      attributes.append(Timeline.Attribute(key, try text("a value after =")))
      try endWord()
    }
    return attributes
  }

  /// Reads a quoted text that ends its word.
  mutating func quotedWord(_ expected: String) throws(TimelineTextError) -> String {
    let text = try quotedText(expected)
    try endWord()
    return text
  }

  private mutating func endWord() throws(TimelineTextError) {
    guard let first = rest?.first else { return rest = nil }
    guard first == UInt8(ascii: " ") else { throw failure("a space, or the end of the line") }
    rest?.removeFirst()
  }

  /// Reads a bare or quoted text.
  private mutating func text(_ expected: String) throws(TimelineTextError) -> String {
    guard let bytes = rest, bytes.first != UInt8(ascii: "\"") else { return try quotedText(expected) }
    let bare = bytes.prefix { isBareByte($0) }
    guard !bare.isEmpty else { throw failure(expected) }
    rest = bytes[bare.endIndex...]
    return String(decoding: bare, as: UTF8.self)
  }

  private mutating func quotedText(_ expected: String) throws(TimelineTextError) -> String {
    guard let bytes = rest, bytes.first == UInt8(ascii: "\"") else { throw failure(expected) }
    var text: [UInt8] = []
    var position = bytes.startIndex + 1
    while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") {
        guard let (scalar, end) = escaped(bytes[(position + 1)...]) else {
          throw failure(#"\", \\ or \u{…} with the number of a character"#, bytes[position...])
        }
        text += UTF8.encode(scalar).map { Array($0) } ?? []
        position = end
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    guard position < bytes.endIndex else { throw failure("a closing quote", bytes) }
    guard let text = String(validating: text, as: UTF8.self) else { throw failure("UTF-8", bytes) }
    rest = bytes[(position + 1)...]
    return text
  }

  /// Returns the character after a backslash, and its end, or `nil` if the escape is invalid.
  private func escaped(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, end: Int)? {
    guard let first = bytes.first else { return nil }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "\\") {
      return (Unicode.Scalar(first), bytes.startIndex + 1)
    }
    guard bytes.starts(with: "u{".utf8) else { return nil }
    let digits = bytes.dropFirst(2).prefix { hexadecimalDigit($0) != nil }
    guard 1...6 ~= digits.count, digits.endIndex < bytes.endIndex,
      bytes[digits.endIndex] == UInt8(ascii: "}")
    else { return nil }
    let value = digits.reduce(0 as UInt32) { $0 * 16 + UInt32(hexadecimalDigit($1) ?? 0) }
    return Unicode.Scalar(value).map { ($0, digits.endIndex + 1) }
  }
}

/// Returns the number of a sequence of decimal digits, or `nil` if it has other characters or a different length. At
/// most 18 digits can't overflow.
func decimal(_ bytes: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
  guard digits ~= bytes.count, bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
    return nil
  }
  return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
}

/// Returns the value of an uppercase hexadecimal digit, or `nil` for other bytes.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
