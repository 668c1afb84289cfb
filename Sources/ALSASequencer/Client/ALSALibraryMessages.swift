internal import CALSA
internal import Glibc

/// The messages that alsa-lib would print to standard error: details of failed calls.
///
/// Each thread has separate messages, so that real-time threads share no lock, and no thread gets details of a
/// different one.
final class ALSALibraryMessages {
  /// The last message of one thread.
  private var last: String?

  /// The key of each thread's messages, or `nil` if the process has no free key.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let errno = unsafe pthread_key_create(&key) { messages in
      if let messages = unsafe messages {
        unsafe Unmanaged<ALSALibraryMessages>.fromOpaque(messages).release()
      }
    }
    return errno == 0 ? key : nil
  }()

  private static var current: ALSALibraryMessages? {
    guard let key, let pointer = unsafe pthread_getspecific(key) else { return nil }
    return unsafe Unmanaged<ALSALibraryMessages>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Starts collecting the messages of the calling thread.
  static func startCollecting() {
    if current == nil, let key {
      let messages = unsafe Unmanaged.passRetained(ALSALibraryMessages())
      if unsafe pthread_setspecific(key, messages.toOpaque()) != 0 { unsafe messages.release() }
    }
    unsafe snd_lib_error_set_local { _, _, _, _, format, arguments in
      guard let messages = ALSALibraryMessages.current, let format = unsafe format,
        let arguments = unsafe arguments
      else { return }
      messages.last = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        unsafe vsnprintf(start, buffer.count, format, arguments)
        return unsafe String(cString: start)
      }
    }
  }

  /// Removes and returns the last message of the calling thread, or `nil` if there is none.
  static func takeLast() -> String? {
    defer { clear() }
    return current?.last
  }

  /// Removes the last message of the calling thread, because the call has succeeded after all.
  static func clear() { current?.last = nil }
}
