public import MIDICore

/// A meta event of a Standard MIDI File, except End of Track, which is ``MIDIFile/Track/end``.
///
/// The types and lengths are from Standard MIDI Files 1.0, "Meta-Events". The channel prefix, port, program name, and
/// device name are from RP-019 and the practice of sequencers.
public enum MetaEvent: Hashable, Sendable {
  /// The number of the track or, in format 2, of the piece; `nil` stands for its position in the file.
  case sequenceNumber(UInt16?)
  /// Text in an unspecified encoding.
  case text(kind: TextKind, bytes: [UInt8])
  /// The channel of the meta events that follow.
  case channelPrefix(Channel)
  /// The output port of the track.
  case port(UInt7)
  /// The tempo in microseconds per quarter note, from 0 through 16,777,215.
  ///
  /// A tempo of 0 is invalid; ``MIDIFile/recording()`` ignores it.
  case tempo(microsecondsPerQuarter: UInt32)
  /// The start time of the track in time code.
  case smpteOffset(SMPTEOffset)
  case timeSignature(TimeSignature)
  case keySignature(KeySignature)
  /// Data for a specific sequencer, starting with the manufacturer ID.
  case sequencerSpecific([UInt8])
  /// Any other meta event, or invalid data of the above: the type, from 0 through 255, and the data.
  case other(type: UInt8, bytes: [UInt8])

  /// The kind of a text.
  public enum TextKind: UInt8, Sendable, CaseIterable {
    case text = 0x01
    case copyright = 0x02
    case trackName = 0x03
    case instrumentName = 0x04
    case lyric = 0x05
    case marker = 0x06
    case cuePoint = 0x07
    case programName = 0x08
    case deviceName = 0x09
  }

  /// Returns the characters of a text.
  ///
  /// Files don't specify the encoding. Valid UTF-8 is decoded as UTF-8; other text is decoded as Latin-1, in which each
  /// byte is a character.
  public static func string(of bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }
}

/// The number of notes of a given value per bar.
public struct TimeSignature: Hashable, Sendable, CustomStringConvertible {
  /// The upper number.
  public var numerator: UInt8
  /// The lower number as a power of two: 2 is a quarter note, 3 is an eighth.
  public var denominatorPower: UInt8
  /// MIDI clocks per metronome click; a quarter note has 24.
  public var clocksPerClick: UInt8
  /// The number of notated 32nd notes per MIDI quarter note; 8 in almost all files.
  public var thirtySecondsPerQuarter: UInt8

  /// Creates a time signature, by default with a click per quarter note.
  public init(
    numerator: UInt8, denominatorPower: UInt8, clocksPerClick: UInt8 = 24, thirtySecondsPerQuarter: UInt8 = 8
  ) {
    self.numerator = numerator
    self.denominatorPower = denominatorPower
    self.clocksPerClick = clocksPerClick
    self.thirtySecondsPerQuarter = thirtySecondsPerQuarter
  }

  /// The fraction, such as `6/8`, or `6/2^40` if the lower number exceeds 32 bits.
  public var description: String {
    denominatorPower < 32
      ? "\(numerator)/\(1 << Int(denominatorPower))" : "\(numerator)/2^\(denominatorPower)"
  }
}

/// A key, as the number of its accidentals and its mode.
public struct KeySignature: Hashable, Sendable, CustomStringConvertible {
  /// The number of sharps or, if negative, flats, from -7 through 7.
  public let sharps: Int8
  /// Whether the key is minor.
  public let isMinor: Bool

  /// Creates a key signature, or returns `nil` if it has more than seven accidentals.
  public init?(sharps: Int8, isMinor: Bool) {
    guard -7...7 ~= sharps else { return nil }
    self.sharps = sharps
    self.isMinor = isMinor
  }

  /// The name of the key, such as `E♭ major`.
  public var description: String { "\(tonic) \(isMinor ? "minor" : "major")" }

  /// The name of the tonic, such as `E♭`.
  package var tonic: String {
    let fifths = [
      "C♭", "G♭", "D♭", "A♭", "E♭", "B♭", "F", "C", "G", "D", "A", "E", "B", "F♯", "C♯", "G♯", "D♯", "A♯",
    ]
    // The tonic of a minor key is three fifths above that of the major key with the same accidentals.
    return fifths[Int(sharps) + 7 + (isMinor ? 3 : 0)]
  }
}

/// A position in time code.
public struct SMPTEOffset: Hashable, Sendable, CustomStringConvertible {
  /// The number of frames per second.
  public var frameRate: Division.FrameRate
  /// The hours, from 0 through 31, the limit of their five bits; time code itself ends at 23.
  public var hours: UInt8
  /// The minutes, from 0 through 59.
  public var minutes: UInt8
  /// The seconds, from 0 through 59.
  public var seconds: UInt8
  /// The frames, less than the frame rate.
  public var frames: UInt8
  /// The hundredths of a frame.
  public var hundredths: UInt8

  /// Creates an offset with the given time; hours are truncated to five bits.
  public init(
    frameRate: Division.FrameRate, hours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8,
    hundredths: UInt8 = 0
  ) {
    self.frameRate = frameRate
    self.hours = hours & 0x1F
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.hundredths = hundredths
  }

  /// The time and frame rate, such as `01:02:03:04.50 at 25 frames per second`.
  public var description: String {
    let parts = [hours, minutes, seconds, frames].map { ($0 < 10 ? "0" : "") + String($0) }
    let rest = hundredths == 0 ? "" : "." + (hundredths < 10 ? "0" : "") + String(hundredths)
    return "\(parts.joined(separator: ":"))\(rest) at \(frameRate.rawValue) frames per second"
  }
}
