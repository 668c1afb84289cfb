public import MIDICore

/// The alignment of an actual take as a whole: its start, its speed, and the level of its velocities.
public struct TakeAlignment: Hashable, Sendable {
  /// The delay of the actual take at the expected time 0.
  public var shift: Nanoseconds
  /// The extra length of the actual take in billionths, or 0 if no drift exceeds the tolerance.
  public var tempoDrift: Int64
  /// The factor of the actual velocities in thousandths, or 1,000 if no factor fits.
  public var velocityScale: Int
  /// The number by which all actual velocities are higher, or 0 if no such number fits better than a factor.
  public var velocityOffset: Int

  /// Creates an alignment. By default, the takes are aligned.
  public init(
    shift: Nanoseconds = .zero, tempoDrift: Int64 = 0, velocityScale: Int = 1000, velocityOffset: Int = 0
  ) {
    self.shift = shift
    self.tempoDrift = tempoDrift
    self.velocityScale = velocityScale
    self.velocityOffset = velocityOffset
  }

  /// Returns the position of an actual time on the expectation's time axis, rounded to the nearest nanosecond.
  ///
  /// Times beyond 292 years count as 292 years.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds {
    guard tempoDrift != 0 else { return shift == .zero ? actual : actual.subtracting(shift) }
    let sinceStart = Int128(actual.rawValue) - Int128(shift.rawValue)
    let billion: Int128 = 1_000_000_000
    // The divisor is at least one.
    let divisor = max(billion + Int128(tempoDrift), 1)
    let time = (sinceStart * billion).dividedRounding(divisor)
    return Nanoseconds(rawValue: max(-.max, Int64(clamping: time)))
  }
}

extension TakeAlignment {
  /// Turns the line of a drift as little as necessary, so that no difference is reported that a different line would
  /// keep within the tolerance.
  ///
  /// The method tries to find a line with all delays within their tolerances: first for the delays that the line nearly
  /// has, then for fewer. For a given drift, the possible shifts are an interval, whose length is a concave function of
  /// the drift.
  ///
  /// - Parameter delays: The delays of all pairs.
  /// - Complexity: O(*n*), where *n* is the number of delays.
  mutating func refine(by delays: [Delay]) {
    // Up to the tolerance beyond it, then a quarter and a sixteenth of that.
    for part in [1, 4, 16] as [Int64] {
      let near = delays.filter {
        residual($0).magnitude <= room($0) + UInt128(max($0.tolerance.rawValue, 0) / part)
      }
      if near.allSatisfy({ residual($0).magnitude <= room($0) }) { return }
      if let line = line(within: near) { return self = line }
    }
  }

  private static let billion: Int128 = 1_000_000_000

  /// Returns how much later than this line a pair is.
  private func residual(_ delay: Delay) -> Int128 {
    let drift = (Int128(delay.time.rawValue) * Int128(tempoDrift)).dividedRounding(Self.billion)
    return Int128(delay.delay.rawValue) - Int128(shift.rawValue) - drift
  }

  /// Returns the accepted residual on the actual axis: a nanosecond less than the tolerance, because times are rounded.
  private func room(_ delay: Delay) -> UInt128 {
    let tolerance = Int128(delay.tolerance.rawValue) * (Self.billion + Int128(tempoDrift)) / Self.billion
    return UInt128(max(tolerance - 1, 0))
  }

  /// Returns a line with all delays within their tolerances, or `nil` if none exists.
  private func line(within delays: [Delay]) -> TakeAlignment? {
    guard let first = delays.map(\.time).min(), let last = delays.map(\.time).max(), first < last,
      let widest = delays.map(\.tolerance.rawValue).max()
    else { return nil }
    // In billionths of nanoseconds, so that no rounding occurs.
    func shifts(_ tempoDrift: Int128) -> (least: Int128, most: Int128) {
      var (least, most) = (Int128.min, Int128.max)
      for delay in delays {
        let shift = Int128(delay.delay.rawValue) * Self.billion - Int128(delay.time.rawValue) * tempoDrift
        let room = Int128(room(delay)) * Self.billion
        least = max(least, shift - room)
        most = min(most, shift + room)
      }
      return (least, most)
    }
    func length(_ tempoDrift: Int128) -> Int128 {
      let (least, most) = shifts(tempoDrift)
      return most - least
    }
    let reach = 8 * Int128(widest) * Self.billion / (Int128(last.rawValue) - Int128(first.rawValue)) + 1
    var (low, high) = (Int128(tempoDrift) - reach, Int128(tempoDrift) + reach)
    guard high - low <= Self.billion else { return nil }
    while low < high {
      let middle = low + (high - low) / 2
      if length(middle) < length(middle + 1) { low = middle + 1 } else { high = middle }
    }
    let (least, most) = shifts(low)
    guard least <= most, let tempoDrift = Int64(exactly: low) else { return nil }
    let shift = (least / 2 + most / 2).dividedRounding(Self.billion)
    return TakeAlignment(
      shift: Nanoseconds(rawValue: max(-.max, Int64(clamping: shift))), tempoDrift: tempoDrift,
      velocityScale: velocityScale, velocityOffset: velocityOffset)
  }
}
