public import MIDIRecSound

/// The settings of a favorite.
public struct PresetSettings: Hashable, Sendable, Encodable {
  /// The gain in decibels, from -90 to 30.
  public var gain = 0.0
  /// The pan, from -1 (left) to 1 (right).
  public var pan = 0.0
  /// The pitch of A4 in Hz, from 220 to 880.
  public var tuning = 440.0
  /// The pitch bend range in semitones, from 0 to 24.
  public var pitchBendRange = 2
  /// The lowest audible key, from 0 to 127.
  public var lowestKey = 0
  /// The reverb, which is off at level 0, or `nil` for the synthesizer's.
  public var reverb: Reverb?
  /// The chorus, which is off at level 0, or `nil` for the synthesizer's.
  public var chorus: Chorus?

  /// Creates the default settings.
  public init() {}
}

/// The reverb. Ranges and defaults are FluidSynth's.
public struct Reverb: Hashable, Sendable, Encodable {
  /// The size of the room, from 0 to 1.
  public var roomSize = 0.2
  /// The damping of high frequencies, from 0 to 1.
  public var damping = 0.0
  /// The width, from 0 to 100.
  public var width = 0.5
  /// The level, from 0 (off) to 1.
  public var level: Double

  /// Creates the default reverb with a level.
  public init(level: Double = 0.9) { self.level = level }
}

/// The chorus. Ranges and defaults are FluidSynth's.
public struct Chorus: Hashable, Sendable, Encodable {
  /// The number of voices, from 0 to 99.
  public var voiceCount = 3
  /// The level, from 0 (off) to 10.
  public var level: Double
  /// The speed in Hz, from 0.1 to 5.
  public var speed = 0.3
  /// The depth in milliseconds, from 0 to 256.
  public var depth = 8.0

  /// Creates the default chorus with a level.
  public init(level: Double = 2) { self.level = level }
}

extension PresetSettings {
  /// Checks the ranges. FluidSynth would accept many invalid values and change them silently.
  ///
  /// - Throws: `SoundError.Kind.usage` if a value is out of range.
  public func check() throws(SoundError) {
    let limits: [(String, Double, ClosedRange<Double>)] = [
      ("the gain", gain, -90...30), ("the pan", pan, -1...1), ("the tuning", tuning, 220...880),
      ("the pitch-bend range", Double(pitchBendRange), 0...24),
      ("the lowest key", Double(lowestKey), 0...127),
      ("the reverb's room", reverb?.roomSize ?? 0, 0...1),
      ("the reverb's damping", reverb?.damping ?? 0, 0...1),
      ("the reverb's width", reverb?.width ?? 0, 0...100), ("the reverb's level", reverb?.level ?? 0, 0...1),
      ("the chorus's number of voices", Double(chorus?.voiceCount ?? 0), 0...99),
      ("the chorus's level", chorus?.level ?? 0, 0...10), ("the chorus's speed", chorus?.speed ?? 1, 0.1...5),
      ("the chorus's depth", chorus?.depth ?? 0, 0...256),
    ]
    guard let (name, _, range) = limits.first(where: { !$0.2.contains($0.1) }) else { return }
    throw SoundError(
      .usage, nil, "\(name) must be from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
