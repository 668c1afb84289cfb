package import Following
package import MIDICore
package import MIDIFiles
internal import Timelines

/// A note-by-note alignment as JSON.
///
/// Times are in nanoseconds, and notes are indices from 0 in order of onset. Absent values have no key.
package struct NoteAlignmentDocument: Encodable, Sendable {
  /// A take.
  struct Take: Encodable, Sendable {
    var name: String
    var duration: Nanoseconds
    var notes: [NoteDocument]
  }

  /// A passage without a jump.
  struct Passage: Encodable, Sendable {
    /// The first expected note, and the one after the last.
    var expected: [Int]
    /// The first actual note, and the one after the last.
    var actual: [Int]
    /// Pairs of an expected and an actual note.
    var matches: [[Int]]
    /// Pairs of an expected and an actual time.
    var times: [[Nanoseconds]]
  }

  /// A mistake.
  struct Mistake: Encodable, Sendable {
    var kind: String
    var text: String
    var expectedTime: Nanoseconds
    var actualTime: Nanoseconds
    /// The expected time in bars and beats.
    var position: DifferenceDocument.Position?
    /// The expected notes.
    var expected: [Int]
    /// The actual notes.
    var actual: [Int]
  }

  /// Extra notes around a note.
  struct Ornament: Encodable, Sendable {
    var expected: Int
    var actual: Int
    var extra: [Int]
  }

  /// A chord.
  struct Chord: Encodable, Sendable {
    var expectedTime: Nanoseconds
    var position: DifferenceDocument.Position?
    /// The actual notes in the order in which they were played.
    var actual: [Int]
    var spread: Nanoseconds
  }

  /// The tempo of a bar, or of two seconds if there are no bars.
  struct Tempo: Encodable, Sendable {
    /// The start in the expected take.
    let expectedTime: Nanoseconds
    /// The start in the actual take.
    let actualTime: Nanoseconds
    let bar: Int?
    let beatsPerMinute: Double?
    /// The speed relative to the expected take, if it has no beats.
    let speed: Double?

    /// Creates a tempo in beats per minute or, without a meter, relative to the expected take.
    init(_ value: Double, at expectedTime: Nanoseconds, _ actualTime: Nanoseconds, _ meter: MeterMap?) {
      (self.expectedTime, self.actualTime) = (expectedTime, actualTime)
      bar = meter?.position(at: expectedTime).bar
      (beatsPerMinute, speed) = meter == nil ? (nil, value) : (value, nil)
    }

    /// The beats per minute, or the speed relative to the expected take.
    var value: Double { beatsPerMinute ?? speed ?? 0 }
  }

  /// The velocities of the matched notes, or their differences from the expected velocities.
  struct Velocities: Encodable, Sendable {
    let mean: Double
    let least: Int
    let greatest: Int
    /// The mean difference from the expected velocities.
    var meanDifference: Double?

    /// Creates the velocities of some notes, or returns `nil` without notes.
    init?(_ values: some Collection<Int>) {
      guard let least = values.min(), let greatest = values.max() else { return nil }
      (self.least, self.greatest) = (least, greatest)
      mean = Double(values.reduce(0, +)) / Double(values.count)
    }
  }

  /// A bar, or a span of two seconds if there are no bars.
  struct Bar: Encodable, Sendable {
    /// The start in the expected take.
    var expectedTime: Nanoseconds
    /// The number of expected notes in the parts that are played.
    var notes: Int
    /// The number of these notes that were played.
    var played: Int
    /// The number of mistakes that start in the bar.
    var mistakes: Int
    /// The speed relative to the expected take, if the bar was played without a stop.
    var speed: Double?
  }

  /// A place where the player stopped, or went on elsewhere.
  struct Stop: Encodable, Sendable {
    /// The times of the last chord before the stop, and of the next one, in the expected take.
    var expected: [Nanoseconds]
    /// The times of the same chords in the performance.
    var actual: [Nanoseconds]
    /// The length of the pause beyond what the tempo gives, or 0.
    var pause: Nanoseconds
    /// Whether the player went back, or skipped something.
    var isJump: Bool
  }

  /// Equal short notes in a row.
  struct Run: Encodable, Sendable {
    var expectedTime: Nanoseconds
    var notes: Int
    /// The standard deviation of the times between the notes, relative to their mean.
    var unevenness: Double
  }

  /// The uses of the sustain pedal.
  struct Pedal: Encodable, Sendable {
    /// The number of times that it is pressed in the expected and in the actual take.
    var presses: [Int]
    /// The number of notes that sound longer because of a pedal, in the expected and in the actual take.
    var heldNotes: [Int]
  }

  let isSame: Bool
  let verdict: String
  /// How the score was played, in words.
  let summary: [String]
  let expected: Take
  let actual: Take
  /// The number of mistakes by kind.
  let counts: [String: Int]
  let passages: [Passage]
  let mistakes: [Mistake]
  let ornaments: [Ornament]
  let meanTempo: Tempo?
  let tempos: [Tempo]
  let chords: [Chord]
  let velocities: Velocities?
  let bars: [Bar]
  let stops: [Stop]
  /// The median speed of the bars relative to the expected take.
  let speed: Double?
  /// The deviation from the median speed that nine of ten bars don't exceed.
  let spread: Double?
  let runs: [Run]
  /// The median velocity of the right hand minus that of the left hand, if the score has two parts.
  let handDifference: Int?
  let pedal: Pedal?

  /// Creates the document of an alignment.
  ///
  /// - Parameters:
  ///   - alignment: The alignment.
  ///   - expectedName: The name of the score, or of the performance to compare with.
  ///   - actualName: The name of the performance.
  ///   - middleC: The octave of middle C in texts.
  ///   - meter: The bars and beats of the expected times, or `nil` for seconds only.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  package init(
    _ alignment: NoteAlignment, expectedName: String, actualName: String, middleC: MiddleC = .octave4,
    meter: MeterMap? = nil
  ) {
    let summary = PlayingSummary(alignment, meter: meter)
    isSame = alignment.mistakes.isEmpty
    verdict = alignment.verdictText
    self.summary = summary.lines(middleC).map { "\($0.label): \($0.text)" }
    expected = Take(alignment.expected, name: expectedName)
    actual = Take(alignment.actual, name: actualName)
    counts = Dictionary(uniqueKeysWithValues: alignment.mistakeCounts.map { ($0.kind.rawValue, $0.count) })
    passages = alignment.passages.map { passage in
      Passage(
        expected: [passage.expected.lowerBound, passage.expected.upperBound],
        actual: [passage.actual.lowerBound, passage.actual.upperBound],
        matches: passage.matches.map { [$0.expected, $0.actual] },
        times: passage.warp.points.map { [$0.expected, $0.actual] })
    }
    mistakes = alignment.mistakes.map { mistake in
      let notes = mistake.kind.notes
      return Mistake(
        kind: mistake.kind.name.rawValue, text: alignment.text(of: mistake, middleC: middleC),
        expectedTime: mistake.expectedTime, actualTime: mistake.actualTime,
        position: meter.map { DifferenceDocument.Position(mistake.expectedTime, $0) },
        expected: notes.expected, actual: notes.actual)
    }
    ornaments = alignment.ornaments.map {
      Ornament(expected: $0.note.expected, actual: $0.note.actual, extra: $0.extra)
    }
    meanTempo = summary.meanTempo.flatMap { mean in
      alignment.passages.first?.warp.points.first.map {
        Tempo(mean, at: $0.expected, $0.actual, meter)
      }
    }
    tempos = summary.tempos.map(\.tempo)
    chords = summary.chords.map { chord in
      Chord(
        expectedTime: chord.expectedTime,
        position: meter.map { DifferenceDocument.Position(chord.expectedTime, $0) },
        actual: chord.matches.map(\.actual), spread: chord.spread)
    }
    velocities = summary.velocities
    let review = summary.review
    bars = zip(review.starts, review.bars).map { start, bar in
      Bar(
        expectedTime: start, notes: bar.noteCount, played: bar.playedCount, mistakes: bar.mistakeCount,
        speed: bar.speed)
    }
    stops = review.stops.map {
      Stop(
        expected: [$0.last, $0.next], actual: [$0.began, $0.resumed], pause: $0.pause, isJump: $0.isJump)
    }
    (speed, spread) = (review.pace?.median, review.pace?.spread)
    runs = review.runs.map { Run(expectedTime: $0.start, notes: $0.noteCount, unevenness: $0.unevenness) }
    handDifference = review.balance?.difference
    pedal = review.pedaling.map {
      Pedal(
        presses: [$0.expected.pressCount, $0.actual.pressCount],
        heldNotes: [$0.expected.heldCount, $0.actual.heldCount])
    }
  }
}

extension NoteAlignmentDocument.Take {
  fileprivate init(_ performance: Performance, name: String) {
    self.init(
      name: name, duration: performance.end, notes: performance.notes.map { NoteDocument($0) })
  }
}
