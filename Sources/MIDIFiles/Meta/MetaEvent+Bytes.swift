internal import MIDICore

extension MetaEvent {
  /// The type bytes of the meta events that aren't texts.
  package enum TypeByte {
    package static let sequenceNumber: UInt8 = 0x00
    package static let channelPrefix: UInt8 = 0x20
    package static let port: UInt8 = 0x21
    package static let endOfTrack: UInt8 = 0x2F
    package static let tempo: UInt8 = 0x51
    package static let smpteOffset: UInt8 = 0x54
    package static let timeSignature: UInt8 = 0x58
    package static let keySignature: UInt8 = 0x59
    package static let sequencerSpecific: UInt8 = 0x7F

    /// Returns whether the specification limits the length or the values of the data of this type.
    package static func hasExpectations(_ type: UInt8) -> Bool {
      switch type {
      case sequenceNumber, channelPrefix, port, tempo, smpteOffset, timeSignature, keySignature: true
      default: false
      }
    }
  }

  /// Creates a meta event from its type and data.
  ///
  /// As the specification requires, extra data is ignored. If data is too short or out of range, the result is
  /// ``other(type:bytes:)``.
  init(type: UInt8, bytes: ArraySlice<UInt8>) {
    let data = bytes.prefix(5).map { $0 }
    let meta: MetaEvent? =
      switch type {
      case TypeByte.sequenceNumber where bytes.isEmpty: .sequenceNumber(nil)
      case TypeByte.sequenceNumber where data.count >= 2:
        .sequenceNumber(UInt16(data[0]) << 8 | UInt16(data[1]))
      case TypeByte.channelPrefix where data.count >= 1: Channel(rawValue: data[0]).map(Self.channelPrefix)
      case TypeByte.port where data.count >= 1: UInt7(rawValue: data[0]).map(Self.port)
      case TypeByte.tempo where data.count >= 3:
        .tempo(microsecondsPerQuarter: data[..<3].reduce(0) { $0 << 8 | UInt32($1) })
      case TypeByte.smpteOffset where data.count >= 5: SMPTEOffset(bytes: data).map(Self.smpteOffset)
      case TypeByte.timeSignature where data.count >= 4:
        .timeSignature(
          TimeSignature(
            numerator: data[0], denominatorPower: data[1], clocksPerClick: data[2],
            thirtySecondsPerQuarter: data[3]))
      case TypeByte.keySignature where data.count >= 2 && data[1] <= 1:
        KeySignature(sharps: Int8(bitPattern: data[0]), isMinor: data[1] == 1).map(Self.keySignature)
      case TypeByte.sequencerSpecific: .sequencerSpecific(Array(bytes))
      default: TextKind(rawValue: type).map { .text(kind: $0, bytes: Array(bytes)) }
      }
    self = meta ?? .other(type: type, bytes: Array(bytes))
  }

  /// The type byte and the data.
  var parts: (type: UInt8, bytes: [UInt8]) {
    switch self {
    case .sequenceNumber(let number):
      let bytes = number.map { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      return (TypeByte.sequenceNumber, bytes ?? [])
    case .text(let kind, let bytes): return (kind.rawValue, bytes)
    case .channelPrefix(let channel): return (TypeByte.channelPrefix, [channel.rawValue])
    case .port(let port): return (TypeByte.port, [port.rawValue])
    case .tempo(let microseconds):
      return (TypeByte.tempo, [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) })
    case .smpteOffset(let offset): return (TypeByte.smpteOffset, offset.bytes)
    case .timeSignature(let signature):
      return (
        TypeByte.timeSignature,
        [
          signature.numerator, signature.denominatorPower, signature.clocksPerClick,
          signature.thirtySecondsPerQuarter,
        ]
      )
    case .keySignature(let key):
      return (TypeByte.keySignature, [UInt8(bitPattern: key.sharps), key.isMinor ? 1 : 0])
    case .sequencerSpecific(let bytes): return (TypeByte.sequencerSpecific, bytes)
    case .other(let type, let bytes): return (type, bytes)
    }
  }

  /// Returns the expected data of a meta event of this type, or `nil` if `bytes` is valid.
  static func expectation(type: UInt8, unmetBy bytes: ArraySlice<UInt8>) -> String? {
    // Most meta events are texts without constraints; decoding them first would take most of the decoding time.
    guard TypeByte.hasExpectations(type) else { return nil }
    if type == TypeByte.tempo, bytes.starts(with: [0, 0, 0]) { return "a tempo above 0" }
    guard case .other = MetaEvent(type: type, bytes: bytes) else { return nil }
    return switch type {
    case TypeByte.sequenceNumber: "a sequence number of two bytes, or none"
    case TypeByte.channelPrefix: "a channel prefix of one byte, 00 to 0F"
    case TypeByte.port: "a port of one byte, 00 to 7F"
    case TypeByte.tempo: "a tempo of three bytes"
    case TypeByte.smpteOffset: "a SMPTE offset of five bytes: hours, minutes, seconds, frames, hundredths"
    case TypeByte.timeSignature: "a time signature of four bytes"
    case TypeByte.keySignature: "a key signature of two bytes: -7 to 7 sharps, and 0 or 1"
    default: nil
    }
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
