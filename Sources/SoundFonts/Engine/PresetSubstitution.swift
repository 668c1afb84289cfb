internal import CFluidSynth
package import MIDICore

/// A preset that a font lacks, and the one that FluidSynth plays in its place.
package struct PresetSubstitution: Hashable, Sendable {
  /// A bank and a program. A MIDI file can select more banks than a ``PresetNumber`` has.
  package struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The bank. 128 has the drums.
    package let bank: Int
    /// The program.
    package let program: UInt7

    /// `BANK:PROGRAM`.
    package var description: String { "\(bank):\(program)" }
  }

  /// The channel.
  package let channel: Channel
  /// The preset that the font lacks.
  package let missing: Place
  /// The preset that plays instead, or `nil` if the channel is silent.
  package let played: Place?

  /// The substitution in one line: `the font has no preset 128:53 for channel 10; 128:0 plays instead`.
  package var text: String {
    let result = played.map { "\($0) plays instead" } ?? "the channel is silent"
    return "the font has no preset \(missing) for channel \(channel); \(result)"
  }
}

/// The substitutions of a synth since they were last taken.
///
/// FluidSynth substitutes a preset when a program is selected, at its start, and after resets. The latter two count when
/// the channel plays a note.
@safe final class PresetSubstitutions {
  private var found: [PresetSubstitution] = []
  /// The channels with a new preset that no message selected, by number.
  private var unchecked = Set(0..<Synth.channelCount)

  /// Creates a list for a synth that starts.
  init() {}

  /// Removes and returns the substitutions.
  func take() -> [PresetSubstitution] {
    guard !found.isEmpty else { return [] }
    defer { found = [] }
    return found
  }

  /// Marks the presets of all channels as new, after a reset.
  func reset() { unchecked = Set(0..<Synth.channelCount) }

  /// Checks the preset of a channel that plays a note.
  func checkNote(_ channel: Channel, of handle: OpaquePointer) {
    if unchecked.contains(CInt(channel.rawValue)) { unsafe check(channel, of: handle) }
  }

  /// Checks the preset of a channel after a program has been selected.
  func check(_ channel: Channel, of handle: OpaquePointer) {
    let number = CInt(channel.rawValue)
    unchecked.remove(number)
    var (font, bank, program): (CInt, CInt, CInt) = (0, 0, 0)
    guard unsafe fluid_synth_get_program(handle, number, &font, &bank, &program) == FLUID_OK else { return }
    let preset = unsafe fluid_synth_get_channel_preset(handle, number)
    let played = unsafe preset.map { preset in
      PresetSubstitution.Place(
        bank: Int(unsafe fluid_preset_get_banknum(preset)),
        program: UInt7(clamping: Int(unsafe fluid_preset_get_num(preset))))
    }
    // A channel that GS messages made a rhythm part plays drums, whatever its bank is.
    let isRhythmPart = played?.bank == Int(SynthInput.drumBank)
    let missing = PresetSubstitution.Place(
      bank: Int(isRhythmPart ? SynthInput.drumBank : bank), program: UInt7(clamping: Int(program)))
    guard played != missing else { return }
    found.append(PresetSubstitution(channel: channel, missing: missing, played: played))
  }
}
