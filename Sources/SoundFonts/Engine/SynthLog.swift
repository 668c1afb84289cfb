internal import CFluidSynth
internal import Glibc
internal import Synchronization

/// Takes over what FluidSynth would print on standard error by itself, so that an error is said once, by whoever
/// handles it.
enum SynthLog {
  /// What threads that listen have been told of. FluidSynth knows one function for the whole process, so the lines have
  /// to be kept outside any object, each for the thread that made the call.
  private static let heard = Mutex<[pthread_t: [String]]>([:])

  /// The first error that a thread was told of that doesn't listen, such as one of an audio driver, and the thread.
  private static let unheard = Mutex<(thread: pthread_t, text: String)?>(nil)

  /// Makes sure that nothing is printed from now on. Before any other call of FluidSynth's, once it is loaded: until
  /// then it has its own function, which prints.
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

  /// The errors that FluidSynth speaks of while `calls` makes its calls, in this thread.
  static func errors(during calls: () -> Void) -> [String] {
    heard.withLock { $0[pthread_self()] = [] }
    calls()
    return heard.withLock { $0.removeValue(forKey: pthread_self()) } ?? []
  }

  /// The first error of another thread than the calling one since this was asked last.
  static func takeErrorOfOthers() -> String? {
    unheard.withLock { error in
      defer { error = nil }
      return error.flatMap { $0.thread == pthread_self() ? nil : $0.text }
    }
  }
}
