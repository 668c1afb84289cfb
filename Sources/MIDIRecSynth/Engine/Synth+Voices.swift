internal import CFluidSynth
internal import MIDICore

extension Synth {
  /// A voice: one sounding sample. A note has one or more.
  struct Voice: Hashable {
    /// The state of a voice, in order of how much of its note remains.
    enum Phase: Int, Comparable {
      /// The voice decays. FluidSynth still calls a voice held after its pedal was released; the next pedal makes it
      /// held again, although that doesn't prolong its sound.
      case released
      /// The key is up, and a pedal holds the voice.
      case held
      /// The key is down.
      case sounding

      static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
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

extension Synth.Voice {
  fileprivate init(_ voice: OpaquePointer, of synth: borrowing Synth) {
    note = unsafe fluid_voice_get_id(voice)
    channel = Int(unsafe fluid_voice_get_channel(voice))
    key = Int(unsafe fluid_voice_get_key(voice))
    velocity = Int(unsafe fluid_voice_get_velocity(voice))
    hasExclusiveClass = unsafe fluid_voice_gen_get(voice, CInt(GEN_EXCLUSIVECLASS.rawValue)) != 0
    let isSustained = unsafe fluid_voice_is_sustained(voice) != 0
    let isSostenuto = unsafe fluid_voice_is_sostenuto(voice) != 0
    let number = CInt(clamping: channel)
    phase =
      if unsafe fluid_voice_is_on(voice) != 0 {
        .sounding
      } else if isSustained && synth.input.isDown(.sustain, onChannel: number)
        || isSostenuto && synth.input.isDown(.sostenuto, onChannel: number)
      {
        .held
      } else {
        .released
      }
  }
}
