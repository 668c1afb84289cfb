import Glibc
import SystemPackage

/// The monotonic clock in nanoseconds, and the thread's timing.
enum Clock {
  /// The current time.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until a time.
  ///
  /// If the time has passed, it makes no system call: under emulation, one takes 0.2 ms, which other threads can use.
  static func sleep(until deadline: Int64) {
    guard now < deadline else { return }
    var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  /// Raises this thread's priority above all ordinary programs and above midirec's, which requests 40.
  static func takeRealTimePriority() {
    var parameters = sched_param()
    parameters.sched_priority = 45
    if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) != 0 {
      let text = "SequencerBench: no real-time priority; times are worse than they could be\n"
      _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    }
    mlockall(MCL_CURRENT | MCL_FUTURE)
  }
}
