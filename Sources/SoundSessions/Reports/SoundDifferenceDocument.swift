internal import Sound

/// How a sound differs, for another program.
struct SoundDifferenceDocument: Encodable, Sendable {
  /// Why: `font`, `rate`, `samples` or `bounds`.
  let cause: String
  /// What is expected: the font, the rate or the engine.
  var expected: String?
  /// What came.
  var actual: String?
  /// In decibels; missing where nothing differs in it.
  let signalToNoise: Double?
  /// The root of the mean square of the difference.
  let rootMeanSquare: Double
  /// The largest difference of a sample.
  let peak: Double
  /// The first difference that can be heard: when, and of which note; missing where none can.
  let first: SoundComparisonDocument.First?
  /// What differs on the whole, and would explain most of it.
  let whole: [SoundComparisonDocument.Change]
  /// Whether it is within the bounds of what may differ between engines.
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
