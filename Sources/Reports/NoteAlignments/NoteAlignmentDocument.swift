package import MIDICore
package import MIDIFiles
package import Timelines

/// A note-by-note alignment as JSON.
///
/// Times are in nanoseconds, and notes are indices from 0 in order of onset. Absent values have no key.
package struct NoteAlignmentDocument: Encodable, Sendable {
  /// A take.
  struct Take: Encodable, Sendable {
    var name: String
    var duration: Int64
    /// The notes, with onsets in the take itself.
    var notes: [Note]
  }

  /// A note.
  struct Note: Encodable, Sendable {
    var channel: Int
    var note: Int
    var velocity: Int
    var time: Int64
    var duration: Int64?
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
    var times: [[Int64]]
  }

  /// A mistake.
  struct Mistake: Encodable, Sendable {
    var kind: String
    var text: String
    var expectedTime: Int64
    var actualTime: Int64
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

  /// The tempo of a bar, or of two seconds.
  struct Tempo: Encodable, Sendable {
    var expectedTime: Int64
    var actualTime: Int64
    var bar: Int?
    var beatsPerMinute: Double?
    /// The speed relative to the expected take, if it has no beats.
    var speed: Double?
  }

  /// A chord.
  struct Chord: Encodable, Sendable {
    var expectedTime: Int64
    var position: DifferenceDocument.Position?
    /// The actual notes in the order in which they were played.
    var actual: [Int]
    var spread: Int64
  }

  /// The velocities of the matched notes.
  struct Velocities: Encodable, Sendable {
    var mean: Double
    var least: Int
    var greatest: Int
    /// The mean difference from the expected velocities.
    var meanDifference: Double?
  }

  let isSame: Bool
  let verdict: String
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
    expected = Take(alignment.expected, name: expectedName)
    actual = Take(alignment.actual, name: actualName)
    counts = Dictionary(uniqueKeysWithValues: alignment.mistakeCounts.map { ($0.kind.rawValue, $0.count) })
    passages = alignment.passages.map(Passage.init)
    mistakes = alignment.mistakes.map { Mistake($0, of: alignment, middleC, meter) }
    ornaments = alignment.ornaments.map {
      Ornament(expected: $0.note.expected, actual: $0.note.actual, extra: $0.extra)
    }
    func position(of time: Nanoseconds) -> DifferenceDocument.Position? {
      meter.map { DifferenceDocument.Position(time, $0) }
    }
    func tempo(_ value: Double, at expectedTime: Nanoseconds, _ actualTime: Nanoseconds) -> Tempo {
      Tempo(
        expectedTime: expectedTime.rawValue, actualTime: actualTime.rawValue,
        bar: meter?.position(at: expectedTime).bar, beatsPerMinute: meter == nil ? nil : value,
        speed: meter == nil ? value : nil)
    }
    meanTempo = summary.meanTempo.flatMap { mean in
      alignment.passages.first?.warp.points.first.map { tempo(mean, at: $0.expected, $0.actual) }
    }
    tempos = summary.tempos.map { tempo($0.value, at: $0.expectedTime, $0.actualTime) }
    chords = summary.chords.map {
      Chord(
        expectedTime: $0.expectedTime.rawValue, position: position(of: $0.expectedTime),
        actual: $0.matches.map(\.actual), spread: $0.spread.rawValue)
    }
    velocities = summary.velocities.map {
      Velocities(
        mean: $0.mean, least: $0.least, greatest: $0.greatest,
        meanDifference: summary.velocityDifferences?.mean)
    }
  }
}

extension NoteAlignmentDocument.Take {
  fileprivate init(_ performance: Performance, name: String) {
    self.init(
      name: name, duration: performance.end.rawValue,
      notes: performance.notes.map {
        NoteAlignmentDocument.Note(
          channel: $0.channel.number, note: Int($0.number.rawValue), velocity: Int($0.velocity.rawValue),
          time: $0.onset.rawValue, duration: $0.duration?.rawValue)
      })
  }
}

extension NoteAlignmentDocument.Passage {
  fileprivate init(_ passage: NoteAlignment.Passage) {
    self.init(
      expected: [passage.expected.lowerBound, passage.expected.upperBound],
      actual: [passage.actual.lowerBound, passage.actual.upperBound],
      matches: passage.matches.map { [$0.expected, $0.actual] },
      times: passage.warp.points.map { [$0.expected.rawValue, $0.actual.rawValue] })
  }
}

extension NoteAlignmentDocument.Mistake {
  fileprivate init(
    _ mistake: NoteAlignment.Mistake, of alignment: NoteAlignment, _ middleC: MiddleC, _ meter: MeterMap?
  ) {
    let notes = mistake.kind.notes
    self.init(
      kind: mistake.kind.name.rawValue, text: alignment.text(of: mistake, middleC: middleC),
      expectedTime: mistake.expectedTime.rawValue, actualTime: mistake.actualTime.rawValue,
      position: meter.map { DifferenceDocument.Position(mistake.expectedTime, $0) },
      expected: notes.expected, actual: notes.actual)
  }
}

extension NoteAlignment.Mistake.Kind {
  /// The notes of both performances, as indices.
  var notes: (expected: [Int], actual: [Int]) {
    switch self {
    case .missing(let note): ([note], [])
    case .extra(let note): ([], [note])
    case .wrongPitch(let expected, let actual): ([expected], [actual])
    case .swapped(let first, let second):
      ([first.expected, second.expected], [first.actual, second.actual])
    case .skipped(let notes): (Array(notes), [])
    case .added(let notes): ([], Array(notes))
    case .repeated(let expected, let actual): (Array(expected), Array(actual))
    }
  }
}
