extension Message: Codable {
  /// Decodes the bytes of a message.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let bytes = try container.decode([UInt8].self)
    var parser = MessageParser()
    let messages = bytes.compactMap { parser.append($0) }
    guard messages.count == 1, !parser.isInsideMessage, parser.discardedByteCount == 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected the bytes of one message, found \(bytes)")
    }
    self = messages[0]
  }

  /// Encodes the bytes of the message, such as `[144,60,100]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
