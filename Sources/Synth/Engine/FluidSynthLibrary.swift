internal import CFluidSynth

/// The state of FluidSynth that exists once per process.
enum FluidSynthLibrary {
  /// Loads FluidSynth and creates its tables, before any other call.
  ///
  /// FluidSynth creates its tables with the first synth. A second synth that a different thread creates in the meantime
  /// would use incomplete tables, and some of its sound would be missing.
  ///
  /// - Throws: ``SoundFontError`` if it isn't installed, or if there is not enough memory.
  static func prepare() throws(SoundFontError) {
    if let failure { throw failure }
  }

  /// The error, determined once while all other threads wait.
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
