public import MIDICore

/// The quarter notes and bar lines of a take.
///
/// It gives passages their bars, and quantized or swung notes their places.
public struct BeatGrid: Hashable, Sendable {
  /// The bars of a time signature.
  public struct Meter: Hashable, Sendable {
    /// The first tick, which is a bar line.
    public var start: Ticks
    /// The length of a bar in ticks, multiplied by ``unit``.
    public var lengthOfBar: UInt64
    /// The number by which ``lengthOfBar`` is multiplied.
    public var unit: UInt64

    /// Creates the bars of a time signature with the given values.
    public init(start: Ticks, lengthOfBar: UInt64, unit: UInt64) {
      self.start = start
      self.lengthOfBar = lengthOfBar
      self.unit = unit
    }
  }

  /// The times of ticks.
  public let tempoMap: TempoMap
  /// The number of ticks per quarter note.
  public let ticksPerQuarter: UInt64
  /// The meters in order; the first starts at tick 0.
  public let meters: [Meter]

  /// Creates a grid with the given values.
  public init(tempoMap: TempoMap, ticksPerQuarter: UInt64, meters: [Meter]) {
    self.tempoMap = tempoMap
    self.ticksPerQuarter = max(ticksPerQuarter, 1)
    self.meters = meters
  }

  /// Returns the nearest start of one of the equal parts of a quarter note.
  func quantized(_ time: Nanoseconds, partsPerQuarter: Int) -> Nanoseconds { time }

  /// Returns the swung time of a straight note.
  ///
  /// A note at the start of the second of two parts starts later; other notes keep their time.
  func swung(_ time: Nanoseconds, ratioThousandths: Int, partsPerQuarter: Int) -> Nanoseconds { time }

  /// Returns the last bar line at or before a time.
  func barLine(before time: Nanoseconds) -> Nanoseconds { time }

  /// Returns the first bar line at or after a time.
  func barLine(after time: Nanoseconds) -> Nanoseconds { time }
}
