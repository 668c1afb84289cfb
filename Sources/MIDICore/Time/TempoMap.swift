/// An exact conversion between the ticks of a file and nanoseconds.
///
/// The map sums the lengths before a tempo change as an integer numerator and divides once per conversion. It rounds to
/// the nearest nanosecond, halves up, so errors don't accumulate along a file.
public struct TempoMap: Hashable, Sendable {
  /// The microseconds per quarter note before the first tempo event (Standard MIDI Files 1.0).
  public static let defaultTempo: UInt32 = 500_000

  /// A segment of constant tempo.
  struct Segment: Hashable {
    var start: Ticks
    /// The time at `start`, in units of 1/denominator nanosecond.
    var startTime: UInt128
    /// The length of a tick in the same unit.
    var lengthOfTick: UInt128
  }

  /// The segments in order of time; the first starts at tick 0.
  private(set) var segments: [Segment]
  let denominator: UInt128

  /// Creates the map of a file.
  ///
  /// - Parameters:
  ///   - division: The division in the file's header; 0 ticks, which no header can have, are treated as 1.
  ///   - tempos: The tempo events in microseconds per quarter note. The last event at a time takes effect. With a
  ///     time-code division, all are ignored.
  /// - Complexity: O(*n*) in the number of tempo events in order of time, otherwise O(*n* log *n*).
  public init(division: Division, tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)]) {
    switch division {
    case .timeCode(let rate, let ticksPerFrame):
      let (numerator, secondsDenominator) = rate.framesPerSecond
      denominator = UInt128(numerator) * UInt128(max(1, ticksPerFrame))
      let lengthOfTick = UInt128(secondsDenominator) * 1_000_000_000
      segments = [Segment(start: .zero, startTime: 0, lengthOfTick: lengthOfTick)]
    case .ticksPerQuarter(let ticks):
      denominator = UInt128(max(1, ticks))
      segments = [
        Segment(start: .zero, startTime: 0, lengthOfTick: UInt128(Self.defaultTempo) * 1000)
      ]
      // The sort is stable.
      for tempo in tempos.sorted(by: { $0.time < $1.time }) {
        let startTime = unrounded(tempo.time, in: segments[segments.count - 1])
        if segments[segments.count - 1].start == tempo.time { segments.removeLast() }
        let lengthOfTick = UInt128(tempo.microsecondsPerQuarter) * 1000
        segments.append(Segment(start: tempo.time, startTime: startTime, lengthOfTick: lengthOfTick))
      }
    }
  }

  /// The tempos in microseconds per quarter note, of which an equal map can be created.
  package var tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] {
    segments.map { ($0.start, UInt32(clamping: $0.lengthOfTick / 1000)) }
  }

  /// The latest time in a file, 73 years.
  ///
  /// It is far enough below the maximum of 64 bits that sums and differences of times from files can't overflow.
  public static let latestTime = Nanoseconds(rawValue: 1 << 61)

  /// Returns the time of a tick since the start of the file, at most ``latestTime``.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func time(at ticks: Ticks) -> Nanoseconds {
    let segment = lastSegment { $0.start <= ticks }
    let rounded = (2 * unrounded(ticks, in: segment) + denominator) / (2 * denominator)
    return min(Nanoseconds(rawValue: Int64(clamping: rounded)), Self.latestTime)
  }

  /// Returns the last segment that satisfies a condition, or the first segment if none does.
  ///
  /// The segments that satisfy the condition must precede the others.
  func lastSegment(where predicate: (Segment) -> Bool) -> Segment {
    segments[max(1, segments.partitioningIndex { !predicate($0) }) - 1]
  }

  private func unrounded(_ ticks: Ticks, in segment: Segment) -> UInt128 {
    segment.startTime + UInt128((ticks - segment.start).rawValue) * segment.lengthOfTick
  }
}

extension TempoMap {
  /// Returns the first tick whose ``time(at:)`` is `time` or later.
  ///
  /// A range that starts or ends at `time` is cut at this tick, so that each tick is on the same side as its time. The
  /// result is exact, like ``time(at:)``. Times before the start return tick 0. Times after ``latestTime`` are
  /// extrapolated, and times that no tick reaches return the largest tick.
  ///
  /// - Complexity: O(log *n*) in the number of tempo events.
  public func ticks(at time: Nanoseconds) -> Ticks {
    guard time > .zero else { return .zero }
    // Times are rounded, so a tick counts as at `time` from half a nanosecond before it.
    let reached = ((2 * UInt128(time.rawValue) - 1) * denominator + 1) / 2
    let segment = lastSegment { $0.startTime < reached }
    guard segment.lengthOfTick > 0 else { return Ticks(rawValue: .max) }
    let span = reached - segment.startTime
    return segment.tick((span + segment.lengthOfTick - 1) / segment.lengthOfTick)
  }

  /// Returns the tick nearest to a time, or the later of two equally near ticks.
  ///
  /// Times before the start return tick 0.
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
  /// Returns the tick at the given number of ticks after the start, or the largest tick on overflow.
  fileprivate func tick(_ count: UInt128) -> Ticks {
    Ticks(rawValue: UInt64(clamping: UInt128(start.rawValue) + count))
  }
}
