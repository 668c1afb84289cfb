package import MIDICore
package import MIDIFiles
package import Timelines

/// A note alignment as a self-contained HTML page: both takes with lines between matching notes, the tempo, and the
/// velocities, on a musical or a real time axis, and the mistakes.
package enum NoteAlignmentPage {
  /// The contents of the page. Times are in microseconds.
  private struct Contents: Encodable {
    /// A take. The values of a note are its musical and real onset, its musical and real end, its number, and its
    /// velocity.
    struct Take: Encodable {
      var notes: [[Int64]]
    }

    /// A time on both axes.
    struct Bar: Encodable {
      var name: String
      var musical: Int64
      var real: Int64
    }

    /// A tempo from one time to another.
    struct Tempo: Encodable {
      var musical: Int64
      var real: Int64
      var musicalEnd: Int64
      var realEnd: Int64
      var value: Double
    }

    /// A mistake, with the notes to mark.
    struct Mistake: Encodable {
      var kind: String
      var text: String
      /// The musical place.
      var place: String
      /// The time in the performance.
      var time: String
      var expected: [Int]
      var actual: [Int]
    }

    var title: String
    var verdict: String
    var remarks: [String]
    var middleC: Int
    var tempoUnit: String
    var musicalRange: [Int64]
    var realRange: [Int64]
    var expected: Take
    var actual: Take
    /// Pairs of an expected and an actual note.
    var matches: [[Int]]
    /// The extra notes of ornaments.
    var ornaments: [Int]
    var bars: [Bar]
    var tempos: [Tempo]
    var mistakes: [Mistake]
  }

  /// The maximum number of bars on the ruler.
  private static let maxBarCount = 20_000

  /// Returns the page's bytes. Equal alignments and names give equal bytes.
  ///
  /// - Parameters:
  ///   - alignment: The alignment.
  ///   - expectedName: The name of the score, or of the performance to compare with.
  ///   - actualName: The name of the performance.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - meter: The bars and beats of the expected times, or `nil` for seconds.
  /// - Throws: An encoding error.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  package static func bytes(
    of alignment: NoteAlignment, expectedName: String, actualName: String, middleC: MiddleC = .octave4,
    meter: MeterMap? = nil
  ) throws -> [UInt8] {
    let title = "\(fileName(expectedName)) and \(fileName(actualName))".printable
    let contents = contents(of: alignment, title: title, expectedName, actualName, middleC, meter)
    let mistakes = contents.mistakes.map { "\($0.place) · \($0.time) \($0.text)" }
    let list = HTMLPage.listWithoutScripts(mistakes, title: title, verdict: contents.verdict)
    let body =
      list + PageAssets.alignment.body
      + HTMLPage.data(Array(try JSONText.line(of: contents).utf8), id: "alignment")
    return HTMLPage.bytes(title: title, .alignment, body: body)
  }

  private static func contents(
    of alignment: NoteAlignment, title: String, _ expectedName: String, _ actualName: String,
    _ middleC: MiddleC, _ meter: MeterMap?
  ) -> Contents {
    let summary = PlayingSummary(alignment, meter: meter)
    /// Returns the time in the performance of an expected time, by the first passage that reaches it.
    func real(_ time: Nanoseconds) -> Nanoseconds {
      let passage = alignment.passages.first { passage in
        passage.warp.points.last.map { $0.expected >= time } ?? false
      }
      return (passage ?? alignment.passages.last)?.warp.actualTime(of: time) ?? time
    }
    let expected = alignment.expected.notes.map { note in
      let end = note.offset ?? note.onset
      return [
        note.onset.microseconds, real(note.onset).microseconds, end.microseconds, real(end).microseconds,
        Int64(note.number.rawValue), Int64(note.velocity.rawValue),
      ]
    }
    let actual = alignment.actual.notes.map { note in
      let end = note.offset ?? note.onset
      return [
        alignment.expectedTime(of: note.onset).microseconds, note.onset.microseconds,
        alignment.expectedTime(of: end).microseconds, end.microseconds, Int64(note.number.rawValue),
        Int64(note.velocity.rawValue),
      ]
    }
    return Contents(
      title: title, verdict: alignment.verdictText,
      remarks: remarks(on: alignment, summary, expectedName, actualName, meter), middleC: middleC.rawValue,
      tempoUnit: summary.isInBeats ? "BPM" : "% speed", musicalRange: range(expected + actual, 0, 2),
      realRange: range(expected + actual, 1, 3), expected: Contents.Take(notes: expected),
      actual: Contents.Take(notes: actual),
      matches: alignment.passages.flatMap { $0.matches.map { [$0.expected, $0.actual] } },
      ornaments: alignment.ornaments.flatMap(\.extra),
      bars: (meter?.bars(through: alignment.expected.end, limit: maxBarCount) ?? []).map { time in
        Contents.Bar(
          name: meter.map { "bar \($0.position(at: time).bar)" } ?? "", musical: time.microseconds,
          real: real(time).microseconds)
      }, tempos: tempos(of: summary),
      mistakes: alignment.mistakes.map { mistake in
        let notes = mistake.kind.notes
        return Contents.Mistake(
          kind: mistake.kind.name.rawValue, text: alignment.text(of: mistake, middleC: middleC),
          place: timeText(mistake.expectedTime, meter), time: mistake.actualTime.clockText,
          expected: notes.expected, actual: notes.actual)
      })
  }

  /// Returns the last part of a path.
  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }

  private static func remarks(
    on alignment: NoteAlignment, _ summary: PlayingSummary, _ expectedName: String, _ actualName: String,
    _ meter: MeterMap?
  ) -> [String] {
    [
      "Expected (above): \(expectedName.printable). Actual (below): \(actualName.printable).",
      alignment.matchText,
    ]
      + [
        summary.tempoText(meter).map { "Tempo: \($0)" }, summary.chordText(meter).map { "Chords: \($0)" },
        summary.velocityText.map { "Velocity: \($0)" },
      ].compactMap { $0 }
  }

  /// Returns the range of the onsets and ends of notes.
  private static func range(_ notes: [[Int64]], _ onset: Int, _ end: Int) -> [Int64] {
    [notes.lazy.map { $0[onset] }.min() ?? 0, notes.lazy.map { max($0[onset], $0[end]) }.max() ?? 1]
  }

  private static func tempos(of summary: PlayingSummary) -> [Contents.Tempo] {
    summary.tempos.map { tempo in
      Contents.Tempo(
        musical: tempo.expectedTime.microseconds, real: tempo.actualTime.microseconds,
        musicalEnd: tempo.expectedEnd.microseconds, realEnd: tempo.actualEnd.microseconds,
        value: summary.isInBeats ? tempo.value : tempo.value * 100)
    }
  }
}
