internal import MIDICore
internal import Timelines

/// Where everything stands in the picture, in pixels. Long recordings go on in further systems below the first, as
/// music on paper does; very long ones are squeezed.
struct PictureLayout {
  static let margin = 20
  static let keyboardWidth = 54
  static let plotWidth = 1200
  static let plotLeft = margin + keyboardWidth
  static let pageWidth = plotLeft + plotWidth + margin
  static let axisHeight = 20
  static let laneGap = 8
  static let systemGap = 26
  /// In how many parts a pixel is divided where a time stands.
  static let tenths = 10

  /// More than this make a picture that nobody looks through.
  private static let maxSystemCount: Int64 = 12
  /// How wide most notes should be at least.
  private static let wantedNoteWidth: Int64 = 6
  private static let pixelsPerSecond: ClosedRange<Int64> = 20...150

  /// The notes that have a row, the lowest and the highest.
  let notes: ClosedRange<Int>
  let rowHeight: Int
  /// How much time a system shows.
  let systemSpan: Nanoseconds
  let systemCount: Int
  let axis: TimeAxis
  private let lanes: [Curve]

  init(_ roll: PianoRoll) {
    notes = Self.rows(for: roll.noteRange)
    lanes = roll.lanes
    let wantedCount = Self.wantedSystemCount(roll)
    if wantedCount == 1 {
      systemSpan = roll.span
      systemCount = 1
    } else {
      // Systems begin at times that people count in.
      let share = Nanoseconds(rawValue: (roll.span.rawValue - 1) / wantedCount + 1)
      let step = TimeAxis(span: share, maxCount: 8, end: roll.span).step.rawValue
      systemSpan = Nanoseconds(rawValue: (share.rawValue - 1) / step * step + step)
      systemCount = Int((roll.span.rawValue - 1) / systemSpan.rawValue + 1)
    }
    axis = TimeAxis(span: systemSpan, maxCount: 14, end: roll.span)
    rowHeight = min(max((systemCount == 1 ? 360 : 260) / notes.count, 4), 14)
  }

  /// At least an octave, with a row to spare above and below; two octaves around middle C where there are no notes.
  private static func rows(for range: ClosedRange<Int>?) -> ClosedRange<Int> {
    guard let range else { return 48...72 }
    var (lowest, highest) = (range.lowerBound - 1, range.upperBound + 1)
    let missing = max(0, 12 - (highest - lowest))
    lowest -= missing / 2
    highest += missing - missing / 2
    return max(0, lowest)...min(127, highest)
  }

  /// So many that three in four notes are as wide as they should be.
  private static func wantedSystemCount(_ roll: PianoRoll) -> Int64 {
    let lengths = roll.parts.lazy.flatMap(\.notes).compactMap(\.duration?.rawValue).sorted()
    let quartile = lengths.isEmpty ? Nanoseconds.seconds(1).rawValue : max(lengths[lengths.count / 4], 1)
    let wanted = Int128(wantedNoteWidth) * 1_000_000_000 / Int128(quartile)
    let rate = min(max(wanted, Int128(pixelsPerSecond.lowerBound)), Int128(pixelsPerSecond.upperBound))
    let width = Int128(roll.span.rawValue) * rate / 1_000_000_000
    return Int64(min(max((width + 1199) / 1200, 1), Int128(maxSystemCount)))
  }

  /// The times of a system, in tenths of a pixel.
  func scale(ofSystem index: Int) -> TimeScale {
    let start = Nanoseconds(rawValue: systemSpan.rawValue * Int64(index))
    // The last one may end after the latest time that there is.
    let (end, isTooLate) = start.rawValue.addingReportingOverflow(systemSpan.rawValue)
    return TimeScale(
      start: start, end: Nanoseconds(rawValue: isTooLate ? .max : end), width: Self.plotWidth * Self.tenths)
  }

  /// The systems in which something is seen that begins and ends at these times.
  func systems(from start: Nanoseconds, to end: Nanoseconds) -> ClosedRange<Int> {
    let first = min(Int(start.rawValue / systemSpan.rawValue), systemCount - 1)
    let last = min(Int((end.rawValue - 1) / systemSpan.rawValue), systemCount - 1)
    return first...max(first, last)
  }

  /// The upper edge of a note's row, from the upper edge of the roll.
  func top(ofNote number: Int) -> Int { (notes.upperBound - number) * rowHeight }

  var rollHeight: Int { notes.count * rowHeight }

  static func height(of lane: Curve) -> Int { lane == .sustain ? 28 : 48 }

  /// The upper edge of a lane, from the upper edge of the roll.
  func top(of lane: Curve) -> Int {
    lanes.prefix { $0 != lane }.reduce(rollHeight + Self.laneGap) {
      $0 + Self.height(of: $1) + Self.laneGap
    }
  }

  /// From the upper edge of the roll to the lower edge of the last lane.
  var plotHeight: Int { lanes.last.map { top(of: $0) + Self.height(of: $0) } ?? rollHeight }

  /// From the upper edge of a system to that of the next.
  var systemHeight: Int { Self.axisHeight + plotHeight + Self.systemGap }
}
