internal import CFluidSynth

extension Synth {
  /// A voice: one sounding sample. A note has one or more.
  struct Voice: Hashable {
    /// The state of a voice.
    enum Phase: Hashable {
      /// The key is down.
      case sounding
      /// The key is up, and a pedal holds the voice.
      case held
      /// The voice decays. FluidSynth still calls a voice held after its pedal was released; the next pedal makes it
      /// held again, although that doesn't prolong its sound.
      case released
    }

    /// The number of the note. Later notes have higher numbers.
    let note: UInt32
    /// The channel number in FluidSynth, or a negative number if the voice has no channel.
    let channel: Int
    /// The key.
    let key: Int
    /// The velocity.
    let velocity: Int
    /// The state.
    let phase: Phase
    /// Whether the voice ends when another note of its exclusive class starts. FluidSynth clears the class then, so that
    /// the voice isn't cut off twice.
    let hasExclusiveClass: Bool
  }

  /// Returns the sounding voices, in the order of FluidSynth's list.
  ///
  /// - Parameter maxCount: The maximum number of voices.
  func voices(atMost maxCount: Int) -> [Voice] {
    unsafe withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: maxCount) { places in
      unsafe places.initialize(repeating: nil)
      unsafe fluid_synth_get_voicelist(handle, places.baseAddress, CInt(clamping: maxCount), -1)
      // An empty entry ends an incomplete list.
      let voices = unsafe places.prefix { unsafe $0 != nil }
      return unsafe voices.compactMap { unsafe $0.map { unsafe Voice($0, of: self) } }
    }
  }
}

extension Synth {
  /// Returns whether FluidSynth considers a pedal down.
  fileprivate func isDown(_ pedal: Pedal, onChannel channel: Int) -> Bool {
    var value: CInt = 0
    _ = unsafe fluid_synth_get_cc(handle, CInt(clamping: channel), pedal.rawValue, &value)
    return value >= 64
  }

  /// The pedals that hold notes.
  fileprivate enum Pedal: CInt {
    case sustain = 64
    case sostenuto = 66
  }
}

extension Synth.Voice {
  fileprivate init(_ voice: OpaquePointer, of synth: borrowing Synth) {
    note = unsafe fluid_voice_get_id(voice)
    channel = Int(unsafe fluid_voice_get_channel(voice))
    key = Int(unsafe fluid_voice_get_key(voice))
    velocity = Int(unsafe fluid_voice_get_velocity(voice))
    hasExclusiveClass = unsafe fluid_voice_gen_get(voice, CInt(GEN_EXCLUSIVECLASS.rawValue)) != 0
    phase =
      if unsafe fluid_voice_is_on(voice) != 0 {
        .sounding
      } else if unsafe fluid_voice_is_sustained(voice) != 0 && synth.isDown(.sustain, onChannel: channel) {
        .held
      } else if unsafe fluid_voice_is_sostenuto(voice) != 0 && synth.isDown(.sostenuto, onChannel: channel) {
        .held
      } else {
        .released
      }
  }
}
