internal import Glibc

/// What a preset is played with: the settings of a favorite.
package struct PresetSettings: Hashable, Sendable {
  /// How much louder, in decibels: -90 to 30.
  package var gain = 0.0
  /// From -1, left, to 1, right.
  package var pan = 0.0
  /// The pitch of A4 in hertz: 220 to 880.
  package var tuning = 440.0
  /// How far a bend goes, in semitones: 0 to 24.
  package var pitchBendRange = 2
  /// The lowest key that is played, 0 to 127; keys below it are silent.
  package var lowestKey = 0
  /// The reverb; nothing for the synthesizer's own, off where its level is 0.
  package var reverb: Reverb?
  /// The chorus; nothing for the synthesizer's own, off where its level is 0.
  package var chorus: Chorus?

  /// Makes those by default.
  package init() {}
}

/// How much a room is heard. Ranges and defaults are FluidSynth's.
package struct Reverb: Hashable, Sendable {
  /// The size of the room: 0 to 1.
  package var roomSize = 0.2
  /// How much high sounds are damped: 0 to 1.
  package var damping = 0.0
  /// How wide it is: 0 to 100.
  package var width = 0.5
  /// How loud: 0 to 1; 0 for none.
  package var level = 0.9

  /// Makes it as it is by default.
  package init() {}
}

/// How much a chorus is heard. Ranges and defaults are FluidSynth's.
package struct Chorus: Hashable, Sendable {
  /// How many voices: 0 to 99.
  package var voiceCount = 3
  /// How loud: 0 to 10; 0 for none.
  package var level = 2.0
  /// How fast, in hertz: 0.1 to 5.
  package var speed = 0.3
  /// How deep, in milliseconds: 0 to 256.
  package var depth = 8.0

  /// Makes it as it is by default.
  package init() {}
}

extension PresetSettings {
  /// Makes sure that they are what a favorite can have. Much of it FluidSynth would take without a word, and make something
  /// else of.
  ///
  /// - Throws: ``SoundFontError/Kind/usage`` where one is out of its range.
  func check() throws(SoundFontError) {
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
    throw SoundFontError(
      .usage, nil, "\(name) goes from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

/// How many times as loud something is that is louder by so many decibels.
func decibels(_ value: Double) -> Double { pow(10, value / 20) }

/// How many cents a pitch of A4 is above 440 Hz; below it, they are negative.
///
/// - Parameter tuning: In hertz, above zero.
func centsFromConcertPitch(_ tuning: Double) -> Double { 1200 * log2(tuning / 440) }
