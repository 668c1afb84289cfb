/// What a tick of a Standard MIDI File is: the division in its header.
public enum Division: Hashable, Sendable {
  /// Ticks a quarter note, 1 through 32,767; how long a quarter lasts is said by tempo events.
  case ticksPerQuarter(UInt16)
  /// Ticks a frame of time code; tempo events mean nothing then.
  case timeCode(FrameRate, ticksPerFrame: UInt8)

  /// The frame rates of MIDI time code.
  public enum FrameRate: UInt8, Sendable {
    case film24 = 24
    case video25 = 25
    /// 30000/1001 frames a second: what the files' 29 stands for.
    case dropFrame29 = 29
    case video30 = 30

    /// Frames a second as an exact fraction.
    var framesPerSecond: (numerator: UInt64, denominator: UInt64) {
      self == .dropFrame29 ? (30_000, 1001) : (UInt64(rawValue), 1)
    }
  }

  /// Makes the division that a header's field stands for, or nothing when a tick would have no length: zero
  /// ticks a quarter or a frame, or a frame rate that doesn't exist.
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

  /// The header's field.
  public var field: UInt16 {
    switch self {
    case .ticksPerQuarter(let ticks): ticks
    case .timeCode(let rate, let ticks): UInt16(~rate.rawValue &+ 1) << 8 | UInt16(ticks)
    }
  }

  /// The grid of new recordings: with the default tempo of 120 quarters a minute one tick is exactly 16 µs.
  public static let recording = Division.ticksPerQuarter(31_250)
}

extension Division {
  /// Reads ticks a quarter note, `480`, or time code as frames a second and ticks a frame, `25:40`. The frame rates
  /// are 24, 25, 29 (which stands for 30000/1001) and 30.
  ///
  /// - Returns: Nothing when `text` is no such division, or one that a header can't say.
  public init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    // `UInt16("+1")` is a number in Swift, and none here.
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

/// A time or a span in a Standard MIDI File, in the file's own unit. What a tick lasts says its ``TempoMap``.
public struct Ticks: Codable, RawRepresentable, Hashable, Comparable, Sendable, AdditiveArithmetic {
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
