internal import CFluidSynth

extension Synth {
  /// A voice: one sample that sounds. A note has one or several.
  struct Voice: Hashable {
    /// What its key and the pedals make of it.
    enum Phase: Hashable {
      /// The key is down.
      case sounding
      /// The key is up, and a pedal holds it.
      case held
      /// It dies away. FluidSynth still calls a voice held that a pedal has let go: it becomes so again with the next
      /// pedal, though it sounds no longer for it.
      case released
    }

    /// The note's number: that of one struck later is higher.
    let note: UInt32
    /// The channel as FluidSynth counts; negative where it has none any more.
    let channel: Int
    /// The key that was struck.
    let key: Int
    /// How hard.
    let velocity: Int
    /// What its key and the pedals make of it.
    let phase: Phase
  }

  /// The voices that sound, in the order of FluidSynth's list.
  ///
  /// - Parameter largestCount: How many there can be.
  func voices(atMost maxCount: Int) -> [Voice] {
    unsafe withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: maxCount) { places in
      unsafe places.initialize(repeating: nil)
      unsafe fluid_synth_get_voicelist(handle, places.baseAddress, CInt(clamping: maxCount), -1)
      // The list ends with an empty place where it doesn't fill all.
      let voices = unsafe places.prefix { unsafe $0 != nil }
      return unsafe voices.compactMap { unsafe $0.map { unsafe Voice($0, of: self) } }
    }
  }
}

extension Synth {
  /// Whether a pedal is down, as FluidSynth has it.
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
