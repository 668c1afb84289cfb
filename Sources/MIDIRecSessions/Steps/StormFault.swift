/// A kind of fault that storms can have: one or two ``SessionStep``s.
package enum StormFault: String, CaseIterable, Codable, Hashable, Sendable {
  /// The instrument is unplugged and plugged in again.
  case unplug
  /// The instrument is plugged in only later.
  case late
  /// The program doesn't run for a time.
  case pause
  /// The program's input pool is full, or the pool that receives its messages.
  case fill
  /// Messages or bytes don't arrive.
  case lose
  /// A second client plays the same at the same port.
  case join
  /// The program is killed and starts again.
  case restart
}
