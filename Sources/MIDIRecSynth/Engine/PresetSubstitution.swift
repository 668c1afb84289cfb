package import MIDICore

/// A preset that a font lacks, and the one that FluidSynth plays in its place.
package struct PresetSubstitution: Hashable, Sendable {
  /// The channel.
  package let channel: Channel
  /// The preset that the font lacks.
  package let missing: PresetNumber
  /// The preset that plays instead, or `nil` if the channel is silent.
  package let played: PresetNumber?

  /// The substitution in one line: `the font has no preset 128:53 for channel 10; 128:0 plays instead`.
  package var text: String {
    let result = played.map { "\($0) plays instead" } ?? "the channel is silent"
    return "the font has no preset \(missing) for channel \(channel); \(result)"
  }
}
