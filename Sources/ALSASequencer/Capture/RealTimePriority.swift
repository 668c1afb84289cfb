internal import CLinux
internal import Glibc

/// The real-time priority of a thread, which then runs as soon as it is due.
enum RealTimePriority {
  /// Between the kernel's interrupt threads (50 and higher) and ordinary programs, like other audio programs.
  private static let priority: Int32 = 40

  /// Requests real-time priority (`SCHED_FIFO`) for the calling thread.
  ///
  /// - Returns: `nil` if the system grants it, otherwise the error number: `EPERM` if the user's limit is too low.
  static func take() -> Int32? {
    var parameters = sched_param()
    parameters.sched_priority = priority
    let errno = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    return errno == 0 ? nil : errno
  }

  /// Loads the program's code into memory, so that the first events don't wait for the disk.
  ///
  /// It has no effect if the kernel doesn't support it. It needs some milliseconds for the first process, and about one
  /// for others.
  static func loadCode() { _ = linux_load_code() }

  /// Restores the ordinary priority of the calling thread.
  static func giveBack() {
    var parameters = sched_param()
    unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
  }
}
