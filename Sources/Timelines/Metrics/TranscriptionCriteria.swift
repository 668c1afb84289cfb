internal import Algorithms

/// When two notes can be a pair: the defaults of mir_eval.transcription, which come from the MIREX task 'Multiple
/// fundamental frequency estimation and tracking', part 2, of 2015.
enum TranscriptionCriteria {
  /// How far apart two onsets may be, in seconds.
  static let onsetTolerance = 0.05
  /// How far apart two pitches may be, in cents.
  static let pitchTolerance = 50.0
  /// How far apart two offsets may be at least, in seconds.
  private static let offsetMinimum = 0.05
  /// How far apart two offsets may be, in durations of the expected note.
  private static let offsetRatio = 0.2
  /// Distances in time are rounded to so many parts of a second, because 50 ms in floating point may be a bit more.
  private static let parts = 10_000.0

  /// How far the offset of a note may be from that of an expected one, in seconds.
  static func offsetTolerance(of expected: TranscriptionNote) -> Double {
    max(offsetRatio * abs(expected.offset - expected.onset), offsetMinimum)
  }

  /// How far apart two times in seconds are, rounded as numpy does it: halves to the even number.
  static func distance(_ left: Double, _ right: Double) -> Double {
    (abs(left - right) * parts).rounded(.toNearestOrEven) / parts
  }

  /// Whether two pitches in octaves are near enough.
  static func isAlike(_ left: Double, _ right: Double) -> Bool {
    abs(1200 * (left - right)) <= pitchTolerance
  }
}

extension Array<Double> {
  /// The indices of all numbers of an ascending list that are within a tolerance of one number, rounding as
  /// ``TranscriptionCriteria`` does.
  ///
  /// Rounding never puts a nearer number farther away than a farther one, so they follow one another.
  ///
  /// - Complexity: O(log *n*)
  func indices(within tolerance: Double, of number: Double) -> Range<Int> {
    let begin = partitioningIndex {
      $0 >= number || TranscriptionCriteria.distance(number, $0) <= tolerance
    }
    let end = partitioningIndex {
      $0 > number && TranscriptionCriteria.distance(number, $0) > tolerance
    }
    return begin..<Swift.max(begin, end)
  }
}
