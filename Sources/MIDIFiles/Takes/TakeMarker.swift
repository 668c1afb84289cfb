/// A word about the recording itself at a place of a take: other programs show it and never send it.
public enum TakeMarker: Hashable, Sendable, CaseIterable {
  /// The kernel dropped events because nobody read them in time.
  case overrun
  /// An event was dropped that no MIDI message stands for.
  case unreadableEvent
  /// The instrument went away.
  case sourceDisconnected
  /// The instrument is back.
  case sourceReconnected
  /// For a time nothing was recorded, whatever was played.
  case gap

  /// The marker's text, in the track of the source of that name.
  public func text(source: String) -> String {
    switch self {
    case .overrun: "midirec: overrun, events were lost here"
    case .unreadableEvent: "midirec: an event that is no MIDI message was dropped here"
    case .sourceDisconnected: "midirec: \(source) went away here"
    case .sourceReconnected: "midirec: \(source) is back here"
    case .gap: "midirec: a gap, nothing was recorded until here"
    }
  }
}

/// What a take records from: one endpoint, and one track of the finished file.
public struct TakeSource: Hashable, Sendable {
  /// The endpoint's name, which becomes the track's.
  public var name: String
  /// The name of its port alone.
  public var portName: String?
  /// What tells the instrument from others of its make: `USB 1fc9:8124, serial LS0000`.
  public var hardware: String?

  /// Makes a source of its parts.
  public init(name: String, portName: String? = nil, hardware: String? = nil) {
    self.name = name
    self.portName = portName
    self.hardware = hardware
  }

  /// The events that say what it is, at the start of its track.
  var description: [MetaEvent] {
    [
      .takeText(.trackName, name),
      portName.map { .takeText(.deviceName, $0) },
      hardware.map { .takeText(.text, "midirec: hardware \($0)") },
    ].compactMap { $0 }
  }
}

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
  private static let maxTextLength = 127

  private static func truncated(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      guard bytes.count + character.utf8.count <= maxTextLength else { break }
      bytes += character.utf8
    }
    return bytes
  }
}
