internal import CLinux
internal import Glibc

/// The priority of a thread that has to run at once when it is due, whatever else the machine does.
enum RealTimePriority {
  /// Between the kernel's interrupt threads (50 and more) and ordinary programs, like other audio programs.
  private static let priority: Int32 = 40

  /// Asks for it (`SCHED_FIFO`) for the calling thread.
  ///
  /// - Returns: Nothing where the system grants it, else the errno: `EPERM` where the user's limit of real-time priority
  ///   is too low.
  static func take() -> Int32? {
    var parameters = sched_param()
    parameters.sched_priority = priority
    let errno = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    return errno == 0 ? nil : errno
  }

  /// Loads the program's code, so that the first events needn't wait until it is read from the disk.
  ///
  /// Does nothing if the kernel can't do that. Takes some milliseconds for the first process, and about one for others.
  static func loadCode() { _ = linux_load_code() }

  /// Makes the calling thread an ordinary one again.
  static func giveBack() {
    var parameters = sched_param()
    unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
  }
}
