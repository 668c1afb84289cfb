/// A time or duration in whole nanoseconds. Times count from the start of a recording.
///
/// 64 bits reach 292 years. No conversion uses floating point: each is exact or documents its rounding.
public struct Nanoseconds: Codable, RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The number of nanoseconds.
  public var rawValue: Int64

  /// Creates a time from a number of nanoseconds.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates a time from a duration, truncated to whole nanoseconds.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    rawValue = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Zero nanoseconds.
  public static let zero = Nanoseconds(rawValue: 0)

  /// Returns a duration of whole seconds.
  public static func seconds(_ count: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: Int64(count) * 1_000_000_000)
  }
  /// Returns a duration of seconds, rounded to the nearest nanosecond.
  ///
  /// - Precondition: The count is a number of at most 292 years.
  public static func seconds(_ count: Double) -> Nanoseconds {
    Nanoseconds(rawValue: Int64((count * 1e9).rounded()))
  }
  /// Returns a duration of whole milliseconds.
  public static func milliseconds(_ count: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: Int64(count) * 1_000_000)
  }
  /// Returns a duration of whole microseconds.
  public static func microseconds(_ count: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: Int64(count) * 1000)
  }

  /// Returns whether `left` is earlier or shorter than `right`.
  public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.rawValue < right.rawValue }
  /// Returns the sum of two durations, or of a time and a duration.
  public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue + right.rawValue)
  }
  /// Returns the duration from `right` to `left`.
  public static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue - right.rawValue)
  }

  /// Returns a multiple of a duration.
  public static func * (left: Nanoseconds, right: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue * Int64(right))
  }
  /// Returns a multiple of a duration.
  public static func * (left: some BinaryInteger, right: Nanoseconds) -> Nanoseconds { right * left }
  /// Returns a fraction of a duration, rounded toward zero.
  public static func / (left: Nanoseconds, right: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue / Int64(right))
  }

  /// The absolute value of the duration.
  public var magnitude: Nanoseconds { Nanoseconds(rawValue: abs(rawValue)) }
}

/// Arithmetic that clamps to 292 years, because takes may have any times.
extension Nanoseconds {
  /// The longest duration, whose negative is representable.
  @inlinable package static var longest: Nanoseconds { Nanoseconds(rawValue: .max) }

  /// Returns this time plus a duration.
  @inlinable package func adding(_ span: Nanoseconds) -> Nanoseconds {
    let (sum, overflows) = rawValue.addingReportingOverflow(span.rawValue)
    return overflows ? Self.limit(isNegative: span.rawValue < 0) : Nanoseconds(rawValue: max(sum, -.max))
  }

  /// Returns this time minus a duration, or the duration since another time.
  @inlinable package func subtracting(_ other: Nanoseconds) -> Nanoseconds {
    let (difference, overflows) = rawValue.subtractingReportingOverflow(other.rawValue)
    return overflows
      ? Self.limit(isNegative: other.rawValue > 0) : Nanoseconds(rawValue: max(difference, -.max))
  }

  /// Returns the distance between this time and another.
  @inlinable package func distance(to other: Nanoseconds) -> Nanoseconds { subtracting(other).magnitude }

  @inlinable package static func limit(isNegative: Bool) -> Nanoseconds {
    Nanoseconds(rawValue: isNegative ? -.max : .max)
  }
}

extension Nanoseconds {
  /// Creates a time from hours, minutes, and seconds with a fraction: `08:10:17.056`.
  ///
  /// Hours, minutes, and seconds have two digits; the fraction has 1 to 9.
  ///
  /// - Returns: The time, or `nil` if `text` isn't a time.
  package init?(clock text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 2, parts[1].count == 2,
      parts.dropLast().allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), minutes < 60,
      parts[2].prefix(while: \.isASCIIDigit).count == 2, parts[2].last?.isASCIIDigit == true,
      let seconds = Nanoseconds(parsing: "\(parts[2])s"), seconds < .seconds(60)
    else { return nil }
    self = .seconds(hours * 3600 + minutes * 60) + seconds
  }

  /// The exact time in milliseconds, without trailing zeros: `12.345678ms` or `20ms`.
  package var exactText: String { decimalText(rawValue, decimals: 6) + "ms" }
}

extension Duration {
  /// Creates a duration from a number of nanoseconds.
  public init(_ span: Nanoseconds) { self = .nanoseconds(span.rawValue) }
}
