internal import MIDICore

/// Numbers and texts as few bytes, for the script of a page to read.
///
/// A number is written in groups of seven bits, the lowest first, each but the last with the top bit set. A text is
/// the number of its place among all texts; these come first, each once, so that what is said often costs little.
package struct PackedBytes {
  private var body: [UInt8] = []
  private var texts: [String] = [""]
  private var places: [String: Int] = ["": 0]

  package init() {}

  /// A number that is not negative.
  package mutating func append(_ value: some BinaryInteger) {
    Self.append(UInt64(clamping: value), to: &body)
  }

  /// A number that may be negative: 0, −1, 1, −2, 2 are written as 0, 1, 2, 3, 4.
  package mutating func append(signed value: Int64) {
    Self.append(UInt64(bitPattern: (value << 1) ^ (value >> 63)), to: &body)
  }

  /// A text, with its control characters made visible.
  package mutating func append(_ text: String) {
    let text = text.printable
    let place = places[text] ?? texts.count
    if place == texts.count {
      places[text] = place
      texts.append(text)
    }
    append(place)
  }

  /// Texts, after how many there are.
  package mutating func append(_ texts: [String]) {
    append(texts.count)
    for text in texts { append(text) }
  }

  /// All of it: the texts, then the rest.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    Self.append(UInt64(clamping: texts.count), to: &bytes)
    for text in texts {
      Self.append(UInt64(clamping: text.utf8.count), to: &bytes)
      bytes += text.utf8
    }
    return bytes + body
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
