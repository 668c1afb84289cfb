internal import Algorithms
internal import MIDICore

/// Spans of time that may overlap one another.
struct Spans {
  private let starts: [Nanoseconds]
  /// The latest end among the spans up to each one.
  private let ends: [Nanoseconds]

  /// Sorts spans.
  init(_ spans: [ClosedRange<Nanoseconds>]) {
    let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
    var ends: [Nanoseconds] = []
    for span in sorted { ends.append(max(ends.last ?? span.upperBound, span.upperBound)) }
    starts = sorted.map(\.lowerBound)
    self.ends = ends
  }

  /// Whether one of them overlaps a span, or touches it.
  ///
  /// - Complexity: O(log *n*)
  func overlap(_ span: ClosedRange<Nanoseconds>) -> Bool {
    let count = starts.partitioningIndex { $0 > span.upperBound }
    return count > 0 && ends[count - 1] >= span.lowerBound
  }
}

extension Note {
  /// When it sounds: until its silence or its end, whichever is later; to the end where there is none.
  var sounding: ClosedRange<Nanoseconds> {
    onset...max(onset, max(silence ?? .longest, offset ?? .longest))
  }
}

/// Takes may have any times whatever, so that sums and differences of two may be more than 292 years. They then count
/// as 292 years.
extension Nanoseconds {
  /// The longest span, which has a negative counterpart.
  static let longest = Nanoseconds(rawValue: .max)

  /// This time, a span later.
  func adding(_ span: Nanoseconds) -> Nanoseconds {
    let (sum, overflows) = rawValue.addingReportingOverflow(span.rawValue)
    return overflows ? Self.limit(isNegative: span.rawValue < 0) : Nanoseconds(rawValue: max(sum, -.max))
  }

  /// This time, a span earlier; or the span since another time.
  func subtracting(_ other: Nanoseconds) -> Nanoseconds {
    let (difference, overflows) = rawValue.subtractingReportingOverflow(other.rawValue)
    return overflows
      ? Self.limit(isNegative: other.rawValue > 0) : Nanoseconds(rawValue: max(difference, -.max))
  }

  /// How far apart two times are.
  func distance(to other: Nanoseconds) -> Nanoseconds { subtracting(other).magnitude }

  private static func limit(isNegative: Bool) -> Nanoseconds {
    Nanoseconds(rawValue: isNegative ? -.max : .max)
  }
}
