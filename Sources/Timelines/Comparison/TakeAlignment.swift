public import MIDICore

/// How the actual take as a whole lies beside the expected one: what is later as a whole, what takes longer, and how
/// much harder it was played.
public struct TakeAlignment: Hashable, Sendable {
  /// By how much the actual take is later, where the expected one is at 0.
  public var shift: Nanoseconds
  /// By how many billionths the actual take takes longer; 0 where no drift can be told from the tolerance.
  public var tempoDrift: Int64
  /// By how many thousandths the actual velocities are as high; 1,000 where no factor can be told.
  public var velocityScale: Int

  /// Makes an alignment of its parts; by default, both lie as they are.
  public init(shift: Nanoseconds = .zero, tempoDrift: Int64 = 0, velocityScale: Int = 1000) {
    self.shift = shift
    self.tempoDrift = tempoDrift
    self.velocityScale = velocityScale
  }

  /// Where an actual time lies on the expectation's axis, rounded to the nearest nanosecond. What is beyond 292 years
  /// counts as 292 years.
  public func expectedTime(of actual: Nanoseconds) -> Nanoseconds {
    guard tempoDrift != 0 else { return shift == .zero ? actual : actual.subtracting(shift) }
    let sinceStart = Int128(actual.rawValue) - Int128(shift.rawValue)
    let billion: Int128 = 1_000_000_000
    // Nothing can be so short that it takes no time at all.
    let divisor = max(billion + Int128(tempoDrift), 1)
    let time = (sinceStart * billion).dividedRounding(divisor)
    return Nanoseconds(rawValue: max(-.max, Int64(clamping: time)))
  }
}

extension TakeAlignment {
  /// Turns the line of a drift as little as is needed, so that nothing that is within the tolerance under some line is
  /// reported because another one was taken.
  ///
  /// Which delays one line can have within their tolerances is tried: those that the line has nearly, then fewer. For a
  /// given stretch, the shifts that do are an interval, and its length is a concave function of the stretch.
  ///
  /// - Parameter delays: Of all that belongs together.
  /// - Complexity: O(*n*)
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

  /// By how much something is later than this line has it.
  private func residual(_ delay: Delay) -> Int128 {
    let drift = (Int128(delay.time.rawValue) * Int128(tempoDrift)).dividedRounding(Self.billion)
    return Int128(delay.delay.rawValue) - Int128(shift.rawValue) - drift
  }

  /// How much may be left: a nanosecond less than the tolerance, because times are rounded, and on the actual axis.
  private func room(_ delay: Delay) -> UInt128 {
    let tolerance = Int128(delay.tolerance.rawValue) * (Self.billion + Int128(tempoDrift)) / Self.billion
    return UInt128(max(tolerance - 1, 0))
  }

  /// A line under which all delays are within their tolerances, if there is one.
  private func line(within delays: [Delay]) -> TakeAlignment? {
    guard let first = delays.map(\.time).min(), let last = delays.map(\.time).max(), first < last,
      let widest = delays.map(\.tolerance.rawValue).max()
    else { return nil }
    // In billionths of nanoseconds, so that nothing is rounded.
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
      velocityScale: velocityScale)
  }
}
