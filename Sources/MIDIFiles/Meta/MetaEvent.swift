public import MIDICore

/// A meta event of a Standard MIDI File. End of Track is not among them: it is the track's ``MIDIFile/Track/end``.
///
/// Types and lengths: Standard MIDI Files 1.0, "Meta-Events"; channel prefix, port, program and device name: RP-019
/// and the practice of the sequencers that write them.
public enum MetaEvent: Hashable, Sendable {
  /// The number of the track or, in format 2, of the piece; without one, its place in the file.
  case sequenceNumber(UInt16?)
  /// Text, in whatever encoding its writer chose.
  case text(kind: TextKind, bytes: [UInt8])
  /// The channel that the meta events after it belong to.
  case channelPrefix(Channel)
  /// The number of the output port that the track is for.
  case port(UInt7)
  /// Microseconds a quarter note, 0 through 16,777,215. A tempo of 0 has no meaning, and a `TempoMap` made by
  /// ``MIDIFile/recording()`` leaves it out.
  case tempo(microsecondsPerQuarter: UInt32)
  /// When the track is to start, in time code.
  case smpteOffset(SMPTEOffset)
  case timeSignature(TimeSignature)
  case keySignature(KeySignature)
  /// What only the sequencer that wrote it understands, its manufacturer's number first.
  case sequencerSpecific([UInt8])
  /// Any other, and those above whose data are not as they should be: type, 0 through 255, and data as they stand.
  case other(type: UInt8, bytes: [UInt8])

  /// What a text is for.
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

  /// The characters of a text. Files don't say their encoding: what is valid UTF-8 is taken for that, all else for
  /// Latin-1, in which every byte is a character.
  public static func string(of bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
  }
}

/// How many of which note value make a bar.
public struct TimeSignature: Hashable, Sendable, CustomStringConvertible {
  /// The upper number.
  public var numerator: UInt8
  /// The lower number as a power of two: 2 stands for quarters, 3 for eighths.
  public var denominatorPower: UInt8
  /// MIDI clocks a click of the metronome; 24 are a quarter note.
  public var clocksPerClick: UInt8
  /// How many notated 32nds there are in what MIDI takes for a quarter note; 8 in almost every file.
  public var thirtySecondsPerQuarter: UInt8

  /// Makes a time signature, with a click each quarter note unless told otherwise.
  public init(
    numerator: UInt8, denominatorPower: UInt8, clocksPerClick: UInt8 = 24, thirtySecondsPerQuarter: UInt8 = 8
  ) {
    self.numerator = numerator
    self.denominatorPower = denominatorPower
    self.clocksPerClick = clocksPerClick
    self.thirtySecondsPerQuarter = thirtySecondsPerQuarter
  }

  /// The fraction, `6/8`; with a lower number beyond 32 bits, `6/2^40`.
  public var description: String {
    denominatorPower < 32
      ? "\(numerator)/\(1 << Int(denominatorPower))" : "\(numerator)/2^\(denominatorPower)"
  }
}

/// A key: its signs, and whether it is minor.
public struct KeySignature: Hashable, Sendable, CustomStringConvertible {
  /// Sharps, or flats where it is negative: -7 through 7.
  public let sharps: Int8
  /// Whether the key is minor.
  public let isMinor: Bool

  /// Makes a key signature, or nothing where there are more than seven signs.
  public init?(sharps: Int8, isMinor: Bool) {
    guard -7...7 ~= sharps else { return nil }
    self.sharps = sharps
    self.isMinor = isMinor
  }

  /// The key's name: `E♭ major`.
  public var description: String {
    let fifths = [
      "C♭", "G♭", "D♭", "A♭", "E♭", "B♭", "F", "C", "G", "D", "A", "E", "B", "F♯", "C♯", "G♯", "D♯", "A♯",
    ]
    // A minor key's note is three fifths above that of the major key with the same signs.
    return fifths[Int(sharps) + 7 + (isMinor ? 3 : 0)] + (isMinor ? " minor" : " major")
  }
}

/// A time in time code.
public struct SMPTEOffset: Hashable, Sendable, CustomStringConvertible {
  /// The frames a second.
  public var frameRate: Division.FrameRate
  /// Hours, 0 through 31: what five bits can say; time code itself ends with 23.
  public var hours: UInt8
  /// Minutes, 0 through 59.
  public var minutes: UInt8
  /// Seconds, 0 through 59.
  public var seconds: UInt8
  /// Frames, below the frame rate.
  public var frames: UInt8
  /// Hundredths of a frame.
  public var hundredths: UInt8

  /// Makes an offset of its parts. Hours above 31 can't be written and are cut down to five bits.
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

  /// `01:02:03:04.50 at 25 frames a second`.
  public var description: String {
    let parts = [hours, minutes, seconds, frames].map { ($0 < 10 ? "0" : "") + String($0) }
    let rest = hundredths == 0 ? "" : "." + (hundredths < 10 ? "0" : "") + String(hundredths)
    return "\(parts.joined(separator: ":"))\(rest) at \(frameRate.rawValue) frames a second"
  }
}
