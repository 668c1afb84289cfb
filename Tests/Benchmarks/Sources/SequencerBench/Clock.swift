import Glibc
import SystemPackage

/// The monotonic clock, in nanoseconds, and the thread that obeys it.
enum Clock {
  /// What it says.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until a time has come.
  ///
  /// Where it has passed, not even the kernel is asked: under emulation that takes 0.2 ms, in which others could be
  /// served.
  static func sleep(until deadline: Int64) {
    guard now < deadline else { return }
    var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  /// Puts this thread before all ordinary programs and before midirec's, which asks for 40.
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
