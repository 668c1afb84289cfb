internal import MIDICore

/// Where times stand on a line of a whole number of units (tenths of a pixel, columns).
struct TimeScale {
  let start: Nanoseconds
  /// Later than `start`.
  let end: Nanoseconds
  /// How many units there are from `start` to `end`.
  let width: Int

  /// How many units a time is from the start: rounded down, and within 0 through `width`.
  func position(of time: Nanoseconds) -> Int {
    let time = min(max(time, start), end)
    return Int(Int128((time - start).rawValue) * Int128(width) / Int128((end - start).rawValue))
  }
}
