package import Synth

/// The notices of presets that a live synthesizer's font lacks, each given once.
package struct SubstitutionNotices {
  private var known: Set<PresetSubstitution> = []

  /// Creates a state without notices.
  package init() {}

  /// Returns the notices of new substitutions.
  package mutating func take(from synth: borrowing LiveSynth) -> [String] {
    synth.takeSubstitutions().filter { known.insert($0).inserted }.map(\.text)
  }
}
