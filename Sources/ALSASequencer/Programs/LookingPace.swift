internal import Glibc
internal import MIDICore

/// How often is looked at what nobody announces: a few times at once, because most programs answer at once, then ever more
/// seldom, so that the program has the processor.
struct LookingPace {
  private static let shortest = Nanoseconds.microseconds(50)
  private static let longest = Nanoseconds.milliseconds(1)
  private static let immediateCount = 3

  private var immediate = 0
  private var interval = Self.shortest

  /// How long to wait until the next look; at first not at all, but others get their turn on the processor.
  mutating func next() -> Nanoseconds {
    if immediate < Self.immediateCount {
      immediate += 1
      sched_yield()
      return .zero
    }
    defer { interval = min(Self.longest, interval + interval) }
    return interval
  }
}
