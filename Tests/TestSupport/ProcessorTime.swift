import Foundation

/// What work costs the thread that does it: unlike a wall clock, it doesn't count what else the machine does.
package enum ProcessorTime {
  /// The processor time of a piece of work that doesn't wait for anything.
  package static func measure(_ work: () -> Void) -> Duration {
    let begin = now
    work()
    return now - begin
  }

  private static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
