/// The meta events of a take.
extension MetaEvent {
  /// A text that every reader takes: libsmf reads the length of a meta event as one byte, of which it takes seven
  /// bits. A longer one ends with its last whole character within 127 bytes.
  static func takeText(_ kind: TextKind, _ text: String) -> MetaEvent {
    .text(kind: kind, bytes: truncated(text))
  }

  /// Says in the journal of several sources which one the events after it come from.
  ///
  /// A sequencer-specific event (7F) under the number for non-commercial use (7D), then a name and the source's
  /// index.
  static func sourceTag(_ index: UInt8) -> MetaEvent {
    .sequencerSpecific(sourceTagStart + [index])
  }

  /// The index in a ``sourceTag(_:)``; nothing for other events.
  var taggedSource: Int? {
    guard case .sequencerSpecific(let bytes) = self, let index = bytes.last,
      bytes.dropLast().elementsEqual(Self.sourceTagStart)
    else { return nil }
    return Int(index)
  }

  private static let sourceTagStart = [0x7D] + Array("midirec source".utf8)
  private static let largestTextLength = 127

  private static func truncated(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      guard bytes.count + character.utf8.count <= largestTextLength else { break }
      bytes += character.utf8
    }
    return bytes
  }
}
