internal import Following
internal import MIDICore
internal import MIDIFiles
internal import Timelines

/// How a score was played: how much, where it stopped, the tempo, the spread of chords, the velocities, and the pedal.
struct PlayingSummary {
  /// The length of a part if there are no bars.
  private static let span = Nanoseconds.seconds(2)
  private static let maxCount = 20_000

  /// The alignment.
  let alignment: NoteAlignment
  /// The bars and beats of the expected times, or `nil` for seconds.
  let meter: MeterMap?
  /// What a teacher hears.
  let review: PracticeReview
  /// The unit of the tempo: `BPM` for quarter notes, such as `dotted quarters per minute` for others, or `nil` if the
  /// tempo is relative to the expected one.
  let unit: String?
  /// The tempos of parts and the ends of these parts, in order of the performance.
  private(set) var tempos:
    [(tempo: NoteAlignmentDocument.Tempo, end: (expected: Nanoseconds, actual: Nanoseconds))] = []
  /// The mean tempo, weighted by time, or `nil` if nothing matches.
  private(set) var meanTempo: Double?
  /// The chords in order of the performance.
  let chords: [NoteAlignment.ChordSpread]
  /// The velocities of the matched notes, or `nil` if no note matches.
  private(set) var velocities: NoteAlignmentDocument.Velocities?
  /// The differences from the expected velocities, or `nil` if no note matches or all expected velocities are equal, as
  /// in a score without dynamics.
  let velocityDifferences: NoteAlignmentDocument.Velocities?

  /// Whether all matched notes have their expected velocities.
  let hasExpectedVelocities: Bool

  /// Summarizes an alignment.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes and bars.
  init(_ alignment: NoteAlignment, meter: MeterMap?) {
    self.alignment = alignment
    self.meter = meter
    var starts =
      meter?.bars(through: alignment.expected.end, limit: Self.maxCount)
      ?? (0..<Self.maxCount).lazy.map { Self.span * $0 }.prefix { $0 <= alignment.expected.end }.map { $0 }
    // The end of the take isn't a bar.
    if starts.count > 1, starts.last == alignment.expected.end { starts.removeLast() }
    review = PracticeReview(alignment, starts: starts)
    unit = meter.map { meter in
      let pulses = Set(alignment.passages.lazy.flatMap(\.warp.points).map { meter.pulse(at: $0.expected) })
      return pulses.count > 1 ? "beats per minute" : pulses.first.map(\.tempoUnit) ?? "BPM"
    }
    chords = alignment.chordSpreads
    let pairs = alignment.passages.lazy.flatMap(\.matches).map {
      (
        expected: Int(alignment.expected.notes[$0.expected].velocity.rawValue),
        actual: Int(alignment.actual.notes[$0.actual].velocity.rawValue)
      )
    }
    velocities = NoteAlignmentDocument.Velocities(pairs.map(\.actual))
    let first = pairs.first?.expected
    velocityDifferences =
      pairs.allSatisfy { $0.expected == first }
      ? nil : NoteAlignmentDocument.Velocities(pairs.map { $0.actual - $0.expected })
    hasExpectedVelocities = pairs.allSatisfy { $0.expected == $0.actual }
    velocities?.meanDifference = velocityDifferences?.mean

    var (sum, time) = (0.0, 0.0)
    for passage in alignment.passages {
      guard let first = passage.warp.points.first, let last = passage.warp.points.last, first != last else {
        continue
      }
      /// Returns the musical length of a part in beats that a tempo counts, or in minutes.
      func length(_ start: Nanoseconds, _ end: Nanoseconds) -> Double {
        meter.map { $0.pulses(at: end) - $0.pulses(at: start) } ?? Self.minutes(start, end)
      }
      sum += length(first.expected, last.expected)
      time += Self.minutes(first.actual, last.actual)
      let bars = starts.filter { first.expected <= $0 && $0 <= last.expected }
      let edges = bars.count > 1 ? bars : [first.expected, last.expected]
      for (start, end) in zip(edges, edges.dropFirst()) {
        let (actualStart, actualEnd) = (passage.warp.actualTime(of: start), passage.warp.actualTime(of: end))
        let tempo = length(start, end) / Self.minutes(actualStart, actualEnd)
        let part = NoteAlignmentDocument.Tempo(tempo, at: start, actualStart, meter)
        tempos.append((part, (end, actualEnd)))
      }
    }
    meanTempo = time > 0 ? sum / time : nil
  }

  /// Returns the minutes between two times, at least a nanosecond.
  private static func minutes(_ start: Nanoseconds, _ end: Nanoseconds) -> Double {
    max(Double(end.rawValue) - Double(start.rawValue), 1) / 60e9
  }

  /// The mean spread of the chords, or `nil` if there are none.
  var meanSpread: Nanoseconds? {
    guard !chords.isEmpty else { return nil }
    let sum = chords.reduce(Int128(0)) { $0 + Int128($1.spread.rawValue) }
    return Nanoseconds(rawValue: Int64(clamping: sum / Int128(chords.count)))
  }
}

extension NoteValue {
  /// The unit of a tempo that counts notes of this length.
  fileprivate var tempoUnit: String {
    switch (numerator, denominator) {
    case (1, 4): "BPM"
    case (1, 1): "whole notes per minute"
    case (1, 2): "half notes per minute"
    case (1, 8): "eighths per minute"
    case (1, 16): "sixteenths per minute"
    case (3, 4): "dotted halves per minute"
    case (3, 8): "dotted quarters per minute"
    case (3, 16): "dotted eighths per minute"
    default: "notes of \(self) per minute"
    }
  }
}
