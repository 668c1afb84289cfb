/// The length of a tick in a Standard MIDI File, from the division in its header.
public enum Division: Hashable, Sendable {
  /// Ticks per quarter note, from 1 through 32,767; tempo events set the length of a quarter note. No file can have
  /// other numbers.
  case ticksPerQuarter(UInt16)
  /// Ticks per frame of time code; tempo events have no effect.
  case timeCode(FrameRate, ticksPerFrame: UInt8)

  /// The frame rates of MIDI time code.
  public enum FrameRate: UInt8, Sendable {
    case film24 = 24
    case video25 = 25
    /// 30000/1001 frames per second, stored in files as 29.
    case dropFrame29 = 29
    case video30 = 30

    /// The number of frames per second as an exact fraction.
    var framesPerSecond: (numerator: UInt64, denominator: UInt64) {
      self == .dropFrame29 ? (30_000, 1001) : (UInt64(rawValue), 1)
    }
  }

  /// Creates the division of a header field.
  ///
  /// - Returns: The division, or `nil` if it has zero ticks per quarter note or per frame, or an undefined frame rate.
  public init?(field: UInt16) {
    let low = UInt8(truncatingIfNeeded: field)
    if field & 0x8000 == 0 {
      guard field > 0 else { return nil }
      self = .ticksPerQuarter(field)
    } else {
      // The upper byte is the frame rate, negative in two's complement.
      let negated = ~UInt8(truncatingIfNeeded: field >> 8) &+ 1
      guard let rate = FrameRate(rawValue: negated), low > 0 else { return nil }
      self = .timeCode(rate, ticksPerFrame: low)
    }
  }

  /// The header field.
  public var field: UInt16 {
    switch self {
    case .ticksPerQuarter(let ticks): ticks
    case .timeCode(let rate, let ticks): UInt16(~rate.rawValue &+ 1) << 8 | UInt16(ticks)
    }
  }

  /// Whether the header of a file can have the division.
  package var isValid: Bool { Division(field: field) == self }

  /// The resolution of new recordings: one tick is exactly 16 µs at the default tempo.
  public static let recording = Division.ticksPerQuarter(31_250)
}

extension Division {
  /// Creates the division that a text describes.
  ///
  /// The text is a number of ticks per quarter note, such as `480`, or a time code, such as `25:40`. A time code
  /// consists of frames per second and ticks per frame. The frame rates are 24, 25, 29 (30000/1001), and 30.
  ///
  /// - Returns: The division, or `nil` if `text` isn't a division or a header can't store it.
  public init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    // `UInt16("+1")` is valid in Swift but not here.
    guard parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
      return nil
    }
    switch parts.count {
    case 1:
      guard let ticks = UInt16(parts[0]), 1...0x7FFF ~= ticks else { return nil }
      self = .ticksPerQuarter(ticks)
    case 2:
      guard let rate = UInt8(parts[0]).flatMap(FrameRate.init), let ticks = UInt8(parts[1]), ticks > 0 else {
        return nil
      }
      self = .timeCode(rate, ticksPerFrame: ticks)
    default:
      return nil
    }
  }
}

/// A time or duration in ticks, the time unit of a Standard MIDI File.
///
/// A ``TempoMap`` converts ticks to nanoseconds.
public struct Ticks: Codable, RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The number of ticks.
  public var rawValue: UInt64

  /// Creates a time from a number of ticks.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Zero ticks.
  public static let zero = Ticks(rawValue: 0)

  /// Returns whether `left` is earlier or shorter than `right`.
  public static func < (left: Ticks, right: Ticks) -> Bool { left.rawValue < right.rawValue }
  /// Returns the sum of two durations, or of a time and a duration.
  public static func + (left: Ticks, right: Ticks) -> Ticks {
    Ticks(rawValue: left.rawValue + right.rawValue)
  }
  /// Returns the duration from `right` to `left`.
  public static func - (left: Ticks, right: Ticks) -> Ticks {
    Ticks(rawValue: left.rawValue - right.rawValue)
  }
  /// Returns a multiple of a duration.
  public static func * (left: Ticks, right: some BinaryInteger) -> Ticks {
    Ticks(rawValue: left.rawValue * UInt64(right))
  }
}

extension Ticks: ExpressibleByIntegerLiteral {
  /// Creates a time from a number of ticks.
  public init(integerLiteral value: UInt64) { self.init(rawValue: value) }
}
