/// Reads bytes one after the other and knows where it stands in the file.
struct ByteCursor {
  /// What is left to read; its indices are offsets in the file.
  private(set) var rest: ArraySlice<UInt8>

  /// Reads a whole file.
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Reads a part of one.
  init(_ part: ArraySlice<UInt8>) { rest = part }

  /// The offset of the next byte from the start of the file.
  var offset: Int { rest.startIndex }
  var isAtEnd: Bool { rest.isEmpty }

  /// The next byte, left where it is.
  var next: UInt8? { rest.first }

  /// Takes one byte.
  mutating func byte(_ expected: @autoclosure () -> String) throws(MIDIFileError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw atEnd(expected()) }
    return byte
  }

  /// Takes `count` bytes, sharing the file's memory.
  mutating func bytes(
    _ count: Int, _ expected: @autoclosure () -> String
  ) throws(MIDIFileError) -> ArraySlice<UInt8> {
    guard count <= rest.count else {
      throw MIDIFileError(offset: offset, expected: expected(), found: "only \(rest.count) bytes more")
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Takes a big-endian integer.
  mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ expected: @autoclosure () -> String
  ) throws(MIDIFileError) -> Value {
    try bytes(Value.bitWidth / 8, expected()).reduce(0) { $0 << 8 | Value($1) }
  }

  /// Takes a data byte.
  mutating func dataByte() throws(MIDIFileError) -> UInt8 {
    let start = offset
    let value = try byte("a data byte")
    guard value < 0x80 else {
      throw MIDIFileError(offset: start, expected: "a data byte (00 to 7F)", found: hexadecimal(value))
    }
    return value
  }

  /// Takes a variable-length quantity: one to four bytes, 0 through 268,435,455.
  mutating func variableLengthQuantity(_ expected: @autoclosure () -> String) throws(MIDIFileError) -> UInt32
  {
    let start = offset
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try byte(expected())
      value = value << 7 | UInt32(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw MIDIFileError(
      offset: start, expected: "\(expected()), a variable-length quantity of at most four bytes",
      found: "a longer one")
  }

  private func atEnd(_ expected: String) -> MIDIFileError {
    MIDIFileError(offset: offset, expected: expected, found: "the end")
  }
}

/// A byte in the way that the specification writes it: `F7`.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}
