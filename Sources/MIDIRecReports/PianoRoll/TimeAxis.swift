internal import MIDICore

/// The marked times along a roll, and their labels.
struct TimeAxis {
  /// The distance of the marks: a round number from 10 ms to hours.
  let step: Nanoseconds
  /// Whether times are in minutes and seconds, or hours.
  private let isLong: Bool

  private static let steps: [Nanoseconds] = {
    let short = [10, 20, 50, 100, 200, 500].map(Nanoseconds.milliseconds)
    let seconds = [1, 2, 5, 10, 15, 30].map(Nanoseconds.seconds)
    let minutes = [1, 2, 5, 10, 15, 30].map { Nanoseconds.seconds($0 * 60) }
    // A recording can last 292 years.
    let powers: [Int64] = [1, 10, 100, 1000, 10_000, 100_000]
    let hours = powers.flatMap { power in [1, 2, 5].map { Nanoseconds.seconds($0 * power * 3600) } }
    return short + seconds + minutes + hours
  }()

  /// Chooses the smallest step that divides a duration into at most `maxCount` steps (at least 1).
  ///
  /// - Parameter end: The latest labeled time. From one minute, all labels are in minutes and seconds.
  init(span: Nanoseconds, maxCount: Int, end: Nanoseconds) {
    let fits = { (step: Nanoseconds) in
      Int128(step.rawValue) * Int128(max(1, maxCount)) >= Int128(span.rawValue)
    }
    step = Self.steps.first(where: fits) ?? Self.steps[Self.steps.count - 1]
    isLong = end >= .seconds(60)
  }

  /// Returns the marks in a time range.
  func times(from start: Nanoseconds, to end: Nanoseconds) -> [Nanoseconds] {
    let first = (start.rawValue / step.rawValue + (start.rawValue % step.rawValue == 0 ? 0 : 1))
    let last = end.rawValue / step.rawValue
    return first <= last ? (first...last).map { Nanoseconds(rawValue: $0 * step.rawValue) } : []
  }

  /// Returns a mark's label: `1.5 s`, or `2:05` and `1:02:05` in long recordings. It has the decimals of the step, so
  /// it isn't rounded.
  func text(_ time: Nanoseconds) -> String {
    let decimals = step < .milliseconds(100) ? 2 : step < .seconds(1) ? 1 : 0
    let hundredths = Self.twoDigits(time.rawValue / 10_000_000 % 100)
    let fraction = decimals == 0 ? "" : ".\(hundredths.prefix(decimals))"
    let seconds = time.rawValue / 1_000_000_000
    guard isLong else { return "\(seconds)\(fraction) s" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let minutesText = hours > 0 ? "\(hours):\(Self.twoDigits(minutes))" : "\(minutes)"
    return "\(minutesText):\(Self.twoDigits(seconds % 60))\(fraction)"
  }

  private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// The positions of times on a line of a whole number of units (tenths of a pixel, or columns).
struct TimeScale {
  let start: Nanoseconds
  /// The end, which is later than `start`.
  let end: Nanoseconds
  /// The number of units from `start` to `end`.
  let width: Int

  /// Returns the position of a time in units, rounded down and clamped to 0 through `width`.
  func position(of time: Nanoseconds) -> Int {
    let time = min(max(time, start), end)
    return Int(Int128((time - start).rawValue) * Int128(width) / Int128((end - start).rawValue))
  }
}
