public import MIDICore
public import Timelines

/// The quality of a transcription: precision, recall, F-measure, and average overlap ratio.
///
/// The definitions come from mir_eval.transcription 0.8.2 with its defaults. Two notes can be paired if their onsets
/// are within 50 ms and their pitches within 50 cents. With offsets, these must also be within 20% of the expected
/// note's duration or 50 ms, whichever is more. The number of pairs is the maximum. Distances are rounded to 0.1 ms,
/// and the limits are inclusive.
public struct TranscriptionMetrics: Hashable, Sendable {
  /// The pairs of one kind. All values are 0 if either list is empty.
  public struct Score: Hashable, Sendable {
    /// The number of pairs.
    public let pairs: Int
    /// The share of actual notes that have a partner, from 0 to 1.
    public let precision: Double
    /// The share of expected notes that have a partner, from 0 to 1.
    public let recall: Double

    /// The harmonic mean of precision and recall, from 0 to 1.
    public var fMeasure: Double {
      pairs == 0 ? 0 : 2 * precision * recall / (precision + recall)
    }

    init(pairs: Int, expected: Int, actual: Int) {
      self.pairs = pairs
      precision = actual == 0 ? 0 : Double(pairs) / Double(actual)
      recall = expected == 0 ? 0 : Double(pairs) / Double(expected)
    }
  }

  /// The score by onset, pitch, and offset.
  public let notes: Score
  /// The mean overlap of these pairs, or 0 if there are no pairs.
  ///
  /// The overlap is the time of both notes divided by the time of either. The mean depends on the choice among maximum
  /// pairings, which is that of mir_eval.
  public let averageOverlap: Double
  /// The score by onset and pitch.
  public let notesWithoutOffset: Score
  /// The mean overlap of the pairs by onset and pitch. Notes that don't overlap count negatively, down to -1.
  public let averageOverlapWithoutOffset: Double
  /// The score by onset.
  public let onsets: Score
  /// The score by offset.
  public let offsets: Score

  /// Evaluates a transcription.
  ///
  /// Unlike mir_eval, it accepts negative times and notes without duration.
  ///
  /// - Complexity: O(*n* log *n* + *e* √*w*), where *n* is the number of notes, *e* the number of possible pairs by
  ///   onset and pitch, and *w* the number of notes in the largest connected group. Memory is O(*n* + *e*).
  public init(expected: [TranscriptionNote], actual: [TranscriptionNote]) {
    func score(_ pairs: Int) -> Score { Score(pairs: pairs, expected: expected.count, actual: actual.count) }
    let possible = BipartiteGraph.possiblePairs(expected: expected, actual: actual)
    let withOffset = Self.paired(
      possible.filter {
        Self.areOffsetsAlike(expected[Int($0.expected)], actual[Int($0.actual)])
      }, expected, actual)
    let withoutOffset = Self.paired(possible, expected, actual)
    (notes, averageOverlap) = (score(withOffset.count), withOffset.averageOverlap)
    (notesWithoutOffset, averageOverlapWithoutOffset) = (
      score(withoutOffset.count), withoutOffset.averageOverlap
    )
    onsets = score(
      pairCount(
        of: expected.lazy.map { ($0.onset, Self.onsetTolerance) },
        with: actual.map(\.onset)))
    offsets = score(
      pairCount(
        of: expected.lazy.map { ($0.offset, Self.offsetTolerance(of: $0)) },
        with: actual.map(\.offset)))
  }

  /// Returns the number of pairs that mir_eval finds, and their mean overlap.
  private static func paired(
    _ pairs: [BipartiteGraph.Pair], _ expected: [TranscriptionNote], _ actual: [TranscriptionNote]
  ) -> (count: Int, averageOverlap: Double) {
    let graph = BipartiteGraph(pairs, expectedCount: expected.count, actualCount: actual.count)
    var (count, sum) = (0, 0.0)
    for (index, partner) in MaximumMatching.partners(in: graph).enumerated() where partner >= 0 {
      count += 1
      sum += expected[index].overlap(with: actual[Int(partner)])
    }
    return (count, count > 0 ? sum / Double(count) : 0)
  }
}

extension Comparison {
  /// The quality of the actual take as a transcription of the expected one.
  ///
  /// Both takes are as given: neither the alignment nor a change of the whole take affects the metrics.
  ///
  /// - Complexity: That of ``TranscriptionMetrics/init(expected:actual:)``.
  public var metrics: TranscriptionMetrics {
    TranscriptionMetrics(expected: given.transcription, actual: actual.transcription)
  }
}

/// A note of a transcription: its time and its pitch.
///
/// Unlike events, it uses floating-point numbers, as mir_eval does.
public struct TranscriptionNote: Hashable, Sendable {
  /// The onset in seconds.
  public var onset: Double
  /// The offset in seconds.
  public var offset: Double
  /// The pitch in octaves: the base-2 logarithm of the frequency in Hz.
  public var pitch: Double

  /// Creates a note with the given values.
  public init(onset: Double, offset: Double, pitch: Double) {
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }

  /// Creates a transcription note from a played note, in equal temperament at A4 = 440 Hz.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - end: The offset of a hanging note.
  public init(_ note: Note, end: Nanoseconds) {
    self.init(
      onset: Self.seconds(note.onset), offset: Self.seconds(note.offset ?? end),
      pitch: Self.pitchOfA4 + (Double(note.number.rawValue) - 69) / 12)
  }

  /// Returns the time of both notes divided by the time of either.
  fileprivate func overlap(with other: TranscriptionNote) -> Double {
    let either = max(offset, other.offset) - min(onset, other.onset)
    let both = min(offset, other.offset) - max(onset, other.onset)
    // Two notes without duration at one time are equal.
    return either > 0 ? both / either : 1
  }

  /// 440 Hz.
  private static let pitchOfA4 = 8.78135971352466

  private static func seconds(_ time: Nanoseconds) -> Double { Double(time.rawValue) / 1e9 }
}

extension Performance {
  /// The notes for an evaluation, in order of their onsets. Hanging notes last until the end.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  public var transcription: [TranscriptionNote] { notes.map { TranscriptionNote($0, end: end) } }
}

/// The criteria for pairs of notes: the defaults of mir_eval.transcription.
///
/// They come from the MIREX task "Multiple fundamental frequency estimation and tracking", part 2, of 2015.
extension TranscriptionMetrics {
  /// The maximum distance of onsets, in seconds.
  static let onsetTolerance = 0.05
  /// The maximum distance of pitches, in cents.
  static let pitchTolerance = 50.0
  /// The minimum tolerance of offsets, in seconds.
  private static let offsetMinimum = 0.05
  /// The tolerance of offsets relative to the duration of the expected note.
  private static let offsetRatio = 0.2
  /// The precision of time distances, in parts per second, because 50 ms in floating point may be slightly more.
  private static let parts = 10_000.0

  /// Returns the accepted distance from the offset of an expected note, in seconds.
  static func offsetTolerance(of expected: TranscriptionNote) -> Double {
    max(offsetRatio * abs(expected.offset - expected.onset), offsetMinimum)
  }

  /// Returns the distance of two times in seconds, rounded like numpy: half to even.
  private static func distance(_ left: Double, _ right: Double) -> Double {
    (abs(left - right) * parts).rounded(.toNearestOrEven) / parts
  }

  /// Returns whether a number is within the tolerance of another, or greater than it. Rounding keeps the order of
  /// distances, so this is also true for all greater numbers.
  static func isReached(_ number: Double, from other: Double, _ tolerance: Double) -> Bool {
    number >= other || distance(other, number) <= tolerance
  }

  /// Returns whether a number is greater than another beyond the tolerance.
  static func isPassed(_ number: Double, from other: Double, _ tolerance: Double) -> Bool {
    number > other && distance(other, number) > tolerance
  }

  /// Returns whether the offsets of an expected and an actual note are within the tolerance.
  static func areOffsetsAlike(_ expected: TranscriptionNote, _ actual: TranscriptionNote) -> Bool {
    distance(expected.offset, actual.offset) <= offsetTolerance(of: expected)
  }

  /// Returns whether two pitches in octaves are within the tolerance.
  static func isAlike(_ left: Double, _ right: Double) -> Bool {
    abs(1200 * (left - right)) <= pitchTolerance
  }
}

/// Returns the maximum number of numbers that can be paired with a point within their tolerances.
///
/// In order of the ends of their intervals, each number is paired with its first free point. A number that comes later
/// could exchange its point for any later point that an earlier number left.
///
/// - Parameters:
///   - numbers: The numbers, each with its tolerance. A search is fast if neighbors in the list are near.
///   - points: The points, in any order.
/// - Complexity: O(*n* log *n*), where *n* is the number of numbers and points.
private func pairCount(
  of numbers: some Sequence<(value: Double, tolerance: Double)>, with points: [Double]
) -> Int {
  let points = points.sorted()
  // Each interval is a range of points. Intervals are listed by their ends.
  var intervals: [(start: Int32, next: Int32)] = []
  var firstAtEnd = [Int32](repeating: -1, count: points.count + 1)
  var (start, end) = (0, 0)
  for number in numbers {
    start = points.firstIndex(near: start) {
      TranscriptionMetrics.isReached($0, from: number.value, number.tolerance)
    }
    end = points.firstIndex(near: end) {
      TranscriptionMetrics.isPassed($0, from: number.value, number.tolerance)
    }
    guard start < end else { continue }
    intervals.append((Int32(start), firstAtEnd[end]))
    firstAtEnd[end] = Int32(intervals.count - 1)
  }
  // The root of a point is the first free point from there.
  var free = DisjointSets(count: points.count + 1)
  var count = 0
  for end in firstAtEnd.indices {
    var next = firstAtEnd[end]
    while next >= 0 {
      let point = free.root(Int(intervals[Int(next)].start))
      next = intervals[Int(next)].next
      guard point < end else { continue }
      free.attach(point, to: point + 1)
      count += 1
    }
  }
  return count
}
