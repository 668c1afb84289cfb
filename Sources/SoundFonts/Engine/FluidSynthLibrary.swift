internal import CFluidSynth

/// What FluidSynth has once for a whole process.
enum FluidSynthLibrary {
  /// Loads it and makes its tables, before any other call.
  ///
  /// FluidSynth makes them with the first synth, and has another one that is made meanwhile, by another thread, go on
  /// with tables that are half made: then something of its sound is missing.
  ///
  /// - Throws: Where it isn't installed, or there is no memory left.
  static func prepare() throws(SoundFontError) {
    if let failure { throw failure }
  }

  /// What has gone wrong. Found out once, while all other threads wait.
  private static let failure: SoundFontError? = {
    if let reason = unsafe cfluidsynth_load() {
      return SoundFontError(
        .notFound, nil,
        "FluidSynth can't be loaded: \(unsafe String(cString: reason)); is libfluidsynth3 installed?")
    }
    SynthLog.takeOver()
    let noMemory = SoundFontError(.inputOutput, nil, "FluidSynth can't be started")
    guard let settings = unsafe new_fluid_settings() else { return noMemory }
    defer { unsafe delete_fluid_settings(settings) }
    guard let synth = unsafe new_fluid_synth(settings) else { return noMemory }
    unsafe delete_fluid_synth(synth)
    return nil
  }()
}
