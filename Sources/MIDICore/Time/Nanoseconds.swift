/// A time or a span of real time, in whole nanoseconds. Times count from the start of a recording.
///
/// 64 bits reach 292 years. No floating point: conversions are exact, or say how they round.
public struct Nanoseconds: Codable, RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The count of nanoseconds.
  public var rawValue: Int64

  /// Wraps a count of nanoseconds.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Takes a duration; what is less than a nanosecond is left out.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    rawValue = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// No time at all.
  public static let zero = Nanoseconds(rawValue: 0)

  /// A span of whole seconds.
  public static func seconds(_ count: Int64) -> Nanoseconds { Nanoseconds(rawValue: count * 1_000_000_000) }
  /// A span of whole milliseconds.
  public static func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(rawValue: count * 1_000_000) }
  /// A span of whole microseconds.
  public static func microseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(rawValue: count * 1000) }

  /// Whether `left` is earlier, or shorter.
  public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.rawValue < right.rawValue }
  /// Adds a span.
  public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue + right.rawValue)
  }
  /// The span from `right` to `left`.
  public static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue - right.rawValue)
  }

  /// The span without its sign.
  public var magnitude: Nanoseconds { Nanoseconds(rawValue: abs(rawValue)) }
}
