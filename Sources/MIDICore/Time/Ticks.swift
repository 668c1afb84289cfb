/// A time or a span in a Standard MIDI File, in the file's own unit. What a tick lasts says its ``TempoMap``.
public struct Ticks: RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The count of ticks.
  public var rawValue: UInt64

  /// Wraps a count of ticks.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// No time at all.
  public static let zero = Ticks(rawValue: 0)

  /// Whether `left` is earlier, or shorter.
  public static func < (left: Ticks, right: Ticks) -> Bool { left.rawValue < right.rawValue }
  /// Adds a span.
  public static func + (left: Ticks, right: Ticks) -> Ticks {
    Ticks(rawValue: left.rawValue + right.rawValue)
  }
  /// The span from `right` to `left`.
  public static func - (left: Ticks, right: Ticks) -> Ticks {
    Ticks(rawValue: left.rawValue - right.rawValue)
  }
}
