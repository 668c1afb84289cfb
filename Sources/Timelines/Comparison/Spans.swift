internal import Algorithms
internal import MIDICore

/// Time ranges that may overlap.
struct Spans {
  private let starts: [Nanoseconds]
  /// The latest end among all ranges up to each one.
  private let ends: [Nanoseconds]

  /// Creates a sorted list of ranges.
  init(_ spans: [ClosedRange<Nanoseconds>]) {
    let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
    var ends: [Nanoseconds] = []
    for span in sorted { ends.append(max(ends.last ?? span.upperBound, span.upperBound)) }
    starts = sorted.map(\.lowerBound)
    self.ends = ends
  }

  /// Returns whether any range overlaps or touches the given range.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of ranges.
  func overlap(_ span: ClosedRange<Nanoseconds>) -> Bool {
    let count = starts.partitioningIndex { $0 > span.upperBound }
    return count > 0 && ends[count - 1] >= span.lowerBound
  }
}

extension Note {
  /// The time range in which the note sounds: until its silence or its end, whichever is later, or without limit.
  var sounding: ClosedRange<Nanoseconds> {
    onset...Self.soundingEnd(onset: onset, offset: offset, silence: silence)
  }

  /// Returns the end of ``sounding`` of a note with the given times.
  static func soundingEnd(onset: Nanoseconds, offset: Nanoseconds?, silence: Nanoseconds?) -> Nanoseconds {
    max(onset, max(silence ?? .longest, offset ?? .longest))
  }
}

/// Arithmetic that clamps to 292 years, because takes may have any times.
extension Nanoseconds {
  /// The longest duration, whose negative is representable.
  static let longest = Nanoseconds(rawValue: .max)

  /// Returns this time plus a duration.
  func adding(_ span: Nanoseconds) -> Nanoseconds {
    let (sum, overflows) = rawValue.addingReportingOverflow(span.rawValue)
    return overflows ? Self.limit(isNegative: span.rawValue < 0) : Nanoseconds(rawValue: max(sum, -.max))
  }

  /// Returns this time minus a duration, or the duration since another time.
  func subtracting(_ other: Nanoseconds) -> Nanoseconds {
    let (difference, overflows) = rawValue.subtractingReportingOverflow(other.rawValue)
    return overflows
      ? Self.limit(isNegative: other.rawValue > 0) : Nanoseconds(rawValue: max(difference, -.max))
  }

  /// Returns the distance of two times.
  func distance(to other: Nanoseconds) -> Nanoseconds { subtracting(other).magnitude }

  private static func limit(isNegative: Bool) -> Nanoseconds {
    Nanoseconds(rawValue: isNegative ? -.max : .max)
  }
}
