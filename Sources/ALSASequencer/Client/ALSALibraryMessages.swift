internal import CALSA
internal import Glibc

/// The messages that alsa-lib would print to standard error: details of failed calls.
///
/// Each thread has separate messages, so that real-time threads share no lock, and no thread gets details of a
/// different one.
enum ALSALibraryMessages {
  /// The last message of a thread.
  private final class Message {
    var text: String?
  }

  /// The key of each thread's ``Message``, or `nil` if the process has no free key.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let errno = unsafe pthread_key_create(&key) { message in
      if let message = unsafe message { unsafe Unmanaged<Message>.fromOpaque(message).release() }
    }
    return errno == 0 ? key : nil
  }()

  private static var message: Message? {
    guard let key, let pointer = unsafe pthread_getspecific(key) else { return nil }
    return unsafe Unmanaged<Message>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Starts collecting the messages of the calling thread.
  static func startCollecting() {
    if message == nil, let key {
      let message = unsafe Unmanaged.passRetained(Message())
      if unsafe pthread_setspecific(key, message.toOpaque()) != 0 { unsafe message.release() }
    }
    unsafe snd_lib_error_set_local { _, _, _, _, format, arguments in
      guard let message = ALSALibraryMessages.message, let format = unsafe format,
        let arguments = unsafe arguments
      else { return }
      message.text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        unsafe vsnprintf(start, buffer.count, format, arguments)
        return unsafe String(cString: start)
      }
    }
  }

  /// Removes and returns the last message of the calling thread, or `nil` if there is none.
  static func takeLast() -> String? {
    defer { clear() }
    return message?.text
  }

  /// Removes the last message of the calling thread, because the call has succeeded after all.
  static func clear() { message?.text = nil }
}
