/// A parser that converts a stream of MIDI bytes into messages.
///
/// It supports running status, interleaved real-time messages, and System Exclusive messages in any number of pieces.
/// Bytes outside messages are counted in ``discardedByteCount``.
public struct MessageParser: Sendable {
  /// The number of bytes that weren't part of a complete message.
  ///
  /// These are stray data bytes, undefined status bytes, and the bytes of interrupted messages.
  public private(set) var discardedByteCount = 0

  /// The status byte of the data bytes that follow, or 0 if there is none.
  private var status: UInt8 = 0
  /// Whether no message with ``status`` is complete yet.
  private var isStatusUnused = false
  private var firstDataByte: UInt7?
  private var payload: [UInt7]?

  /// Creates a parser that expects a status byte.
  public init() {}

  /// Whether a System Exclusive message has started but not ended.
  public var isInsideSystemExclusive: Bool { payload != nil }

  /// Whether a message has started but isn't complete.
  public var isInsideMessage: Bool { payload != nil || firstDataByte != nil || isStatusUnused }

  /// Parses the next byte of the stream.
  ///
  /// - Returns: The message that the byte completes, or `nil` if it completes none.
  /// - Complexity: O(1).
  public mutating func append(_ byte: UInt8) -> Message? {
    switch byte {
    case 0xF8...0xFF:
      // Real-time messages can occur anywhere, even inside a System Exclusive message, and don't interrupt it.
      guard let message = Message(status: byte, 0, 0) else {
        discardedByteCount += 1
        return nil
      }
      return message
    case 0xF7:
      guard let finished = payload else {
        discardUnfinishedMessage()
        discardedByteCount += 1
        return nil
      }
      payload = nil
      return .systemExclusive(SystemExclusive(payload: finished))
    case 0x80...:
      discardUnfinishedMessage()
      return beginMessage(status: byte)
    default:
      return appendData(UInt7(masking: byte))
    }
  }

  /// Discards an incomplete message and counts its bytes.
  public mutating func discardUnfinishedMessage() {
    if let unfinished = payload {
      discardedByteCount += unfinished.count + 1
      payload = nil
    }
    if firstDataByte != nil {
      discardedByteCount += 1
      firstDataByte = nil
    }
    if isStatusUnused {
      discardedByteCount += 1
      isStatusUnused = false
    }
    status = 0
  }

  private mutating func beginMessage(status byte: UInt8) -> Message? {
    if byte == 0xF0 {
      payload = []
      return nil
    }
    switch Message.dataByteCount(afterStatus: byte) {
    case 0: return Message(status: byte, 0, 0)
    case nil: discardedByteCount += 1
    default:
      status = byte
      isStatusUnused = true
    }
    return nil
  }

  private mutating func appendData(_ data: UInt7) -> Message? {
    if payload != nil {
      payload?.append(data)
      return nil
    }
    guard let needed = Message.dataByteCount(afterStatus: status) else {
      discardedByteCount += 1
      return nil
    }
    let message: Message?
    if needed == 1 {
      message = Message(status: status, data, 0)
    } else if let first = firstDataByte {
      firstDataByte = nil
      message = Message(status: status, first, data)
    } else {
      firstDataByte = data
      return nil
    }
    isStatusUnused = false
    // Only channel messages have running status (MIDI 1.0 Detailed Specification, "Running Status").
    if status >= 0xF0 { status = 0 }
    return message
  }
}
