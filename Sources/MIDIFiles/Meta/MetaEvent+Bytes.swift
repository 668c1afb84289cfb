internal import MIDICore

extension MetaEvent {
  // The type bytes of the meta events that aren't texts.
  static let sequenceNumberType: UInt8 = 0x00
  static let channelPrefixType: UInt8 = 0x20
  static let portType: UInt8 = 0x21
  package static let endOfTrackType: UInt8 = 0x2F
  package static let tempoType: UInt8 = 0x51
  static let smpteOffsetType: UInt8 = 0x54
  package static let timeSignatureType: UInt8 = 0x58
  static let keySignatureType: UInt8 = 0x59
  static let sequencerSpecificType: UInt8 = 0x7F

  /// Creates a meta event from its type and data.
  ///
  /// As the specification requires, extra data is ignored. If data is too short or out of range, the result is
  /// ``other(type:bytes:)``.
  init(type: UInt8, bytes: ArraySlice<UInt8>) {
    let data = bytes.prefix(5).map { $0 }
    let meta: MetaEvent? =
      switch type {
      case Self.sequenceNumberType where bytes.isEmpty: .sequenceNumber(nil)
      case Self.sequenceNumberType where data.count >= 2:
        .sequenceNumber(UInt16(data[0]) << 8 | UInt16(data[1]))
      case Self.channelPrefixType where data.count >= 1: Channel(rawValue: data[0]).map(Self.channelPrefix)
      case Self.portType where data.count >= 1: UInt7(rawValue: data[0]).map(Self.port)
      case Self.tempoType where data.count >= 3:
        .tempo(microsecondsPerQuarter: data[..<3].reduce(0) { $0 << 8 | UInt32($1) })
      case Self.smpteOffsetType where data.count >= 5: SMPTEOffset(bytes: data).map(Self.smpteOffset)
      case Self.timeSignatureType where data.count >= 4:
        .timeSignature(
          TimeSignature(
            numerator: data[0], denominatorPower: data[1], clocksPerClick: data[2],
            thirtySecondsPerQuarter: data[3]))
      case Self.keySignatureType where data.count >= 2 && data[1] <= 1:
        KeySignature(sharps: Int8(bitPattern: data[0]), isMinor: data[1] == 1).map(Self.keySignature)
      case Self.sequencerSpecificType: .sequencerSpecific(Array(bytes))
      default: TextKind(rawValue: type).map { .text(kind: $0, bytes: Array(bytes)) }
      }
    self = meta ?? .other(type: type, bytes: Array(bytes))
  }

  /// The type byte and the data.
  var parts: (type: UInt8, bytes: [UInt8]) {
    switch self {
    case .sequenceNumber(let number):
      let bytes = number.map { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      return (Self.sequenceNumberType, bytes ?? [])
    case .text(let kind, let bytes): return (kind.rawValue, bytes)
    case .channelPrefix(let channel): return (Self.channelPrefixType, [channel.rawValue])
    case .port(let port): return (Self.portType, [port.rawValue])
    case .tempo(let microseconds):
      return (Self.tempoType, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) })
    case .smpteOffset(let offset): return (Self.smpteOffsetType, offset.bytes)
    case .timeSignature(let signature):
      return (
        Self.timeSignatureType,
        [
          signature.numerator, signature.denominatorPower, signature.clocksPerClick,
          signature.thirtySecondsPerQuarter,
        ]
      )
    case .keySignature(let key):
      return (Self.keySignatureType, [UInt8(bitPattern: key.sharps), key.isMinor ? 1 : 0])
    case .sequencerSpecific(let bytes): return (Self.sequencerSpecificType, bytes)
    case .other(let type, let bytes): return (type, bytes)
    }
  }

  /// Returns the expected data of a meta event of this type, or `nil` if `bytes` is valid.
  static func expectation(type: UInt8, unmetBy bytes: ArraySlice<UInt8>) -> String? {
    let expectation: String
    switch type {
    case Self.sequenceNumberType: expectation = "a sequence number of two bytes, or none"
    case Self.channelPrefixType: expectation = "a channel prefix of one byte, 00 to 0F"
    case Self.portType: expectation = "a port of one byte, 00 to 7F"
    case Self.tempoType: expectation = "a tempo of three bytes"
    case Self.smpteOffsetType:
      expectation = "a SMPTE offset of five bytes: hours, minutes, seconds, frames, hundredths"
    case Self.timeSignatureType: expectation = "a time signature of four bytes"
    case Self.keySignatureType: expectation = "a key signature of two bytes: -7 to 7 sharps, and 0 or 1"
    // Most meta events are texts without constraints; decoding them would take most of the decoding time.
    default: return nil
    }
    if type == Self.tempoType, bytes.starts(with: [0, 0, 0]) { return "a tempo above 0" }
    guard case .other = MetaEvent(type: type, bytes: bytes) else { return nil }
    return expectation
  }
}

extension SMPTEOffset {
  /// The frame rates, indexed by the upper bits of the hours (SMF 1.0, "SMPTE Offset").
  private static let frameRates: [Division.FrameRate] = [.film24, .video25, .dropFrame29, .video30]

  /// Creates an offset from five bytes, or returns `nil` if they aren't a valid time.
  fileprivate init?(bytes: [UInt8]) {
    guard bytes[0] < 0x80, bytes[1] < 60, bytes[2] < 60, bytes[4] < 100 else { return nil }
    self.init(
      frameRate: Self.frameRates[Int(bytes[0] >> 5)], hours: bytes[0], minutes: bytes[1], seconds: bytes[2],
      frames: bytes[3], hundredths: bytes[4])
    guard frames < frameRate.framesPerSecond else { return nil }
  }

  fileprivate var bytes: [UInt8] {
    let rate = UInt8(Self.frameRates.firstIndex(of: frameRate) ?? 0)
    return [rate << 5 | hours, minutes, seconds, frames, hundredths]
  }
}

extension Division.FrameRate {
  /// The number of frames that time code counts per second; 30 for drop-frame time code of 30000/1001.
  fileprivate var framesPerSecond: UInt8 { self == .dropFrame29 ? 30 : rawValue }
}
