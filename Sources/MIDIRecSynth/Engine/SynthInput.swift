internal import CFluidSynth
internal import Glibc
internal import MIDICore
internal import MIDIRecSound

/// The receiver of a synth's messages, and the presets that the font lacks.
///
/// FluidSynth substitutes a preset when a program is selected, at its start, and after resets. The latter two count when
/// the channel plays a note. A bank has no effect until a program is selected.
@safe final class SynthInput {
  /// FluidSynth's object, which the synth deletes.
  let handle: OpaquePointer
  /// The font and the preset.
  let choice: FontChoice
  /// The font's number in FluidSynth.
  var font: CInt = -1
  /// The settings of the rendering.
  private let rendering: SynthRenderer.Settings
  /// The substitutions since they were last taken.
  private var substitutions: [PresetSubstitution] = []
  /// The substitutions of channels on which no program has been selected and no note played since the start or a reset.
  private var unheardSubstitutions: [Channel: PresetSubstitution] = [:]

  /// Creates the input of a synth, which then loads the font.
  init(_ handle: OpaquePointer, _ choice: FontChoice, _ rendering: SynthRenderer.Settings) {
    unsafe self.handle = unsafe handle
    self.choice = choice
    self.rendering = rendering
  }

  /// Sends a message, which takes effect with the next block.
  ///
  /// Programs, banks, and resets don't change a chosen preset. Messages without a meaning for a synthesizer are
  /// dropped.
  func send(_ message: Message) {
    switch message {
    case .noteOn(let channel, let note, let velocity):
      if velocity == 0 {
        _ = unsafe fluid_synth_noteoff(handle, channel.index, CInt(note.rawValue))
      } else if Int(note.rawValue) >= choice.settings.lowestKey {
        if choice.preset == nil, let substitution = unheardSubstitutions.removeValue(forKey: channel) {
          substitutions.append(substitution)
        }
        _ = unsafe fluid_synth_noteon(
          handle, channel.index, CInt(note.rawValue), CInt(velocity.rawValue))
      }
    case .noteOff(let channel, let note, _):
      _ = unsafe fluid_synth_noteoff(handle, channel.index, CInt(note.rawValue))
    case .polyPressure(let channel, let note, let pressure):
      _ = unsafe fluid_synth_key_pressure(
        handle, channel.index, CInt(note.rawValue), CInt(pressure.rawValue))
    case .controlChange(let channel, let controller, let value):
      control(channel, controller, value)
    case .programChange(let channel, let program):
      guard choice.preset == nil else { return }
      _ = unsafe fluid_synth_program_change(handle, channel.index, CInt(program.rawValue))
      unheardSubstitutions[channel] = nil
      if let substitution = substitution(on: channel) { substitutions.append(substitution) }
    case .channelPressure(let channel, let pressure):
      _ = unsafe fluid_synth_channel_pressure(handle, channel.index, CInt(pressure.rawValue))
    case .pitchBend(let channel, let value):
      _ = unsafe fluid_synth_pitch_bend(handle, channel.index, CInt(value.rawValue))
    case .systemExclusive(let exclusive):
      let bytes = exclusive.payload.map { CChar($0.rawValue) }
      _ = unsafe fluid_synth_sysex(handle, bytes, CInt(clamping: bytes.count), nil, nil, nil, 0)
      settleAgain()
    case .systemReset:
      _ = unsafe fluid_synth_system_reset(handle)
      settleAgain()
    case .timeCodeQuarterFrame, .songPosition, .songSelect, .tuneRequest, .timingClock, .start, .continue,
      .stop, .activeSensing:
      break
    }
  }

  /// Performs a step that plays an MPE zone.
  func perform(_ step: ZoneExpander.Step) {
    switch step {
    case .message(let message): send(message)
    case .bendRange(let channel, let semitones):
      _ = unsafe fluid_synth_pitch_wheel_sens(handle, channel.index, CInt(semitones.rawValue))
    case .plays(let channel, let drums):
      guard choice.preset == nil else { return }
      let type = drums ? CHANNEL_TYPE_DRUM : CHANNEL_TYPE_MELODIC
      _ = unsafe fluid_synth_set_channel_type(handle, channel.index, CInt(type.rawValue))
      _ = unsafe fluid_synth_bank_select(handle, channel.index, drums ? Self.drumBank : 0)
    }
  }

  /// The bank of drums in SoundFonts.
  private static var drumBank: CInt { 128 }

  private func control(_ channel: Channel, _ controller: Controller, _ value: UInt7) {
    if choice.preset != nil, [.bankSelect, .bankSelectLeastSignificant].contains(controller) { return }
    // FluidSynth captures the keys that are down with each value from 64, and not only when the pedal goes down. Its
    // own player must be reproduced.
    if rendering.timing == .exact, controller == .sostenuto, value >= 64,
      isDown(.sostenuto, onChannel: channel.index)
    {
      return
    }
    var value = value
    // Bank 121 has the melodic sounds of General MIDI 2. FluidSynth 2.3 plays drums there, and later versions don't.
    if rendering.bankStyle == .xg, controller == .bankSelect, value == 121 { value = 0 }
    _ = unsafe fluid_synth_cc(handle, channel.index, CInt(controller.rawValue), CInt(value.rawValue))
    if controller == .resetAllControllers { setSound(of: channel.index) }
  }

  /// Returns whether FluidSynth considers a pedal down.
  func isDown(_ pedal: Controller, onChannel channel: CInt) -> Bool {
    var value: CInt = 0
    _ = unsafe fluid_synth_get_cc(handle, channel, CInt(pedal.rawValue), &value)
    return value >= 64
  }

  /// Selects the preset on all channels, and applies its settings.
  ///
  /// - Throws: `SoundError` if the font doesn't have the preset.
  func settle() throws(SoundError) {
    guard settleAgain() else {
      let preset = choice.preset?.description ?? ""
      throw SoundError(.noInput, choice.font, "has no preset \(preset)")
    }
  }

  /// Restores the settings that a reset may have changed.
  @discardableResult private func settleAgain() -> Bool {
    var isThere = true
    for number in 0...Channel.maximum {
      let channel = Channel(masking: number)
      if let preset = choice.preset {
        let result = unsafe fluid_synth_program_select(
          handle, channel.index, font, CInt(preset.bank), CInt(preset.program))
        isThere = isThere && result == FLUID_OK
      }
      setSound(of: channel.index)
      // FluidSynth's default is 2.
      if choice.settings.pitchBendRange != 2 {
        _ = unsafe fluid_synth_pitch_wheel_sens(
          handle, channel.index, CInt(clamping: choice.settings.pitchBendRange))
      }
      unheardSubstitutions[channel] = substitution(on: channel)
    }
    return isThere
  }

  /// Sets a channel's pan and tuning, which FluidSynth's controller reset reverts.
  private func setSound(of channel: CInt) {
    let sound = choice.settings
    if sound.pan != 0 {
      _ = unsafe fluid_synth_set_gen(handle, channel, CInt(GEN_PAN.rawValue), Float(sound.pan * 500))
    }
    if sound.tuning != 440 {
      let cents = 1200 * log2(sound.tuning / 440)
      let semitones = (cents / 100).rounded()
      _ = unsafe fluid_synth_set_gen(handle, channel, CInt(GEN_COARSETUNE.rawValue), Float(semitones))
      _ = unsafe fluid_synth_set_gen(
        handle, channel, CInt(GEN_FINETUNE.rawValue), Float(cents - 100 * semitones))
    }
  }

  // MARK: Substitutions

  /// Removes and returns the substitutions since the last call.
  func takeSubstitutions() -> [PresetSubstitution] {
    guard !substitutions.isEmpty else { return [] }
    defer { substitutions = [] }
    return substitutions
  }

  /// Returns the substitution of a channel, or `nil` if the font has its preset.
  private func substitution(on channel: Channel) -> PresetSubstitution? {
    var (font, bank, program): (CInt, CInt, CInt) = (0, 0, 0)
    guard unsafe fluid_synth_get_program(handle, channel.index, &font, &bank, &program) == FLUID_OK else {
      return nil
    }
    let preset = unsafe fluid_synth_get_channel_preset(handle, channel.index)
    let played = unsafe preset.map { preset in
      PresetNumber(
        selectedBank: Int(unsafe fluid_preset_get_banknum(preset)),
        program: UInt7(clamping: Int(unsafe fluid_preset_get_num(preset))))
    }
    // A channel that GS messages made a rhythm part plays drums, whatever its bank is.
    let isRhythmPart = played?.bank == Int(Self.drumBank)
    let missing = PresetNumber(
      selectedBank: Int(isRhythmPart ? Self.drumBank : bank), program: UInt7(clamping: Int(program)))
    return played == missing ? nil : PresetSubstitution(channel: channel, missing: missing, played: played)
  }
}

extension Channel {
  /// The channel number in FluidSynth.
  fileprivate var index: CInt { CInt(rawValue) }
}
