package import MIDICore

/// A watchdog for machines whose time stands still because a program computes endlessly.
package struct StandstillWatchdog {
  /// The real time for which simulated time may stand still.
  private let limit: Duration
  private var time: Int64?
  private var since = ContinuousClock.now

  /// Creates a watchdog for a machine that was just started.
  package init(limit: Nanoseconds) { self.limit = .nanoseconds(limit.rawValue) }

  /// Returns the programs that compute once a machine's time has stood still for too long, or `nil`.
  ///
  /// The list is empty if the machine doesn't report them. A check doesn't disturb the machine unless it returns a list.
  package mutating func check(_ machine: Machine) -> [String]? {
    let now = ContinuousClock.now
    if let time = machine.simulatedTime, time != self.time {
      self.time = time
      since = now
    }
    guard now - since >= limit else { return nil }
    since = now
    return machine.runningPrograms()
  }
}
