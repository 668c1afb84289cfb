internal import MIDICore

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
