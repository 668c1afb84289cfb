internal import MIDICore
internal import MIDIFiles
internal import Timelines

/// The tempo, the spread of chords, and the velocities of an aligned performance.
struct PlayingSummary {
  /// The tempo of a bar, or of two seconds if there are no bars.
  struct Tempo {
    /// The start in the expected take.
    var expectedTime: Nanoseconds
    /// The start in the actual take.
    var actualTime: Nanoseconds
    /// The end in the expected take.
    var expectedEnd: Nanoseconds
    /// The end in the actual take.
    var actualEnd: Nanoseconds
    /// The beats per minute, or the speed relative to the expected take.
    var value: Double
  }

  /// The mean and the range of a quantity.
  struct Range {
    var mean: Double
    var least: Int
    var greatest: Int
  }

  /// The length of a part if there are no bars.
  private static let span = Nanoseconds.seconds(2)
  private static let maxCount = 20_000

  /// Whether the tempo is in beats per minute.
  let isInBeats: Bool
  /// The tempos in order of the performance.
  private(set) var tempos: [Tempo] = []
  /// The mean tempo, weighted by time, or `nil` if nothing matches.
  private(set) var meanTempo: Double?
  /// The chords in order of the performance.
  let chords: [NoteAlignment.ChordSpread]
  /// The velocities of the matched notes, or `nil` if no note matches.
  let velocities: Range?
  /// The differences from the expected velocities, or `nil` if no note matches or all expected velocities are equal, as
  /// in a score without dynamics.
  let velocityDifferences: Range?

  /// Summarizes an alignment.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes and bars.
  init(_ alignment: NoteAlignment, meter: MeterMap?) {
    isInBeats = meter != nil
    chords = alignment.chordSpreads
    let pairs = alignment.passages.lazy.flatMap(\.matches).map {
      (
        expected: Int(alignment.expected.notes[$0.expected].velocity.rawValue),
        actual: Int(alignment.actual.notes[$0.actual].velocity.rawValue)
      )
    }
    velocities = Range(pairs.map(\.actual))
    let first = pairs.first?.expected
    velocityDifferences =
      pairs.allSatisfy { $0.expected == first } ? nil : Range(pairs.map { $0.actual - $0.expected })

    let starts =
      meter?.bars(through: alignment.expected.end, limit: Self.maxCount)
      ?? (0..<Self.maxCount).lazy.map { Self.span * $0 }.prefix { $0 <= alignment.expected.end }.map { $0 }
    var (sum, time) = (0.0, 0.0)
    for passage in alignment.passages {
      guard let first = passage.warp.points.first, let last = passage.warp.points.last, first != last else {
        continue
      }
      /// Returns the musical length of a part in beats, or in minutes.
      func length(_ start: Nanoseconds, _ end: Nanoseconds) -> Double {
        meter.map { $0.beats(at: end) - $0.beats(at: start) } ?? Self.minutes(start, end)
      }
      sum += length(first.expected, last.expected)
      time += Self.minutes(first.actual, last.actual)
      let bars = starts.filter { first.expected <= $0 && $0 <= last.expected }
      let ends = bars.count > 1 ? bars : [first.expected, last.expected]
      for (start, end) in zip(ends, ends.dropFirst()) {
        let (actualStart, actualEnd) = (passage.warp.actualTime(of: start), passage.warp.actualTime(of: end))
        tempos.append(
          Tempo(
            expectedTime: start, actualTime: actualStart, expectedEnd: end, actualEnd: actualEnd,
            value: length(start, end) / Self.minutes(actualStart, actualEnd)))
      }
    }
    meanTempo = time > 0 ? sum / time : nil
  }

  /// Returns the minutes between two times, at least a nanosecond.
  private static func minutes(_ start: Nanoseconds, _ end: Nanoseconds) -> Double {
    max(Double(end.rawValue) - Double(start.rawValue), 1) / 60e9
  }

  /// The mean spread of the chords, or `nil` if there are none.
  var meanSpread: Nanoseconds? {
    guard !chords.isEmpty else { return nil }
    let sum = chords.reduce(Int128(0)) { $0 + Int128($1.spread.rawValue) }
    return Nanoseconds(rawValue: Int64(clamping: sum / Int128(chords.count)))
  }
}

extension PlayingSummary.Range {
  /// Creates the range of some values, or returns `nil` if there are none.
  fileprivate init?(_ values: some Collection<Int>) {
    guard let least = values.min(), let greatest = values.max() else { return nil }
    self.least = least
    self.greatest = greatest
    mean = Double(values.reduce(0, +)) / Double(values.count)
  }
}
