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
/// the channel plays a note. A bank has no effect until a program is selected.
@safe final class PresetSubstitutions {
  private var found: [PresetSubstitution] = []
  /// The substitutions of channels on which no program has been selected and no note played since the start or a reset.
  private var unheard: [Channel: PresetSubstitution] = [:]

  /// Creates a list for a synth that starts.
  init() {}

  /// Removes and returns the substitutions.
  func take() -> [PresetSubstitution] {
    guard !found.isEmpty else { return [] }
    defer { found = [] }
    return found
  }

  /// Notes the presets of all channels at the start or after a reset.
  func reset(_ handle: OpaquePointer) {
    unheard = [:]
    for number in 0...Channel.maximum {
      let channel = Channel(masking: number)
      unheard[channel] = unsafe substitution(channel, of: handle)
    }
  }

  /// Adds the substitution of a channel that plays a note.
  func addHeard(_ channel: Channel) {
    if let substitution = unheard.removeValue(forKey: channel) { found.append(substitution) }
  }

  /// Adds the substitution of a channel on which a program has been selected.
  func addSelected(_ channel: Channel, of handle: OpaquePointer) {
    unheard[channel] = nil
    if let substitution = unsafe substitution(channel, of: handle) { found.append(substitution) }
  }

  /// Returns the substitution of a channel, or `nil` if the font has its preset.
  private func substitution(_ channel: Channel, of handle: OpaquePointer) -> PresetSubstitution? {
    let number = CInt(channel.rawValue)
    var (font, bank, program): (CInt, CInt, CInt) = (0, 0, 0)
    guard unsafe fluid_synth_get_program(handle, number, &font, &bank, &program) == FLUID_OK else {
      return nil
    }
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
    guard played != missing else { return nil }
    return PresetSubstitution(channel: channel, missing: missing, played: played)
  }
}
