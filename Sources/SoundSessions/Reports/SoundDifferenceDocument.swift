internal import Sound

/// An audio difference as JSON.
struct SoundDifferenceDocument: Encodable, Sendable {
  /// The reason: `font`, `rate`, `samples`, or `bounds`.
  let cause: String
  /// The expected font, rate, or engine.
  var expected: String?
  /// The actual font, rate, or engine.
  var actual: String?
  /// The ratio in decibels, or missing if the audio is identical.
  let signalToNoise: Double?
  /// The root of the mean square of the difference.
  let rootMeanSquare: Double
  /// The largest difference of a sample.
  let peak: Double
  /// The first audible difference with its note, or missing if there is none.
  let first: SoundComparisonDocument.First?
  /// The global changes that explain most of the difference.
  let whole: [SoundComparisonDocument.Change]
  /// Whether the difference is within the bounds for different engines.
  let isWithinBounds: Bool

  init(_ difference: SoundDifference) {
    let comparison = difference.comparison
    signalToNoise = comparison.signalToNoise.isFinite ? comparison.signalToNoise : nil
    (rootMeanSquare, peak) = (comparison.rootMeanSquare, comparison.peak)
    first = SoundComparisonDocument.First(comparison)
    whole = comparison.wholeChanges.map(SoundComparisonDocument.Change.init)
    isWithinBounds = comparison.isWithinBounds
    switch difference.cause {
    case .font(let expected, let actual): (cause, self.expected, self.actual) = ("font", expected, actual)
    case .rate(let expected, let actual):
      (cause, self.expected, self.actual) = ("rate", "\(expected)", "\(actual)")
    case .samples: cause = "samples"
    case .bounds(let expected, let actual):
      (cause, self.expected, self.actual) = ("bounds", expected, actual)
    }
  }
}
