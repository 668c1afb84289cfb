internal import CALSA
internal import Glibc
internal import Synchronization

/// Takes over what alsa-lib would print on standard error by itself, so that an error is said once, by whoever
/// handles it.
enum ALSALibraryMessages {
  /// The last message that nobody has asked for yet. alsa-lib hands its messages to a plain function, so they
  /// have to be kept outside any object.
  private static let last = Mutex<String?>(nil)

  /// Starts taking over the messages of the calling thread: alsa-lib has a handler for each.
  static func takeOver() {
    unsafe snd_lib_error_set_local { _, _, _, _, format, arguments in
      guard let format = unsafe format, let arguments = unsafe arguments else { return }
      let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        unsafe vsnprintf(start, buffer.count, format, arguments)
        return unsafe String(cString: start)
      }
      ALSALibraryMessages.last.withLock { $0 = text }
    }
  }

  /// The last message, which is then forgotten.
  static func takeLast() -> String? {
    last.withLock { message in
      defer { message = nil }
      return message
    }
  }

  /// Forgets the last message: the call that caused it has succeeded after all.
  static func clear() { last.withLock { $0 = nil } }
}

/// The system's words for an errno.
func errnoText(_ errno: Int32) -> String {
  guard let text = unsafe strerror(errno) else { return "error \(errno)" }
  return unsafe String(cString: text)
}
