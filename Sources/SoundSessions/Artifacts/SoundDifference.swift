package import Sound

/// An unexpected audio result.
///
/// It depends only on the two files and the notes, so it can be computed again from stored files.
package struct SoundDifference: Hashable, Sendable {
  /// The reason for a difference.
  package enum Cause: Hashable, Sendable {
    /// A different font was used.
    case font(expected: String, actual: String)
    /// The sample rate differs, in hertz.
    case rate(expected: Int, actual: Int)
    /// The same engine produced different samples with the same font, which must be identical.
    case samples
    /// A different engine exceeded the bounds, or the expected engine is unknown.
    case bounds(expectedEngine: String?, actualEngine: String?)
  }

  /// The reason.
  package let cause: Cause
  /// The comparison. Both files are rounded to 24 bits, as they are stored.
  package let comparison: SoundComparison

  package init(_ cause: Cause, _ comparison: SoundComparison) {
    self.cause = cause
    self.comparison = comparison
  }
}

/// The verdict on an audio result.
///
/// One engine and font on one kind of machine give identical samples, so their hashes must be equal. Other engines can
/// round differently, within ``SoundComparison/Bounds``.
package enum SoundJudgment: Sendable {
  /// The audio is identical.
  case same
  /// The audio of a different engine is within the bounds. The remark is one sentence without a period.
  case alike(remark: String)
  /// The audio differs.
  case different(SoundDifference)

  /// Compares audio with the expected audio.
  ///
  /// - Parameter notes: The expected notes, to report the first different one.
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
