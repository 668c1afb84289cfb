public import MIDICore

/// How the actual take as a whole lies beside the expected one: what is later as a whole, what takes longer, and how
/// much harder it was played.
public struct TakeAlignment: Hashable, Sendable {
  /// By how much the actual take is later, where the expected one is at 0.
  public var shift: Nanoseconds
  /// By how many billionths the actual take takes longer; 0 where no drift can be told from the tolerance.
  public var stretch: Int64
  /// By how many thousandths the actual velocities are as high; 1,000 where no factor can be told.
  public var velocityScale: Int

  /// Makes an alignment of its parts; by default, both lie as they are.
  public init(shift: Nanoseconds = .zero, stretch: Int64 = 0, velocityScale: Int = 1000) {
    self.shift = shift
    self.stretch = stretch
    self.velocityScale = velocityScale
  }

  /// Where an actual time lies on the expectation's axis, rounded to the nearest nanosecond. What is beyond 292 years
  /// counts as 292 years.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds {
    guard stretch != 0 else { return shift == .zero ? actual : actual.subtracting(shift) }
    let sinceStart = Int128(actual.rawValue) - Int128(shift.rawValue)
    let billion: Int128 = 1_000_000_000
    // Nothing can be so short that it takes no time at all.
    let divisor = max(billion + Int128(stretch), 1)
    let time = (sinceStart * billion).dividedRounding(divisor)
    return Nanoseconds(rawValue: max(-.max, Int64(clamping: time)))
  }
}
