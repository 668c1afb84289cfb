internal import MIDICore
internal import Timelines

/// The layout of the image in pixels. A long recording continues in further systems, like sheet music. A very long one
/// is compressed.
struct PictureLayout {
  static let margin = 20
  static let keyboardWidth = 54
  static let plotWidth = 1200
  static let plotLeft = margin + keyboardWidth
  static let pageWidth = plotLeft + plotWidth + margin
  static let axisHeight = 20
  static let laneGap = 8
  static let systemGap = 26
  /// The number of horizontal positions per pixel.
  static let tenths = 10

  /// The maximum number of systems; larger images aren't useful.
  private static let maxSystemCount: Int64 = 12
  /// The minimum width of most notes.
  private static let wantedNoteWidth: Int64 = 6
  private static let pixelsPerSecond: ClosedRange<Int64> = 20...150

  /// The lowest and the highest note with a row.
  let notes: ClosedRange<Int>
  let rowHeight: Int
  /// The time of a system.
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
      // Systems start at round times.
      let share = Nanoseconds(rawValue: (roll.span.rawValue - 1) / wantedCount + 1)
      let step = TimeAxis(span: share, maxCount: 8, end: roll.span).step.rawValue
      systemSpan = Nanoseconds(rawValue: (share.rawValue - 1) / step * step + step)
      systemCount = Int((roll.span.rawValue - 1) / systemSpan.rawValue + 1)
    }
    axis = TimeAxis(span: systemSpan, maxCount: 14, end: roll.span)
    rowHeight = min(max((systemCount == 1 ? 360 : 260) / notes.count, 4), 14)
  }

  /// Returns the rows: at least an octave with a free row above and below, or two octaves around middle C without
  /// notes.
  private static func rows(for range: ClosedRange<Int>?) -> ClosedRange<Int> {
    guard let range else { return 48...72 }
    var (lowest, highest) = (range.lowerBound - 1, range.upperBound + 1)
    let missing = max(0, 12 - (highest - lowest))
    lowest -= missing / 2
    highest += missing - missing / 2
    return max(0, lowest)...min(127, highest)
  }

  /// Returns the number of systems in which three of four notes have the minimum width.
  private static func wantedSystemCount(_ roll: PianoRoll) -> Int64 {
    let lengths = roll.parts.lazy.flatMap(\.notes).compactMap(\.duration?.rawValue).sorted()
    let quartile = lengths.isEmpty ? Nanoseconds.seconds(1).rawValue : max(lengths[lengths.count / 4], 1)
    let wanted = Int128(wantedNoteWidth) * 1_000_000_000 / Int128(quartile)
    let rate = min(max(wanted, Int128(pixelsPerSecond.lowerBound)), Int128(pixelsPerSecond.upperBound))
    let width = Int128(roll.span.rawValue) * rate / 1_000_000_000
    return Int64(min(max((width + 1199) / 1200, 1), Int128(maxSystemCount)))
  }

  /// Returns the times of a system, in tenths of a pixel.
  func scale(ofSystem index: Int) -> TimeScale {
    let start = Nanoseconds(rawValue: systemSpan.rawValue * Int64(index))
    // The last system may end after the largest representable time.
    return TimeScale(start: start, end: start.adding(systemSpan), width: Self.plotWidth * Self.tenths)
  }

  /// Returns the systems that show a time range.
  func systems(from start: Nanoseconds, to end: Nanoseconds) -> ClosedRange<Int> {
    let first = min(Int(start.rawValue / systemSpan.rawValue), systemCount - 1)
    let last = min(Int((end.rawValue - 1) / systemSpan.rawValue), systemCount - 1)
    return first...max(first, last)
  }

  /// Returns the top of a note's row, relative to the roll.
  func top(ofNote number: Int) -> Int { (notes.upperBound - number) * rowHeight }

  var rollHeight: Int { notes.count * rowHeight }

  static func height(of lane: Curve) -> Int { lane == .sustain ? 28 : 48 }

  /// Returns the top of a lane, relative to the roll.
  func top(of lane: Curve) -> Int {
    lanes.prefix { $0 != lane }.reduce(rollHeight + Self.laneGap) {
      $0 + Self.height(of: $1) + Self.laneGap
    }
  }

  /// The height from the top of the roll to the bottom of the last lane.
  var plotHeight: Int { lanes.last.map { top(of: $0) + Self.height(of: $0) } ?? rollHeight }

  /// The distance of two systems.
  var systemHeight: Int { Self.axisHeight + plotHeight + Self.systemGap }
}
