package import Sound

/// A sound that isn't as expected.
///
/// It follows from the two files and the notes alone, so that it can be found again where only these are kept.
package struct SoundDifference: Hashable, Sendable {
  /// Why it isn't.
  package enum Cause: Hashable, Sendable {
    /// It was played with another font.
    case font(expected: String, actual: String)
    /// It has another rate, in frames a second.
    case rate(expected: Int, actual: Int)
    /// The same engine gave other samples of the same font: not one may be another.
    case samples
    /// Another engine played it, and it is beyond what may differ then; or nobody knows which engine is expected.
    case bounds(expectedEngine: String?, actualEngine: String?)
  }

  /// Why it isn't.
  package let cause: Cause
  /// By how much; samples are rounded to 24 bits on both sides, as they are kept.
  package let comparison: SoundComparison

  /// Makes one of its parts.
  package init(_ cause: Cause, _ comparison: SoundComparison) {
    self.cause = cause
    self.comparison = comparison
  }
}

/// Whether a sound is as expected.
///
/// A font, an engine and a machine's kind give the same samples each time: of them the hash must be equal. Other engines
/// may round otherwise, within ``SoundComparison/Bounds``.
package enum SoundJudgment: Sendable {
  /// It is the same, to the last bit.
  case same
  /// It is within the bounds, though another engine played it; and what is to be said of that, in one sentence without
  /// its end.
  case alike(remark: String)
  /// It is another.
  case different(SoundDifference)

  /// Compares a sound with the expected one.
  ///
  /// - Parameter notes: The notes that were to be heard: of them the first one is told that isn't as expected.
  package init(expected: StoredSound, actual: StoredSound, notes: [SoundNote] = []) {
    if expected.isSame(as: actual.buffer, actual.label) {
      self = .same
      return
    }
    let comparison = SoundComparison(
      expected: expected.buffer, actual: actual.buffer, notes: notes)
    let (label, other) = (expected.label, actual.label)
    let cause: SoundDifference.Cause
    if let label, let other, label.fontHash != other.fontHash {
      cause = .font(expected: label.fontName, actual: other.fontName)
    } else if expected.buffer.rate != actual.buffer.rate {
      cause = .rate(expected: expected.buffer.rate, actual: actual.buffer.rate)
    } else if let label, label.engine == other?.engine {
      cause = .samples
    } else if comparison.isWithinBounds {
      let engine = label?.engine ?? "an unknown engine"
      self = .alike(remark: "the expected audio is from \(engine); the actual audio is within its bounds")
      return
    } else {
      cause = .bounds(expectedEngine: label?.engine, actualEngine: other?.engine)
    }
    self = .different(SoundDifference(cause, comparison))
  }
}
