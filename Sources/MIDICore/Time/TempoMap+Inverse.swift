extension TempoMap {
  /// The first tick whose ``time(at:)`` is `time` or later: where a range that begins or ends at `time` is cut, so
  /// that every tick is on the side on which its time is.
  ///
  /// Exact, like ``time(at:)``; for a time before the start it is tick 0. Times after ``latestTime``, which no tick
  /// is given, are counted on. The largest tick stands for those that are never reached.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func ticks(at time: Nanoseconds) -> Ticks {
    guard time > .zero else { return .zero }
    // Times are rounded, so that a tick is at `time` from half a nanosecond before it.
    let reached = ((2 * UInt128(time.rawValue) - 1) * denominator + 1) / 2
    let segment = lastSegment { $0.startTime < reached }
    guard segment.lengthOfTick > 0 else { return Ticks(rawValue: .max) }
    let span = reached - segment.startTime
    return segment.tick((span + segment.lengthOfTick - 1) / segment.lengthOfTick)
  }

  /// The tick nearest to a time, of two that are equally near the later one; tick 0 for a time before the start.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func nearestTicks(to time: Nanoseconds) -> Ticks {
    guard time > .zero else { return .zero }
    let wanted = UInt128(time.rawValue) * denominator
    let segment = lastSegment { $0.startTime <= wanted }
    guard segment.lengthOfTick > 0 else { return segment.start }
    let span = wanted - segment.startTime
    return segment.tick((2 * span + segment.lengthOfTick) / (2 * segment.lengthOfTick))
  }
}

extension TempoMap.Segment {
  /// The tick so many ticks after the start, as far as ticks can be counted.
  fileprivate func tick(_ count: UInt128) -> Ticks {
    Ticks(rawValue: UInt64(clamping: UInt128(start.rawValue) + count))
  }
}
