internal import CLinux
internal import Glibc

/// The real-time priority of a thread, which then runs as soon as it is due.
package struct RealTimePriority {
  /// Between the kernel's interrupt threads (50 and higher) and ordinary programs, like other audio programs.
  private static let priority: Int32 = 40

  /// The error number of the system's refusal: `EPERM` if the user's limit is too low, or `nil` if the thread has it.
  let refusal: Int32?
  /// The policy and the parameters that the thread had before.
  private var policy: Int32 = SCHED_OTHER
  private var parameters = sched_param()

  /// Requests real-time priority (`SCHED_FIFO`) for the calling thread, unless it has a higher one.
  package static func acquire() -> RealTimePriority { RealTimePriority() }

  private init() {
    unsafe pthread_getschedparam(pthread_self(), &policy, &parameters)
    guard ![SCHED_FIFO, SCHED_RR].contains(policy) || parameters.sched_priority < Self.priority else {
      refusal = nil
      return
    }
    var wanted = sched_param()
    wanted.sched_priority = Self.priority
    let errno = unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted)
    refusal = errno == 0 ? nil : errno
  }

  /// Loads the program's code into memory, so that the first events don't wait for the disk.
  ///
  /// It has no effect if the kernel doesn't support it. It needs some milliseconds for the first process, and about one
  /// for others.
  static func loadCode() { _ = linux_load_code() }

  /// Restores the priority that the calling thread had before.
  package func release() {
    var parameters = parameters
    unsafe pthread_setschedparam(pthread_self(), policy, &parameters)
  }
}
