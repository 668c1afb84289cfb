extension Division {
  /// Reads ticks a quarter note, `480`, or time code as frames a second and ticks a frame, `25:40`. The frame rates
  /// are 24, 25, 29 (which stands for 30000/1001) and 30.
  ///
  /// - Returns: Nothing when `text` is no such division, or one that a header can't say.
  public init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    // `UInt16("+1")` is a number in Swift, and none here.
    guard parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
      return nil
    }
    switch parts.count {
    case 1:
      guard let ticks = UInt16(parts[0]), 1...0x7FFF ~= ticks else { return nil }
      self = .ticksPerQuarter(ticks)
    case 2:
      guard let rate = UInt8(parts[0]).flatMap(FrameRate.init), let ticks = UInt8(parts[1]), ticks > 0 else {
        return nil
      }
      self = .timeCode(rate, ticksPerFrame: ticks)
    default:
      return nil
    }
  }
}
