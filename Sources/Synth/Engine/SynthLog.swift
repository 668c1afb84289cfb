internal import CFluidSynth
internal import Glibc
internal import Synchronization

/// Captures the messages that FluidSynth would print to standard error, so that each error is reported once.
enum SynthLog {
  /// The messages of listening threads. FluidSynth has one callback per process, so the messages are stored outside any
  /// object, by thread.
  private static let heard = Mutex<[pthread_t: [String]]>([:])

  /// The first error on a thread that doesn't listen, such as an audio driver's, and the thread.
  private static let unheard = Mutex<(thread: pthread_t, text: String)?>(nil)

  /// Prevents FluidSynth from printing. Call this before any other function of FluidSynth, once it is loaded, because
  /// loading installs its own callback.
  static func takeOver() {
    for level in [FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG] {
      _ = unsafe fluid_set_log_function(
        CInt(level.rawValue),
        { level, message, _ in
          guard let message = unsafe message else { return }
          let text = unsafe String(cString: message)
          guard level <= CInt(FLUID_ERR.rawValue) else { return }
          let isHeard = SynthLog.heard.withLock { $0[pthread_self()]?.append(text) != nil }
          if !isHeard { SynthLog.unheard.withLock { $0 = $0 ?? (pthread_self(), text) } }
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
