internal import MIDIFiles

/// A note about the recording at a time of a take. Programs display markers but never send them.
public enum TakeMarker: Hashable, Sendable, CaseIterable {
  /// The kernel dropped events because midirec fell behind.
  case overrun
  /// An event that isn't a MIDI message was dropped.
  case unreadableEvent
  /// The source disconnected.
  case sourceDisconnected
  /// The source reconnected.
  case sourceReconnected
  /// The recording was interrupted; input was ignored during that time.
  case gap

  /// Returns the text of the marker, given the name of its source.
  public func text(source: String) -> String {
    switch self {
    case .overrun: "midirec: overrun, events were lost here"
    case .unreadableEvent: "midirec: an event without a MIDI message was dropped here"
    case .sourceDisconnected: "midirec: \(source) disconnected here"
    case .sourceReconnected: "midirec: \(source) reconnected here"
    case .gap: "midirec: recording resumed here after a gap"
    }
  }
}

/// A source of a take: one endpoint, and one track of the finished file.
public struct TakeSource: Hashable, Sendable {
  /// The name of the endpoint, which becomes the name of the track.
  public var name: String
  /// The name of the port without its client.
  public var portName: String?
  /// The identification of the device among others of its model: `USB 1fc9:8124, serial LS0000`.
  public var hardware: String?

  /// Creates a source with the given names.
  public init(name: String, portName: String? = nil, hardware: String? = nil) {
    self.name = name
    self.portName = portName
    self.hardware = hardware
  }

  /// The events that describe the source at the start of its track, none of which is a marker.
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
  /// Creates a text of at most 127 bytes, truncated after a whole character.
  ///
  /// libsmf reads the length of a meta event as one byte and uses seven of its bits.
  static func takeText(_ kind: TextKind, _ text: String) -> MetaEvent {
    var bytes: [UInt8] = []
    for character in text {
      guard bytes.count + character.utf8.count <= maxTextLength else { break }
      bytes += character.utf8
    }
    return .text(kind: kind, bytes: bytes)
  }

  /// Creates the event that marks the source of the following events in a journal of several sources.
  ///
  /// It is a sequencer-specific event (7F) with the manufacturer ID for non-commercial use (7D), a name, and the index
  /// of the source in one byte, or in two from index 256.
  static func sourceTag(_ index: Int) -> MetaEvent {
    let (high, low) = (UInt8(truncatingIfNeeded: index >> 8), UInt8(truncatingIfNeeded: index))
    return .sequencerSpecific(sourceTagStart + (high > 0 ? [high, low] : [low]))
  }

  /// The index of the source in a ``sourceTag(_:)``, or `nil` for other events.
  var taggedSource: Int? {
    guard case .sequencerSpecific(let bytes) = self, bytes.starts(with: Self.sourceTagStart) else {
      return nil
    }
    let index = bytes.dropFirst(Self.sourceTagStart.count)
    return (1...2).contains(index.count) ? index.reduce(0) { $0 << 8 | Int($1) } : nil
  }

  private static let sourceTagStart = [0x7D] + Array("midirec source".utf8)
  private static let maxTextLength = 127
}
