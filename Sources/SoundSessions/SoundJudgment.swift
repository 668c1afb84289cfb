internal import MIDICore
internal import MIDIRecReports
package import MIDIRecSessions
package import MIDIRecSound
internal import SystemPackage

/// The comparison of audio with the expected audio.
///
/// One engine and font on one kind of machine give identical samples, so their hashes must be equal. Other engines can
/// round differently, within ``SoundComparison/Bounds``. It depends only on the two files and the notes, so it can be
/// computed again from stored files.
package struct SoundJudgment: PartJudgment, Hashable {
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

  /// The reason for a difference, or `nil` if the audio matches.
  package let cause: Cause?
  /// The comparison, or `nil` if the labels are equal. Both files are rounded to 24 bits, as they are stored.
  package let comparison: SoundComparison?
  /// A remark on audio of a different engine within the bounds, or `nil`.
  package let remark: String?

  /// Compares audio with the expected audio.
  ///
  /// - Parameter notes: The expected notes, to report the first different one.
  init(expected: SoundPart, actual: SoundPart, notes: [SoundNote]) {
    if actual.isSame(as: expected) {
      (cause, comparison, remark) = (nil, nil, nil)
      return
    }
    let comparison = SoundComparison(expected: expected.buffer, actual: actual.buffer, notes: notes)
    self.comparison = comparison
    let (label, other) = (expected.label, actual.label)
    if let label, let other, label.fontHash != other.fontHash {
      cause = .font(expected: label.fontName, actual: other.fontName)
    } else if expected.buffer.rate != actual.buffer.rate {
      cause = .rate(expected: expected.buffer.rate, actual: actual.buffer.rate)
    } else if let label, label.engine == other?.engine {
      cause = .samples
    } else if comparison.isWithinBounds {
      cause = nil
    } else {
      cause = .bounds(expectedEngine: label?.engine, actualEngine: other?.engine)
    }
    let engine = label?.engine ?? "an unknown engine"
    remark =
      cause == nil ? "the expected audio is from \(engine); the actual audio is within its bounds" : nil
  }

  /// The most important fact in one line: `played with the font "A" instead of "B"`.
  package var finding: String? {
    guard let comparison else { return nil }
    return switch cause {
    case .font(let expected, let actual)?:
      "played with the font \"\(actual.printable)\" instead of \"\(expected.printable)\""
    case .rate(let expected, let actual)?: "\(grouped(actual)) Hz instead of \(grouped(expected)) Hz"
    case .samples? where comparison.firstAudible == nil: "different samples, but no audible difference"
    case .samples?, .bounds?: comparison.firstText() ?? "other samples"
    case nil: nil
    }
  }

  package var pattern: AnyHashable { finding }

  /// Returns further facts, one per line.
  package func lines(limit: Int?, _ style: PartStyle) -> [String] {
    guard let comparison else { return [] }
    var lines = [comparison.verdictText] + comparison.wholeChanges.map(\.text)
    if case .bounds(let expected, let actual)? = cause {
      lines.append("expected engine: \((expected ?? "an unknown engine").printable)")
      lines.append("actual engine: \((actual ?? "an unknown engine").printable)")
    }
    return lines
  }

  package func reviewLines(_ names: PartNames, limit: Int, _ style: PartStyle) -> [String] {
    finding == nil ? [remark ?? "the same"] : [verdictText] + lines(limit: nil, style)
  }

  package func describe(in document: inout SessionsDocument.Outcome, _ style: PartStyle) {
    document.sound = comparison.map { PartDocument(SoundDifferenceDocument($0, cause)) }
  }

  /// Returns the HTML report with waveforms, spectrograms, and a player. Without the files, or without space for
  /// temporary files, the text alone has to suffice.
  package func page(
    _ title: String, _ names: PartNames, _ style: PartStyle, of files: PartFiles?, home: String?
  ) -> [UInt8]? {
    guard let comparison, finding != nil else { return nil }
    if let files, let expected = try? SoundPart(Array(files.expected), of: ""),
      let actual = try? SoundPart(Array(files.actual), of: ""),
      let page = try? SoundPage.bytes(
        of: comparison, expected: expected.buffer, actual: actual.buffer, title: title,
        expectedName: "expected", actualName: "actual", home: home)
    {
      return page
    }
    let markup = HTMLPage.markup(of: lines(limit: nil, style))
    return HTMLPage.textPage(title: title, verdictText, markup, home: home)
  }
}

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

  init(_ comparison: SoundComparison, _ cause: SoundJudgment.Cause?) {
    signalToNoise = comparison.signalToNoise.isFinite ? comparison.signalToNoise : nil
    (rootMeanSquare, peak) = (comparison.rootMeanSquare, comparison.peak)
    first = SoundComparisonDocument.First(comparison)
    whole = comparison.wholeChanges.map(SoundComparisonDocument.Change.init)
    isWithinBounds = comparison.isWithinBounds
    switch cause {
    case .font(let expected, let actual)?:
      (self.cause, self.expected, self.actual) = ("font", expected, actual)
    case .rate(let expected, let actual)?:
      (self.cause, self.expected, self.actual) = ("rate", "\(expected)", "\(actual)")
    case .samples?, nil: self.cause = "samples"
    case .bounds(let expected, let actual)?:
      (self.cause, self.expected, self.actual) = ("bounds", expected, actual)
    }
  }
}
