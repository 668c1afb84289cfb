/// A meta event of a Standard MIDI File. End of Track is not among them: it is the track's ``MIDIFile/Track/end``.
public enum MetaEvent: Hashable, Sendable {
  /// Microseconds a quarter note, 0 through 16,777,215.
  case tempo(microsecondsPerQuarter: UInt32)
  /// Text, in whatever encoding its writer chose.
  case text(kind: TextKind, bytes: [UInt8])
  /// Any other, as it stands: its type, and its data.
  case other(type: UInt8, bytes: [UInt8])

  /// What a text is for: the meta event types 01 through 07.
  public enum TextKind: UInt8, Sendable {
    case text = 0x01
    case copyright = 0x02
    case trackName = 0x03
    case instrumentName = 0x04
    case lyric = 0x05
    case marker = 0x06
    case cuePoint = 0x07
  }

  /// The type byte of End of Track.
  static let endOfTrackType: UInt8 = 0x2F
  /// The type byte of Set Tempo.
  static let tempoType: UInt8 = 0x51

  /// Interprets the data of a meta event.
  init(type: UInt8, bytes: ArraySlice<UInt8>) {
    if type == Self.tempoType, bytes.count == 3 {
      self = .tempo(microsecondsPerQuarter: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    } else if let kind = TextKind(rawValue: type) {
      self = .text(kind: kind, bytes: Array(bytes))
    } else {
      self = .other(type: type, bytes: Array(bytes))
    }
  }

  /// The type byte and the data.
  var parts: (type: UInt8, bytes: [UInt8]) {
    switch self {
    case .tempo(let microseconds):
      let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
      return (Self.tempoType, bytes)
    case .text(let kind, let bytes): return (kind.rawValue, bytes)
    case .other(let type, let bytes): return (type, bytes)
    }
  }
}
