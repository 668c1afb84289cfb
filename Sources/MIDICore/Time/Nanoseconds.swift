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

  /// Multiplies a span.
  public static func * (left: Nanoseconds, right: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue * Int64(right))
  }
  /// Multiplies a span.
  public static func * (left: some BinaryInteger, right: Nanoseconds) -> Nanoseconds { right * left }
  /// Divides a span and rounds the quotient toward zero.
  public static func / (left: Nanoseconds, right: some BinaryInteger) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue / Int64(right))
  }

  /// The span without its sign.
  public var magnitude: Nanoseconds { Nanoseconds(rawValue: abs(rawValue)) }
}

extension Nanoseconds {
  /// Reads hours, minutes and seconds with a fraction, as a clock shows them: `08:10:17.056`. All digits have to be
  /// there; the fraction has 1 to 9.
  ///
  /// - Returns: Nothing when `text` is no such time.
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

  /// Milliseconds with as many decimals as it takes, and the unit, so that nothing is rounded: `12.345678ms`, `20ms`.
  package var exactText: String {
    let digits = String(magnitude.rawValue % 1_000_000 + 1_000_000).dropFirst()
    let fraction = digits.prefix(
      upTo: digits.lastIndex { $0 != "0" }.map(digits.index(after:)) ?? digits.startIndex)
    let whole = "\(rawValue < 0 ? "-" : "")\(magnitude.rawValue / 1_000_000)"
    return fraction.isEmpty ? "\(whole)ms" : "\(whole).\(fraction)ms"
  }
}

extension Duration {
  /// Creates the duration of a span.
  public init(_ span: Nanoseconds) { self = .nanoseconds(span.rawValue) }
}
