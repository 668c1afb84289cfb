internal import Algorithms

/// Converts the ticks of a file into nanoseconds, exactly.
///
/// All lengths before a tempo change are summed as an integer numerator; there is one division and so one
/// rounding for each conversion: to the nearest nanosecond, a half upwards. Errors don't add up along a file.
public struct TempoMap: Sendable {
  /// A quarter note's length before the first tempo event: 120 a minute (Standard MIDI Files 1.0).
  public static let defaultTempo: UInt32 = 500_000

  /// One stretch of constant tempo.
  struct Segment {
    var start: Ticks
    /// Time at `start`, in units of 1/denominator nanosecond.
    var startTime: UInt128
    /// What a tick adds to it.
    var lengthOfTick: UInt128
  }

  /// In order of time; the first begins with the file.
  private(set) var segments: [Segment]
  let denominator: UInt128

  /// Makes the map of a file.
  ///
  /// - Parameters:
  ///   - division: The division in the file's header.
  ///   - tempos: The tempo events in order of time, in microseconds a quarter note. Of several at one time the
  ///     last counts. They are ignored with a time-code division.
  /// - Complexity: O(*n*) in the number of tempo events.
  public init(division: Division, tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)]) {
    switch division {
    case .timeCode(let rate, let ticksPerFrame):
      let (numerator, secondsDenominator) = rate.framesPerSecond
      denominator = UInt128(numerator) * UInt128(ticksPerFrame)
      let lengthOfTick = UInt128(secondsDenominator) * 1_000_000_000
      segments = [Segment(start: .zero, startTime: 0, lengthOfTick: lengthOfTick)]
    case .ticksPerQuarter(let ticks):
      denominator = UInt128(ticks)
      segments = [
        Segment(start: .zero, startTime: 0, lengthOfTick: UInt128(Self.defaultTempo) * 1000)
      ]
      for tempo in tempos {
        let startTime = unrounded(tempo.time, in: segments[segments.count - 1])
        if segments[segments.count - 1].start == tempo.time { segments.removeLast() }
        let lengthOfTick = UInt128(tempo.microsecondsPerQuarter) * 1000
        segments.append(Segment(start: tempo.time, startTime: startTime, lengthOfTick: lengthOfTick))
      }
    }
  }

  /// The latest time that a file can reach, 73 years: far enough from the end of 64 bits that sums and
  /// differences of times from files can't overflow.
  public static let latestTime = Nanoseconds(rawValue: 1 << 61)

  /// The time of a tick since the start of the file, at most ``latestTime``.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func time(at ticks: Ticks) -> Nanoseconds {
    let segment = lastSegment { $0.start <= ticks }
    let rounded = (2 * unrounded(ticks, in: segment) + denominator) / (2 * denominator)
    return min(Nanoseconds(rawValue: Int64(clamping: rounded)), Self.latestTime)
  }

  /// The last segment that fulfills a condition which the first ones fulfill and the others don't; the first segment
  /// in any case.
  func lastSegment(where isFulfillled: (Segment) -> Bool) -> Segment {
    // The first segment counts for all that is before it.
    segments[max(0, segments.partitioningIndex { !isFulfillled($0) } - 1)]
  }

  private func unrounded(_ ticks: Ticks, in segment: Segment) -> UInt128 {
    segment.startTime + UInt128((ticks - segment.start).rawValue) * segment.lengthOfTick
  }
}

extension TempoMap {
  /// The first tick whose ``time(at:)`` is `time` or later: where a range that begins or ends at `time` is cut, so
  /// that every tick is on the side on which its time is.
  ///
  /// Exact, like ``time(at:)``; for a time before the start it is tick 0. Times after ``latestTime``, which no tick
  /// is given, are counted on. The largest tick stands for those that are never reached.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func ticks(at time: Nanoseconds) -> Ticks {
    guard time > .zero else { return .zero }
    // Times are rounded, so that a tick is at `time` from half a nanosecond before it.
    let reached = ((2 * UInt128(time.rawValue) - 1) * denominator + 1) / 2
    let segment = lastSegment { $0.startTime < reached }
    guard segment.lengthOfTick > 0 else { return Ticks(rawValue: .max) }
    let span = reached - segment.startTime
    return segment.tick((span + segment.lengthOfTick - 1) / segment.lengthOfTick)
  }

  /// The tick nearest to a time, of two that are equally near the later one; tick 0 for a time before the start.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func nearestTicks(to time: Nanoseconds) -> Ticks {
    guard time > .zero else { return .zero }
    let wanted = UInt128(time.rawValue) * denominator
    let segment = lastSegment { $0.startTime <= wanted }
    guard segment.lengthOfTick > 0 else { return segment.start }
    let span = wanted - segment.startTime
    return segment.tick((2 * span + segment.lengthOfTick) / (2 * segment.lengthOfTick))
  }
}

extension TempoMap.Segment {
  /// The tick so many ticks after the start, as far as ticks can be counted.
  fileprivate func tick(_ count: UInt128) -> Ticks {
    Ticks(rawValue: UInt64(clamping: UInt128(start.rawValue) + count))
  }
}
