internal import MIDICore

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
    let drift = (Int128(delay.time.rawValue) * Int128(stretch)).dividedRounding(Self.billion)
    return Int128(delay.delay.rawValue) - Int128(shift.rawValue) - drift
  }

  /// How much may be left: a nanosecond less than the tolerance, because times are rounded, and on the actual axis.
  private func room(_ delay: Delay) -> UInt128 {
    let tolerance = Int128(delay.tolerance.rawValue) * (Self.billion + Int128(stretch)) / Self.billion
    return UInt128(max(tolerance - 1, 0))
  }

  /// A line under which all delays are within their tolerances, if there is one.
  private func line(within delays: [Delay]) -> TakeAlignment? {
    guard let first = delays.map(\.time).min(), let last = delays.map(\.time).max(), first < last,
      let widest = delays.map(\.tolerance.rawValue).max()
    else { return nil }
    // In billionths of nanoseconds, so that nothing is rounded.
    func shifts(_ stretch: Int128) -> (least: Int128, most: Int128) {
      var (least, most) = (Int128.min, Int128.max)
      for delay in delays {
        let shift = Int128(delay.delay.rawValue) * Self.billion - Int128(delay.time.rawValue) * stretch
        let room = Int128(room(delay)) * Self.billion
        least = max(least, shift - room)
        most = min(most, shift + room)
      }
      return (least, most)
    }
    func length(_ stretch: Int128) -> Int128 {
      let (least, most) = shifts(stretch)
      return most - least
    }
    let reach = 8 * Int128(widest) * Self.billion / (Int128(last.rawValue) - Int128(first.rawValue)) + 1
    var (low, high) = (Int128(stretch) - reach, Int128(stretch) + reach)
    guard high - low <= Self.billion else { return nil }
    while low < high {
      let middle = low + (high - low) / 2
      if length(middle) < length(middle + 1) { low = middle + 1 } else { high = middle }
    }
    let (least, most) = shifts(low)
    guard least <= most, let stretch = Int64(exactly: low) else { return nil }
    let shift = (least / 2 + most / 2).dividedRounding(Self.billion)
    return TakeAlignment(
      shift: Nanoseconds(rawValue: max(-.max, Int64(clamping: shift))), stretch: stretch,
      velocityScale: velocityScale)
  }
}
