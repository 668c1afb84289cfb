package import MIDICore

/// A MIDI cable that loses messages or bytes on request.
///
/// Its sender uses running status: it omits a status byte that equals the last one. Therefore, after a lost status byte, the
/// receiver reads the data bytes as those of the message before.
package struct LossyCable: Sendable {
  /// The unit of a loss.
  package enum Unit: String, Codable, Hashable, Sendable {
    case message, byte
  }

  private var lostMessageCount = 0
  private var lostByteCount = 0
  /// Whether bytes were ever lost, so that the receiver may wait for the rest of a message.
  private var isDisturbed = false
  /// The status byte that the sender omits.
  private var runningStatus: UInt8?
  private var parser = MessageParser()

  /// Creates a cable that loses nothing.
  package init() {}

  /// Loses the next messages or bytes, in addition to earlier losses.
  package mutating func lose(_ count: Int, _ unit: Unit) {
    switch unit {
    case .message: lostMessageCount += count
    case .byte:
      lostByteCount += count
      isDisturbed = true
    }
  }

  /// Sends a message, and returns what arrives.
  package mutating func arrivals(of message: Message) -> [Message] {
    if lostMessageCount > 0 {
      lostMessageCount -= 1
      return []
    }
    var bytes = message.bytes[...]
    if let status = bytes.first, status < 0xF8 {
      if status == runningStatus { bytes.removeFirst() }
      runningStatus = status < 0xF0 ? status : nil
    }
    guard isDisturbed else {
      // The receiver must know the running status if bytes are lost later.
      if message.channel != nil { for byte in message.bytes { _ = parser.append(byte) } }
      if runningStatus == nil { parser = MessageParser() }
      return [message]
    }
    let lost = min(lostByteCount, bytes.count)
    lostByteCount -= lost
    return bytes.dropFirst(lost).compactMap { parser.append($0) }
  }
}
