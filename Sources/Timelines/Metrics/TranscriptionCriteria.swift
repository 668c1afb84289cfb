/// The criteria for pairs of notes: the defaults of mir_eval.transcription.
///
/// They come from the MIREX task "Multiple fundamental frequency estimation and tracking", part 2, of 2015.
enum TranscriptionCriteria {
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
