internal import MIDICore

/// Numbers and texts in compact form for the script of a page.
///
/// A number is written in groups of seven bits, the lowest first. All groups except the last have the top bit set. A
/// text is the index of a table of unique texts, which comes first.
package struct PackedBytes {
  private var body: [UInt8] = []
  private var texts: [String] = [""]
  private var places: [String: Int] = ["": 0]

  package init() {}

  /// Appends a nonnegative number.
  package mutating func append(_ value: some BinaryInteger) {
    Self.append(UInt64(clamping: value), to: &body)
  }

  /// Appends a signed number: 0, −1, 1, −2, 2 are written as 0, 1, 2, 3, 4.
  package mutating func append(signed value: Int64) {
    Self.append(UInt64(bitPattern: (value << 1) ^ (value >> 63)), to: &body)
  }

  /// Appends a text with visible control characters.
  package mutating func append(_ text: String) {
    let text = text.printable
    let place = places[text] ?? texts.count
    if place == texts.count {
      places[text] = place
      texts.append(text)
    }
    append(place)
  }

  /// Appends the number of texts and the texts.
  package mutating func append(_ texts: [String]) {
    append(texts.count)
    for text in texts { append(text) }
  }

  /// All bytes: the table of texts, then the rest.
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
