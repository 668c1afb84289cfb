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
