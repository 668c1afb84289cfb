public import MIDICore

/// The bars and beats of a file, by its tempos and time signatures.
///
/// Without a time signature, bars have four quarter notes. A time signature starts a new bar, even in the middle of one.
public struct MeterMap: Sendable {
  /// A position in bars and beats.
  public struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The bar. The first one is 1.
    public let bar: Int
    /// The beat in its bar, in hundredths. The first beat is 100.
    public let beatHundredths: Int

    /// The position: `12:3.50` is halfway between the third and the fourth beat of bar 12.
    public var description: String {
      "\(bar):\(decimalText(Int64(beatHundredths), decimals: 2, keepsZeros: true))"
    }
  }

  /// A part of the file with one time signature.
  private struct Segment {
    var start: Ticks
    var firstBar: Int
    var beatCount: Int
    /// The length of a beat in ticks, multiplied by ``unit``.
    var lengthOfBeat: UInt64
    var unit: UInt64

    /// The number of beats that a tempo counts as one: three eighth notes in 6/8.
    var beatsPerPulse: Int { unit >= 8 && beatCount > 3 && beatCount % 3 == 0 ? 3 : 1 }
    var lengthOfBar: UInt64 { lengthOfBeat * UInt64(beatCount) }
  }

  /// The tempos and time signatures as a separate file, which gives an equal map.
  package let conductorTrack: MIDIFile
  package let tempoMap: TempoMap
  /// The segments in order of time; the first starts at tick 0.
  private var segments: [Segment]

  /// Creates the map of a file, or returns `nil` if the file's time is that of a time code, which has no beats.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events.
  public init?(_ file: MIDIFile) {
    guard case .ticksPerQuarter(let ticks) = file.division else { return nil }
    let events = file.tracks.lazy.flatMap(\.events).filter { event in
      switch event.event {
      case .meta(.timeSignature(let signature)): signature.numerator > 0
      case .meta(.tempo): true
      default: false
      }
    }.sorted { $0.time < $1.time }
    let track = MIDIFile.Track(events: events, end: events.last?.time ?? .zero)
    conductorTrack = MIDIFile(format: .singleTrack, division: file.division, tracks: [track])
    tempoMap = conductorTrack.tempoMap(of: conductorTrack.tracks)
    segments = []
    append(TimeSignature(numerator: 4, denominatorPower: 2), at: .zero, UInt64(ticks))
    for event in events {
      guard case .meta(.timeSignature(let signature)) = event.event else { continue }
      append(signature, at: event.time, UInt64(ticks))
    }
  }

  /// The number of ticks per quarter note.
  package var ticksPerQuarter: UInt64 { segments[0].lengthOfBeat / 4 }

  /// The first tick of each time signature, and the length of its bars in ticks, multiplied by `unit`.
  package var bars: [(start: Ticks, length: UInt64, unit: UInt64)] {
    segments.map { ($0.start, $0.lengthOfBar, $0.unit) }
  }

  private mutating func append(_ signature: TimeSignature, at time: Ticks, _ ticksPerQuarter: UInt64) {
    var firstBar = 1
    if let last = segments.last {
      let (bars, rest) = (UInt128((time - last.start).rawValue) * UInt128(last.unit)).quotientAndRemainder(
        dividingBy: UInt128(last.lengthOfBar))
      firstBar = last.firstBar + Int(clamping: bars) + (rest > 0 ? 1 : 0)
      if last.start == time { segments.removeLast() }
    }
    segments.append(
      Segment(
        start: time, firstBar: firstBar, beatCount: Int(signature.numerator),
        lengthOfBeat: max(1, ticksPerQuarter) * 4, unit: 1 << UInt64(min(signature.denominatorPower, 16))))
  }

  /// Returns the position of a time, rounded to the nearest tick and hundredth of a beat. Times before the start are at
  /// the start.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of tempos, and *m* that of time signatures.
  public func position(at time: Nanoseconds) -> Position {
    let tick = tempoMap.nearestTicks(to: time)
    let segment = segments.last { $0.start <= tick } ?? segments[0]
    let beats = UInt128((tick - segment.start).rawValue) * UInt128(segment.unit) * 100
    let hundredths = Int(
      clamping: (beats + UInt128(segment.lengthOfBeat) / 2) / UInt128(segment.lengthOfBeat))
    let (bars, rest) = hundredths.quotientAndRemainder(dividingBy: segment.beatCount * 100)
    return Position(bar: segment.firstBar + bars, beatHundredths: rest + 100)
  }

  /// Returns the bar and the beat of a time, both from 1, and the exact distance from the beat.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of tempos, and *m* that of time signatures.
  package func place(at time: Nanoseconds) -> (bar: Int, beat: Int, offset: NoteValue) {
    let tick = tempoMap.nearestTicks(to: time)
    let segment = segments.last { $0.start <= tick } ?? segments[0]
    let length = UInt128((tick - segment.start).rawValue) * UInt128(segment.unit)
    let (beats, rest) = length.quotientAndRemainder(dividingBy: UInt128(segment.lengthOfBeat))
    let (bars, beat) = Int(clamping: beats).quotientAndRemainder(dividingBy: segment.beatCount)
    return (
      segment.firstBar + bars, beat + 1, NoteValue(UInt64(rest), segment.unit * segment.lengthOfBeat)
    )
  }

  /// Returns the length from one time to a later one in note values, whatever the tempo.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of tempos.
  package func length(from start: Nanoseconds, to end: Nanoseconds) -> NoteValue {
    let (first, last) = (tempoMap.nearestTicks(to: start), tempoMap.nearestTicks(to: end))
    return NoteValue(max(last, first).rawValue - first.rawValue, segments[0].lengthOfBeat)
  }

  /// Returns the number of beats from the start of the file to a time, by the time signatures in between.
  ///
  /// Times before the start are at the start.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of tempos, and *m* that of time signatures.
  public func beats(at time: Nanoseconds) -> Double { count(at: time) { _ in 1 } }

  /// Returns the number of pulses from the start of the file to a time: beats, but dotted ones in compound meters such as
  /// 6/8, whose tempo counts them.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of tempos, and *m* that of time signatures.
  package func pulses(at time: Nanoseconds) -> Double { count(at: time, \.beatsPerPulse) }

  /// Returns the length of a pulse at a time: a quarter note in 4/4, and a dotted one in 6/8.
  package func pulse(at time: Nanoseconds) -> NoteValue {
    let tick = tempoMap.nearestTicks(to: time)
    let segment = segments.last { $0.start <= tick } ?? segments[0]
    return NoteValue(UInt64(segment.beatsPerPulse), segment.unit)
  }

  private func count(at time: Nanoseconds, _ beatsPerCount: (Segment) -> Int) -> Double {
    let tick = tempoMap.nearestTicks(to: time)
    var count = 0.0
    for (index, segment) in segments.enumerated() where segment.start <= tick {
      let end = index + 1 < segments.count ? min(segments[index + 1].start, tick) : tick
      let beats = Double((end - segment.start).rawValue) * Double(segment.unit) / Double(segment.lengthOfBeat)
      count += beats / Double(beatsPerCount(segment))
    }
    return count
  }

  /// Returns the start times of the bars up to a time, at most the given number.
  ///
  /// - Complexity: O(*n* log *m*), where *n* is the number of bars, and *m* that of tempos.
  public func bars(through end: Nanoseconds, limit: Int) -> [Nanoseconds] {
    starts(through: end, limit: limit, isBeats: false).map(\.time)
  }

  /// Returns the times of the beats up to a time, at most the given number, and whether a bar starts there.
  ///
  /// - Complexity: O(*n* log *m*), where *n* is the number of beats, and *m* that of tempos.
  public func beats(through end: Nanoseconds, limit: Int) -> [(time: Nanoseconds, startsBar: Bool)] {
    starts(through: end, limit: limit, isBeats: true)
  }

  /// Returns the starts of bars, or of all beats.
  private func starts(
    through end: Nanoseconds, limit: Int, isBeats: Bool
  ) -> [(time: Nanoseconds, startsBar: Bool)] {
    var starts: [(time: Nanoseconds, startsBar: Bool)] = []
    for (index, segment) in segments.enumerated() {
      let next = index + 1 < segments.count ? segments[index + 1].start : nil
      let length = isBeats ? segment.lengthOfBeat : segment.lengthOfBar
      let perBar = isBeats ? UInt64(segment.beatCount) : 1
      var count: UInt64 = 0
      while starts.count < limit {
        let (product, overflow) = count.multipliedReportingOverflow(by: length)
        let start = Ticks(rawValue: segment.start.rawValue + product / segment.unit)
        if overflow || next.map({ start >= $0 }) ?? false { break }
        let time = tempoMap.time(at: start)
        guard time <= end else { return starts }
        starts.append((time, count % perBar == 0))
        count += 1
      }
    }
    return starts
  }
}

/// A musical duration as a fraction of a whole note, in lowest terms.
package struct NoteValue: Hashable, Sendable, CustomStringConvertible {
  /// The numerator.
  package let numerator: UInt64
  /// The denominator, at least 1.
  package let denominator: UInt64

  /// Creates a fraction. The denominator must not be 0.
  init(_ numerator: UInt64, _ denominator: UInt64) {
    let divisor = greatestCommonDivisor(denominator, numerator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The fraction, such as `3/16`, or `2`.
  package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
