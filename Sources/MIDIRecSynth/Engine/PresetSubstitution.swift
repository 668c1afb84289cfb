public import MIDICore

/// A preset that a font lacks, and the one that FluidSynth plays in its place.
public struct PresetSubstitution: Hashable, Sendable {
  /// The channel.
  public let channel: Channel
  /// The preset that the font lacks.
  public let missing: PresetNumber
  /// The preset that plays instead, or `nil` if the channel is silent.
  public let played: PresetNumber?

  /// The substitution in one line: `the font has no preset 128:53 for channel 10; 128:0 plays instead`.
  public var text: String {
    let result = played.map { "\($0) plays instead" } ?? "the channel is silent"
    return "the font has no preset \(missing) for channel \(channel); \(result)"
  }
}
