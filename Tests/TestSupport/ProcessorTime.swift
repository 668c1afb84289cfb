import Foundation

/// The processor time of a thread, which doesn't depend on the load of the machine.
package enum ProcessorTime {
  /// Returns the processor time of work that doesn't wait.
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
