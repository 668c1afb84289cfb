public import MIDICore

/// The quarter notes and bar lines of a take.
///
/// It gives passages their bars, and quantized or swung notes their places. Places are exact fractions of ticks, and times
/// are rounded to microseconds, as the times of a ``Performance`` are. Times before the start, and times that no file
/// can have, have no place and stay as they are.
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
      self.lengthOfBar = max(lengthOfBar, 1)
      self.unit = max(unit, 1)
    }
  }

  /// The times of ticks.
  public let tempoMap: TempoMap
  /// The number of ticks per quarter note.
  public let ticksPerQuarter: UInt64
  /// The meters in order; the first starts at tick 0.
  public let meters: [Meter]

  /// Creates a grid with the given values. Without meters, bars have four quarter notes.
  public init(tempoMap: TempoMap, ticksPerQuarter: UInt64, meters: [Meter]) {
    self.tempoMap = tempoMap
    self.ticksPerQuarter = max(ticksPerQuarter, 1)
    let first = Meter(start: .zero, lengthOfBar: self.ticksPerQuarter.multipliedLimiting(by: 16), unit: 4)
    self.meters = meters.first?.start == .zero ? meters : [first] + meters
  }

  /// Returns the nearest start of one of the equal parts of a quarter note, or the later of two equally near starts.
  ///
  /// - Complexity: O(log *n*) in the number of tempos.
  func quantized(_ time: Nanoseconds, partsPerQuarter: Int) -> Nanoseconds {
    guard partsPerQuarter > 0, let place = place(of: time) else { return time }
    let (parts, quarter) = (UInt128(min(partsPerQuarter, 1024)), UInt128(ticksPerQuarter) * place.denominator)
    let nearest = (2 * place.numerator * parts + quarter) / (2 * quarter)
    return self.time(at: Place(numerator: nearest * UInt128(ticksPerQuarter), denominator: parts))
  }

  /// Returns the swung time of a straight note.
  ///
  /// The parts of a quarter note form pairs, the first of which starts with the quarter note. Time passes evenly in
  /// each part, so a pair keeps its start, its second part starts later, and notes within the parts move accordingly.
  ///
  /// - Parameters:
  ///   - ratioThousandths: The length of the first part in thousandths of the second.
  ///   - partsPerQuarter: The number of parts of a quarter note: 2 for swung eighth notes.
  /// - Complexity: O(log *n*) in the number of tempos.
  func swung(_ time: Nanoseconds, ratioThousandths: Int, partsPerQuarter: Int) -> Nanoseconds {
    guard partsPerQuarter > 0, ratioThousandths > 0, let place = place(of: time) else { return time }
    let (ratio, parts) = (UInt128(min(ratioThousandths, 1_000_000)), UInt128(min(partsPerQuarter, 1024)))
    // A part, in units of a tick divided by the denominator and by the number of parts.
    let part = UInt128(ticksPerQuarter) * place.denominator
    let (pair, rest) = (place.numerator * parts).quotientAndRemainder(dividingBy: 2 * part)
    if rest == 0 { return time }
    // The same units, divided by the sum of the ratio and 1000.
    let moved = rest <= part ? 2 * rest * ratio : 2 * part * ratio + 2 * (rest - part) * 1000
    return self.time(
      at: Place(
        numerator: 2 * pair * part * (ratio + 1000) + moved,
        denominator: place.denominator * parts * (ratio + 1000)))
  }

  /// Returns how much later a note is under an effect: zero unless the effect depends on the beats.
  func delay(of time: Nanoseconds, under effect: PassageEffect) -> Nanoseconds {
    switch effect {
    case .swung(let ratio, let parts, _):
      swung(time, ratioThousandths: ratio, partsPerQuarter: parts).subtracting(time)
    case .quantized(let parts, _): quantized(time, partsPerQuarter: parts).subtracting(time)
    default: .zero
    }
  }

  /// Returns how much later the end of a note is under an effect.
  func delay(ofEndOf note: Note, under effect: PassageEffect) -> Nanoseconds {
    delay(of: effect.includesEnds ? note.offset ?? note.onset : note.onset, under: effect)
  }

  /// Returns the number of quarter notes up to a time, nearly, or `nil` if the time has no place.
  func quarters(at time: Nanoseconds) -> Double? {
    guard let place = place(of: time) else { return nil }
    let (tick, rest) = place.numerator.quotientAndRemainder(dividingBy: place.denominator)
    return (Double(tick) + Double(rest) / Double(place.denominator)) / Double(ticksPerQuarter)
  }

  /// Returns the length of the quarter note at a time.
  func lengthOfQuarter(at time: Nanoseconds) -> Nanoseconds {
    let quarter = UInt128(ticksPerQuarter)
    guard let place = place(of: time) else { return .zero }
    let start = place.numerator / place.denominator / quarter * quarter
    return self.time(at: Place(numerator: start + quarter, denominator: 1))
      .subtracting(self.time(at: Place(numerator: start, denominator: 1)))
  }

  /// Returns the last bar line at or before a time, or the time itself if none is.
  ///
  /// - Complexity: O(log *n*) in the number of tempos and meters.
  func barLine(before time: Nanoseconds) -> Nanoseconds {
    guard let place = place(of: time) else { return time }
    let tick = place.numerator / place.denominator
    let meter = meters[max(1, meters.partitioningIndex { UInt128($0.start.rawValue) > tick }) - 1]
    let count = meter.barCount(at: tick)
    let line = barTime(meter, count)
    // The time may have been rounded up to the bar line.
    return line <= time || count == 0 ? line : barTime(meter, count - 1)
  }

  /// Returns the first bar line at or after a time, or the time itself if none is.
  ///
  /// - Complexity: O(log *n*) in the number of tempos and meters.
  func barLine(after time: Nanoseconds) -> Nanoseconds {
    guard let place = place(of: time) else { return max(time, .zero) }
    let tick = place.numerator / place.denominator
    let next = meters.partitioningIndex { UInt128($0.start.rawValue) > tick }
    let meter = meters[max(1, next) - 1]
    let count = meter.barCount(at: tick)
    let line = barTime(meter, count)
    if line >= time { return line }
    let after = barTime(meter, count + 1)
    return next < meters.count ? min(after, self.time(at: Place(meters[next].start))) : after
  }

  /// Returns the first bar lines in a range of times.
  func barLines(in range: ClosedRange<Nanoseconds>, atMost count: Int) -> [Nanoseconds] {
    steps(in: range, atMost: count) { barLine(after: $0) }
  }

  /// Returns the first starts of quarter notes in a range of times.
  func quarters(in range: ClosedRange<Nanoseconds>, atMost count: Int) -> [Nanoseconds] {
    steps(in: range, atMost: count) { time in
      let nearest = quantized(time, partsPerQuarter: 1)
      return nearest >= time
        ? nearest : quantized(nearest.adding(lengthOfQuarter(at: time)), partsPerQuarter: 1)
    }
  }

  /// Returns the first times in a range.
  ///
  /// - Parameter next: Returns the first time at or after another.
  private func steps(
    in range: ClosedRange<Nanoseconds>, atMost count: Int, next: (Nanoseconds) -> Nanoseconds
  ) -> [Nanoseconds] {
    var steps: [Nanoseconds] = []
    var time = next(range.lowerBound)
    while range.contains(time), steps.count < count {
      steps.append(time)
      time = max(next(time.adding(Nanoseconds(rawValue: 1))), time.adding(Nanoseconds(rawValue: 1)))
    }
    return steps
  }

  /// Returns the time of a bar line.
  private func barTime(_ meter: Meter, _ number: UInt128) -> Nanoseconds {
    time(at: Place(Ticks(rawValue: UInt64(clamping: meter.tick(ofBar: number)))))
  }
}

extension BeatGrid.Meter {
  /// Returns the number of bars that end at or before a tick.
  fileprivate func barCount(at tick: UInt128) -> UInt128 {
    // The first tick of a bar is rounded down, so the bar of the next tick may start at this one.
    let count = (tick + 1 - UInt128(start.rawValue)) * UInt128(unit) / UInt128(lengthOfBar)
    return self.tick(ofBar: count) <= tick ? count : count - 1
  }

  /// Returns the tick of a bar line, rounded down.
  fileprivate func tick(ofBar number: UInt128) -> UInt128 {
    UInt128(start.rawValue) + number * UInt128(lengthOfBar) / UInt128(unit)
  }
}

// MARK: Places

extension BeatGrid {
  /// A number of ticks since the start, as a fraction.
  private struct Place {
    var numerator: UInt128
    var denominator: UInt128

    init(numerator: UInt128, denominator: UInt128) {
      self.numerator = numerator
      self.denominator = denominator
    }

    init(_ tick: Ticks) { self.init(numerator: UInt128(tick.rawValue), denominator: 1) }
  }

  /// Returns the place of a time, which is rounded to microseconds, or `nil` if it has none.
  ///
  /// It is that of the last tick whose time is rounded equally, or otherwise between two ticks.
  private func place(of time: Nanoseconds) -> Place? {
    let (time, half) = (time.roundedToMicroseconds, Nanoseconds(rawValue: 500))
    guard time >= .zero, time < TempoMap.latestTime - half else { return nil }
    let next = tempoMap.ticks(at: time + half)
    // The product of a place and a ratio must be below 2¹²⁸.
    guard next.rawValue < 1 << 60 else { return nil }
    let last = Ticks(rawValue: next.rawValue - 1)
    let start = tempoMap.time(at: last)
    if start >= time - half { return Place(last) }
    let length = UInt128((tempoMap.time(at: next) - start).rawValue)
    return Place(
      numerator: UInt128(last.rawValue) * length + UInt128((time - start).rawValue), denominator: length)
  }

  /// Returns the time of a place.
  private func time(at place: Place) -> Nanoseconds {
    let (tick, rest) = place.numerator.quotientAndRemainder(dividingBy: place.denominator)
    let start = tempoMap.time(at: Ticks(rawValue: UInt64(clamping: tick)))
    guard rest > 0 else { return start.roundedToMicroseconds }
    let next = tempoMap.time(at: Ticks(rawValue: UInt64(clamping: tick + 1)))
    let length = UInt128((next - start).rawValue)
    let part = (2 * length * rest + place.denominator) / (2 * place.denominator)
    return start.adding(Nanoseconds(rawValue: Int64(clamping: part))).roundedToMicroseconds
  }
}

extension UInt64 {
  /// Returns the product with another number, or the largest number on overflow.
  fileprivate func multipliedLimiting(by other: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
