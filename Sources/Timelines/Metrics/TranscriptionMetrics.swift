/// How good a transcription is: precision, recall, F-measure and average overlap ratio, exactly as
/// mir_eval.transcription 0.8.2 defines them with its defaults.
///
/// Two notes can be a pair when their onsets are within 50 ms of one another and their pitches within 50 cents; with
/// offsets, these must also be within 20% of the expected note's duration or within 50 ms, whichever is more. As many
/// pairs as can be are made. A distance counts to a tenth of a millisecond, and the limit itself is within.
public struct TranscriptionMetrics: Hashable, Sendable {
  /// How many of the notes have a partner. All is 0 where either list is empty.
  public struct Score: Hashable, Sendable {
    /// How many pairs there are.
    public let pairs: Int
    /// The share of the actual notes that have a partner, 0 through 1.
    public let precision: Double
    /// The share of the expected notes that have a partner, 0 through 1.
    public let recall: Double

    /// The harmonic mean of precision and recall, 0 through 1.
    public var fMeasure: Double {
      pairs == 0 ? 0 : 2 * precision * recall / (precision + recall)
    }

    init(pairs: Int, expected: Int, actual: Int) {
      self.pairs = pairs
      precision = actual == 0 ? 0 : Double(pairs) / Double(actual)
      recall = expected == 0 ? 0 : Double(pairs) / Double(expected)
    }
  }

  /// By onset, pitch and offset.
  public let notes: Score
  /// The mean over these pairs of how much the two notes overlap: the time of both over the time of either; 0 where
  /// there are no pairs. It depends on which of the largest sets of pairs is taken: it is the one of mir_eval.
  public let averageOverlap: Double
  /// By onset and pitch.
  public let notesWithoutOffset: Score
  /// The same mean over these pairs. Notes that don't overlap at all count below zero: down to -1.
  public let averageOverlapWithoutOffset: Double
  /// By onset alone.
  public let onsets: Score
  /// By offset alone.
  public let offsets: Score

  /// Judges a transcription.
  ///
  /// Unlike mir_eval, which refuses them, it takes times below zero and notes that last no time.
  ///
  /// - Complexity: O(*n* log *n* + *e* √*w*) in the number of notes, where *e* pairs are possible by onset and pitch and
  ///   the largest group that such pairs hold together has *w* notes; memory O(*n* + *e*).
  public init(expected: [TranscriptionNote], actual: [TranscriptionNote]) {
    let withOffset = NotePairs(expected: expected, actual: actual, usesOffset: true)
    notes = Score(pairs: withOffset.count, expected: expected.count, actual: actual.count)
    averageOverlap = withOffset.averageOverlap
    let withoutOffset = NotePairs(expected: expected, actual: actual, usesOffset: false)
    notesWithoutOffset = Score(pairs: withoutOffset.count, expected: expected.count, actual: actual.count)
    averageOverlapWithoutOffset = withoutOffset.averageOverlap

    let onsetPairs = IntervalMatching.count(
      of: expected.map { ($0.onset, TranscriptionCriteria.onsetTolerance) }, with: actual.map(\.onset))
    onsets = Score(pairs: onsetPairs, expected: expected.count, actual: actual.count)
    let offsetPairs = IntervalMatching.count(
      of: expected.map { ($0.offset, TranscriptionCriteria.offsetTolerance(of: $0)) },
      with: actual.map(\.offset))
    offsets = Score(pairs: offsetPairs, expected: expected.count, actual: actual.count)
  }
}

/// The pairs of notes that mir_eval finds.
private struct NotePairs {
  /// How many there are.
  var count = 0
  /// How much the notes of a pair overlap in the mean; 0 without pairs.
  var averageOverlap = 0.0

  init(expected: [TranscriptionNote], actual: [TranscriptionNote], usesOffset: Bool) {
    let graph = BipartiteGraph(expected: expected, actual: actual, usesOffset: usesOffset)
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
    // Two notes of no duration at one moment are the same.
    return either > 0 ? both / either : 1
  }
}
