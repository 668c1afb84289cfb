/// A message from midirec to the first process of a machine, through the machine's console.
enum ControlMessage: Equatable {
  /// Bytes for the command's standard input, at most ``maxPayload``.
  case input(ArraySlice<UInt8>)
  /// The end of the command's standard input.
  case endOfInput
  /// The user's terminal has a new size.
  case terminalSize(MachineSettings.TerminalSize)
  /// The reader of standard output (1) or standard error (2) has closed it.
  case closed(UInt8)

  /// The largest number of bytes in one message.
  static let maxPayload = 1_024
  private static let headerSize = 3

  /// The bytes on the console: a kind, the payload's size as two bytes (LSB first), and the payload.
  var bytes: [UInt8] {
    let (kind, payload): (UInt8, [UInt8]) =
      switch self {
      case .input(let bytes): (0, Array(bytes))
      case .endOfInput: (1, [])
      case .terminalSize(let size):
        (3, [size.rows, size.columns].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
      case .closed(let stream): (4, [stream])
      }
    return [kind, UInt8(truncatingIfNeeded: payload.count), UInt8(payload.count >> 8)] + payload
  }

  /// Removes the first message from received bytes.
  ///
  /// - Returns: The message, or `nil` if it isn't complete. A message of an unknown kind is skipped.
  static func next(in bytes: inout ArraySlice<UInt8>) -> ControlMessage? {
    while bytes.count >= headerSize {
      let (start, kind) = (bytes.startIndex, bytes[bytes.startIndex])
      let size = Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8
      guard bytes.count >= headerSize + size else { return nil }
      let payload = bytes[(start + headerSize)...].prefix(size)
      bytes = bytes.dropFirst(headerSize + size)
      if let message = message(kind, payload) { return message }
    }
    return nil
  }

  private static func message(_ kind: UInt8, _ payload: ArraySlice<UInt8>) -> ControlMessage? {
    let start = payload.startIndex
    switch (kind, payload.count) {
    case (0, _): return .input(payload)
    case (1, 0): return .endOfInput
    case (3, 4):
      return .terminalSize(
        MachineSettings.TerminalSize(
          rows: UInt16(payload[start]) | UInt16(payload[start + 1]) << 8,
          columns: UInt16(payload[start + 2]) | UInt16(payload[start + 3]) << 8))
    case (4, 1): return .closed(payload[start])
    default: return nil
    }
  }
}
