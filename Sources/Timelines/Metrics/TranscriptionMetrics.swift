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
    let pairs = PossiblePair.all(expected: expected, actual: actual)
    let withOffset = NotePairs(
      pairs.filter {
        TranscriptionCriteria.areOffsetsAlike(expected[Int($0.expected)], actual[Int($0.actual)])
      },
      expected: expected, actual: actual)
    notes = Score(pairs: withOffset.count, expected: expected.count, actual: actual.count)
    averageOverlap = withOffset.averageOverlap
    let withoutOffset = NotePairs(pairs, expected: expected, actual: actual)
    notesWithoutOffset = Score(pairs: withoutOffset.count, expected: expected.count, actual: actual.count)
    averageOverlapWithoutOffset = withoutOffset.averageOverlap

    let onsetPairs = IntervalMatching.count(
      of: expected.lazy.map { ($0.onset, TranscriptionCriteria.onsetTolerance) }, with: actual.map(\.onset))
    onsets = Score(pairs: onsetPairs, expected: expected.count, actual: actual.count)
    let offsetPairs = IntervalMatching.count(
      of: expected.lazy.map { ($0.offset, TranscriptionCriteria.offsetTolerance(of: $0)) },
      with: actual.map(\.offset))
    offsets = Score(pairs: offsetPairs, expected: expected.count, actual: actual.count)
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

/// The pairs of notes that mir_eval finds.
private struct NotePairs {
  /// The number of pairs.
  var count = 0
  /// The mean overlap of the pairs, or 0 if there are no pairs.
  var averageOverlap = 0.0

  init(_ pairs: [PossiblePair], expected: [TranscriptionNote], actual: [TranscriptionNote]) {
    let graph = BipartiteGraph(pairs, expectedCount: expected.count, actualCount: actual.count)
    var sum = 0.0
    for (index, partner) in MaximumMatching.partners(in: graph).enumerated() where partner >= 0 {
      count += 1
      sum += Self.overlap(expected[index], actual[Int(partner)])
    }
    if count > 0 { averageOverlap = sum / Double(count) }
  }

  private static func overlap(_ left: TranscriptionNote, _ right: TranscriptionNote) -> Double {
    let either = max(left.offset, right.offset) - min(left.onset, right.onset)
    let both = min(left.offset, right.offset) - max(left.onset, right.onset)
    // Two notes without duration at one time are equal.
    return either > 0 ? both / either : 1
  }
}
