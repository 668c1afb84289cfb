internal import CFluidSynth
internal import Glibc
internal import MIDIRecSound
internal import Synchronization

/// The state of FluidSynth that exists once per process: its tables, and its callback for messages.
///
/// The callback collects the errors that FluidSynth would print to standard error, so that each is reported once.
enum FluidSynthLibrary {
  /// Loads FluidSynth and creates its tables, before any other call.
  ///
  /// FluidSynth creates its tables with the first synth. A second synth that a different thread creates in the meantime
  /// would use incomplete tables, and some of its sound would be missing.
  ///
  /// - Throws: `SoundError` if it isn't installed, or if there is not enough memory.
  static func prepare() throws(SoundError) {
    if let failure { throw failure }
  }

  /// The error if there is not enough memory.
  static var noMemory: SoundError { SoundError(.inputOutput, nil, "FluidSynth can't be started") }

  /// The error, determined once while all other threads wait.
  private static let failure: SoundError? = {
    if let reason = unsafe cfluidsynth_load() {
      return SoundError(
        .noInput, nil,
        "FluidSynth can't be loaded: \(unsafe String(cString: reason)); is libfluidsynth3 installed?")
    }
    // Before any other function, because loading installs FluidSynth's own callback.
    startCollectingErrors()
    guard let settings = unsafe new_fluid_settings() else { return noMemory }
    defer { unsafe delete_fluid_settings(settings) }
    guard let synth = unsafe new_fluid_synth(settings) else { return noMemory }
    unsafe delete_fluid_synth(synth)
    return nil
  }()

  /// The messages of listening threads. FluidSynth has one callback per process, so the messages are stored outside any
  /// object, by thread.
  private static let heard = Mutex<[pthread_t: [String]]>([:])

  /// The first error on a thread that doesn't listen, such as an audio driver's, and the thread.
  private static let unheard = Mutex<(thread: pthread_t, text: String)?>(nil)

  /// Loads or unloads samples while no other thread does.
  ///
  /// FluidSynth keeps the samples of a font once per process, and counts the synths that use them. Version 2.3.1
  /// increases the count after it has released its lock (`fluid_samplecache_load`), so that a synth that another thread
  /// deletes at that moment frees samples that are in use.
  static func withSamples(_ body: () -> Void) { samples.withLock { _ in body() } }

  private static let samples = Mutex(())

  /// Collects FluidSynth's errors by thread, and prevents it from printing.
  private static func startCollectingErrors() {
    for level in [FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG] {
      _ = unsafe fluid_set_log_function(
        CInt(level.rawValue),
        { level, message, _ in
          guard let message = unsafe message else { return }
          let text = unsafe String(cString: message)
          guard level <= CInt(FLUID_ERR.rawValue) else { return }
          let isHeard = FluidSynthLibrary.heard.withLock { $0[pthread_self()]?.append(text) != nil }
          if !isHeard { FluidSynthLibrary.unheard.withLock { $0 = $0 ?? (pthread_self(), text) } }
        }, nil)
    }
  }

  /// Returns FluidSynth's errors during a call in this thread.
  static func errors(during calls: () -> Void) -> [String] {
    heard.withLock { $0[pthread_self()] = [] }
    calls()
    return heard.withLock { $0.removeValue(forKey: pthread_self()) } ?? []
  }

  /// Removes and returns the first error of other threads, or `nil`.
  static func takeErrorOfOthers() -> String? {
    unheard.withLock { error in
      defer { error = nil }
      return error.flatMap { $0.thread == pthread_self() ? nil : $0.text }
    }
  }
}
