package import Following
package import Instruments
package import MIDICore
package import MIDIFiles
package import Timelines

/// A comparison as JSON.
///
/// Times and durations are in nanoseconds, channels count from 1, notes are numbers, and sources are indices from 0.
/// Absent values have no key. Times of differences are on the expectation's time axis, which changes of passages don't
/// move.
package struct ComparisonDocument: Encodable, Sendable {
  /// A take.
  struct Take: Encodable, Sendable {
    var name: String?
    var notes: Int
    var valueCurves: Int
    var events: Int
    var duration: Int64
    var sources: [String]
  }

  /// The tolerances.
  struct Tolerances: Encodable, Sendable {
    var onset: Int64
    var offset: Int64
    /// The numerator and the denominator.
    var offsetRatio: [Int64]?
    var velocity: Int
    var value: Int
    /// The actual channels by expected channel.
    var channels: [String: Int]
    var alignsStart: Bool
  }

  /// The alignment of the actual take.
  struct Alignment: Encodable, Sendable {
    var shift: Int64
    var stretchBillionths: Int64
    var velocityScaleThousandths: Int
    /// Whether scaled velocities are rounded down, rather than to the nearest number.
    var roundsVelocitiesDown: Bool?
    var velocityOffset: Int
  }

  let isSame: Bool
  let verdict: String
  let expected: Take
  let actual: Take
  let tolerances: Tolerances
  let alignment: Alignment
  /// The largest distance between two onsets that count as equal.
  let maxDeviation: Int64
  /// The number of expected notes that have a partner, including different ones.
  let pairedNotes: Int
  /// The number of differences by kind.
  let counts: [String: Int]
  let differences: [DifferenceDocument]
  let metrics: MetricsDocument?

  /// Creates the document of a comparison.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - expectedName: The name of the expected take, or `nil`.
  ///   - actualName: The name of the actual take, or `nil`.
  ///   - meter: The bars and beats of the times, or `nil` for seconds only.
  ///   - view: The instrument of the notes, or `nil`.
  ///   - metrics: The metrics of a transcription, or `nil` if they aren't requested.
  /// - Complexity: O(*n*), where *n* is the number of differences.
  package init(
    _ comparison: Comparison, expectedName: String? = nil, actualName: String? = nil,
    meter: MeterMap? = nil, view: InstrumentView? = nil, metrics: TranscriptionMetrics? = nil
  ) {
    let options = comparison.options
    isSame = comparison.differences.isEmpty
    verdict = comparison.verdictText
    expected = Take(comparison.given, name: expectedName)
    actual = Take(comparison.actual, name: actualName)
    tolerances = Tolerances(
      onset: options.onsetTolerance.rawValue, offset: options.offsetTolerance.rawValue,
      offsetRatio: options.offsetRatio.map { [$0.numerator, $0.denominator] },
      velocity: options.velocityTolerance, value: options.valueTolerance,
      channels: Dictionary(uniqueKeysWithValues: options.channels.map { ("\($0)", $1.number) }),
      alignsStart: options.alignsStart)
    alignment = Alignment(
      shift: comparison.alignment.shift.rawValue, stretchBillionths: comparison.alignment.tempoDrift,
      velocityScaleThousandths: comparison.alignment.velocityScale,
      roundsVelocitiesDown: comparison.alignment.roundsVelocitiesDown ? true : nil,
      velocityOffset: comparison.alignment.velocityOffset)
    maxDeviation = comparison.maxDeviation.rawValue
    pairedNotes = comparison.pairs.count
    counts = Dictionary(
      uniqueKeysWithValues: DifferenceCounts(comparison.differences).parts.map {
        ($0.kind.rawValue, $0.count)
      })
    differences = comparison.differences.map {
      DifferenceDocument($0, of: comparison, meter: meter, view: view)
    }
    self.metrics = metrics.map(MetricsDocument.init)
  }
}

extension ComparisonDocument.Take {
  fileprivate init(_ performance: Performance, name: String?) {
    self.init(
      name: name, notes: performance.notes.count, valueCurves: performance.curves.count,
      events: performance.events.count, duration: performance.end.rawValue, sources: performance.sources)
  }
}

/// Returns a time in bars and beats, such as `12:3.50`, or in seconds if no meter is given.
package func timeText(_ time: Nanoseconds, _ meter: MeterMap?) -> String {
  meter.map { "\($0.position(at: time))" } ?? "\(time)"
}
