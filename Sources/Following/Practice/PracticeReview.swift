package import MIDICore
internal import Timelines

/// What a teacher hears in a performance: how much was played, where it stopped, and how steady, even, and balanced it is.
///
/// The parts of the expected take that have a number are bars, or spans of equal length without bars. Each mistake counts
/// in the bar where it starts, except those of a whole part and of the whole performance.
package struct PracticeReview: Sendable {
  /// A bar as it was played.
  package struct Bar: Hashable, Sendable {
    /// The number of expected notes in the parts that are played.
    package fileprivate(set) var noteCount = 0
    /// The number of these notes that were played.
    package fileprivate(set) var playedCount = 0
    /// The number of mistakes that start in the bar.
    package fileprivate(set) var mistakeCount = 0
    /// The speed relative to the expected take, or `nil` if the bar wasn't played without a stop.
    package fileprivate(set) var speed: Double?

    /// Whether the bar has notes, and hardly any was played.
    package var isUnplayed: Bool { noteCount > 0 && playedCount * 5 < noteCount }
  }

  /// A source and channel, and how much of it was played.
  package struct PlayedLine: Hashable, Sendable {
    /// The source and the channel.
    package let line: NoteAlignment.Line
    /// The number of expected notes.
    package fileprivate(set) var noteCount = 0
    /// The number of played notes.
    package fileprivate(set) var playedCount = 0
  }

  /// The starts of the bars in the expected take.
  package let starts: [Nanoseconds]
  /// The bars in order.
  package private(set) var bars: [Bar]
  /// The sources and channels of the expected take, in order.
  package private(set) var lines: [PlayedLine] = []
  /// The places where the player stopped, or went on elsewhere, in order of the performance.
  package let stops: [Stop]
  /// The speed, or `nil` if too little was played.
  package let pace: Pace?
  /// The runs of equal short notes, in order of the performance.
  package let runs: [NoteRun]
  /// The balance of two hands, or `nil` if the expected take doesn't have two parts that were played.
  package let balance: HandBalance?
  /// The use of the sustain pedal, or `nil` if neither take has any.
  package let pedaling: Pedaling?

  /// Reviews an aligned performance.
  ///
  /// - Parameters:
  ///   - alignment: The alignment.
  ///   - starts: The starts of the bars in the expected take, in order, at least one.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes and bars.
  package init(_ alignment: NoteAlignment, starts: [Nanoseconds]) {
    self.starts = starts
    bars = Array(repeating: Bar(), count: starts.count)
    stops = alignment.passages.stops
    let noteLines = NoteLines(alignment.expected.notes)
    runs = NoteRun.runs(in: alignment, of: noteLines, stops: stops)
    pedaling = Pedaling(alignment)
    let isPlayed = alignment.passages.isPlayedInUnison(of: alignment.expected.notes)
    var isLeftOut = [Bool](repeating: false, count: isPlayed.count)
    for case .unplayed(let part) in alignment.mistakes.map(\.kind) {
      for note in part.notes { isLeftOut[note] = true }
    }
    lines = noteLines.lines.map { PlayedLine(line: $0) }
    for (index, line) in noteLines.lineOfNote.enumerated() {
      lines[line].noteCount += 1
      if isPlayed[index] { lines[line].playedCount += 1 }
    }
    balance = HandBalance(alignment, played: lines)
    let speeds = Self.speeds(of: alignment.passages, starts, stops)
    pace = Pace(speeds)
    for (bar, speed) in speeds { bars[bar].speed = bars[bar].speed ?? speed }
    var current = 0
    for (index, note) in alignment.expected.notes.enumerated() where !isLeftOut[index] {
      while current + 1 < starts.count, starts[current + 1] <= note.onset { current += 1 }
      bars[current].noteCount += 1
      if isPlayed[index] { bars[current].playedCount += 1 }
    }
    for mistake in alignment.mistakes {
      switch mistake.kind {
      case .unplayed: continue
      case .transposed(let transposition) where transposition.semitones == alignment.semitones: continue
      default: bars[bar(at: mistake.expectedTime)].mistakeCount += 1
      }
    }
  }

  /// Returns the index of the bar at a time in the expected take.
  package func bar(at time: Nanoseconds) -> Int { max(starts.partitioningIndex { $0 > time } - 1, 0) }

  /// The bars with at least two mistakes, most mistakes first.
  package var hardestBars: [Int] {
    bars.indices.filter { bars[$0].mistakeCount > 1 }.ordered { -bars[$0].mistakeCount }
  }

  /// The first and the last bar with a played note, or `nil` if there is none.
  package var playedBars: ClosedRange<Int>? {
    guard let first = bars.firstIndex(where: { $0.playedCount > 0 }),
      let last = bars.lastIndex(where: { $0.playedCount > 0 })
    else { return nil }
    return first...last
  }

  /// Returns the speed of each bar that a passage plays, in order of the performance.
  private static func speeds(
    of passages: [NoteAlignment.Passage], _ starts: [Nanoseconds], _ stops: [Stop]
  ) -> [(bar: Int, speed: Double)] {
    var speeds: [(bar: Int, speed: Double)] = []
    var nextStop = 0
    for passage in passages {
      guard let first = passage.warp.points.first, let last = passage.warp.points.last else { continue }
      let bars =
        starts.partitioningIndex { $0 >= first.expected }..<starts.partitioningIndex { $0 > last.expected }
      for bar in bars.dropLast() {
        let (start, end) = (starts[bar], starts[bar + 1])
        let (played, playedEnd) = (passage.warp.actualTime(of: start), passage.warp.actualTime(of: end))
        while nextStop < stops.count, stops[nextStop].resumed <= played { nextStop += 1 }
        let hasStop = nextStop < stops.count && stops[nextStop].began < playedEnd
        let length = playedEnd.subtracting(played).seconds
        if length > 0, !hasStop { speeds.append((bar, end.subtracting(start).seconds / length)) }
      }
    }
    return speeds
  }
}

extension Nanoseconds {
  /// The number of seconds.
  var seconds: Double { Double(rawValue) / 1e9 }
}
