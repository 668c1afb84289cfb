import Following
import MIDICore
import MIDIFiles
import TestSupport
import Testing
import Timelines

@testable import MIDIRecReports

@Suite struct NoteAlignmentTextTests {
  @Test func mistakesHavePlacesInBarsAndTimes() {
    let text = AlignmentSamples.alignment.text(
      expectedName: "score.mid", actualName: "take.mid", limit: nil, meter: AlignmentSamples.meter)
    #expect(
      text == """
        expected: score.mid: 16 notes, 8 s
        actual:   take.mid: 19 notes, 10.09 s
        different: 1 missing, 1 extra, 1 wrong pitch, 1 swapped
        played:   14 of 16 notes, bars 1 to 4; 1 ornament that the expected notes don't have
        tempo:    100 BPM, 83% of the expected tempo, steady
        velocity: 58 on average, from 50 to 65

        1:4.00  2.800000  D4: played as D#4
        2:2.00  4.000000  A4: played after E4; expected before it
        3:2.00  6.400000  G4: missing
        4:1.50  8.500000  D3: extra
        """)
  }

  @Test func withoutMeterPlacesAreInSeconds() {
    let text = AlignmentSamples.alignment.text(expectedName: "a.txt", actualName: "b.txt", limit: 1)
    #expect(
      text == """
        expected: a.txt: 16 notes, 8 s
        actual:   b.txt: 19 notes, 10.09 s
        different: 1 missing, 1 extra, 1 wrong pitch, 1 swapped
        played:   14 of 16 notes; 1 ornament that the expected notes don't have
        tempo:    83% of the expected tempo, steady
        velocity: 58 on average, from 50 to 65

        1.500000  2.800000  D4: played as D#4
        … and 3 more
        """)
  }

  @Test func equalTakesHaveTheSameNotes() {
    let take = AlignmentSamples.alignment.expected
    let text = NoteAlignment(expected: take, actual: take).text(
      expectedName: "a.mid", actualName: "b.mid", limit: nil, meter: AlignmentSamples.meter)
    #expect(
      text == """
        expected: a.mid: 16 notes, 8 s
        actual:   b.mid: 16 notes, 8 s
        same notes
        played:   all 16 notes, bars 1 to 4
        tempo:    120 BPM, as expected
        """)
  }

  @Test func tempoChordsAndVelocitiesHaveRanges() {
    // Two voices a third apart; the second bar is twice as fast, and the lower voice is 30 ms late.
    typealias Played = (time: Int, pitch: Int, velocity: Int)
    let onsets = [0, 500, 1000, 1500, 2000, 2250, 2500, 2750, 3000]
    var (score, played): ([Played], [Played]) = ([], [])
    for (index, onset) in onsets.enumerated() {
      score += [(index * 500, 60 + index, 60 + index), (index * 500, 80 + index, 60)]
      played += [(onset, 80 + index, 60), (onset + 30, 60 + index, 70)]
    }
    let alignment = NoteAlignment(
      expected: AlignmentSamples.performance(score, length: 400),
      actual: AlignmentSamples.performance(played, length: 100))
    let text = alignment.text(
      expectedName: "a.mid", actualName: "b.mid", limit: nil, meter: AlignmentSamples.meter)
    #expect(
      text.split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
        same notes
        played:   all 18 notes, bars 1 to 3
        tempo:    240 BPM, 200% of the expected tempo; slower in bar 1 (100%)
        chords:   notes start within 30 ms on average, at most 30 ms at 1:1
        velocity: 65 on average, from 60 to 70; 3 higher than expected on average, from 0 to +10
        """)
  }

  /// Each unit is in the text, because a tempo in 6/8 counts dotted quarters.
  @Test(
    arguments: [
      (4, 2, "120 BPM"), (6, 3, "80 dotted quarters per minute"), (3, 3, "240 eighths per minute"),
      (2, 1, "60 half notes per minute"), (9, 4, "160 dotted eighths per minute"),
    ] as [(UInt8, UInt8, String)])
  func tempoHasTheUnitOfTheMeter(numerator: UInt8, denominatorPower: UInt8, words: String) {
    let signature = TimeSignature(numerator: numerator, denominatorPower: denominatorPower)
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480),
      tracks: [.init(events: [.init(time: .zero, event: .meta(.timeSignature(signature)))], end: .zero)])
    let take = AlignmentSamples.alignment.expected
    let text = NoteAlignment(expected: take, actual: take).text(
      expectedName: "a.mid", actualName: "b.mid", limit: nil, meter: MeterMap(file))
    #expect(text.split(separator: "\n").contains { $0 == "tempo:    \(words), as expected" }, "\(text)")
  }

  /// Two hands in separate tracks, of which the right one is played an octave higher.
  @Test func handAndTranspositionAreOneLineEach() {
    var generator = SeededGenerator(seed: 1)
    var score: [Note] = []
    for index in 0..<72 {
      let isRight = index < 48
      let pitch = Int.random(in: isRight ? 72...88 : 40...52, using: &generator)
      let time = isRight ? index * 250 : (index - 48) * 500
      var note = AlignmentSamples.performance([(time, pitch, 64)], length: 200).notes[0]
      note.source = isRight ? 0 : 1
      score.append(note)
    }
    let right = score.prefix(48).map { note in
      var note = note
      note.number = NoteNumber(clamping: Int(note.number.rawValue) + 12)
      return note
    }
    let alignment = NoteAlignment(
      expected: Performance(sources: ["", ""], notes: score.ordered(byTime: \.onset), end: .seconds(12)),
      actual: Performance(sources: [""], notes: right, end: .seconds(12)))
    let text = alignment.text(
      expectedName: "a.mid", actualName: "b.mid", limit: nil, meter: AlignmentSamples.meter)
    #expect(text.contains("different: 1 part not played, 1 passage transposed\n"), "\(text)")
    #expect(text.contains("played:   right hand only: 48 of 48 notes, bars 1 to 6\n"), "\(text)")
    #expect(text.contains("1:1.00  0.000000  an octave higher throughout"), "\(text)")
    #expect(text.contains("1:1.00  0.000000  left hand: not played (24 notes)"), "\(text)")
  }

  @Test func takesOfDifferentPiecesHaveNoTempo() {
    let notes = (0..<40).map { (time: $0 * 300, pitch: 40 + ($0 * 23) % 47, velocity: 64) }
    let others = (0..<40).map { (time: $0 * 300, pitch: 40 + ($0 * 31) % 43, velocity: 64) }
    let text = NoteAlignment(
      expected: AlignmentSamples.performance(notes, length: 200),
      actual: AlignmentSamples.performance(others, length: 200)
    ).text(expectedName: "a.mid", actualName: "b.mid", limit: 0, meter: AlignmentSamples.meter)
    #expect(text.contains("most notes don't match; is it another piece?"), "\(text)")
    #expect(!text.contains("tempo:"), "\(text)")
  }

  @Test func emptyTakesHaveNoMeasures() {
    let empty = Performance(sources: [""], notes: [], end: .zero)
    let text = NoteAlignment(expected: empty, actual: empty).text(
      expectedName: "a.mid", actualName: "b.mid", limit: nil)
    #expect(
      text == """
        expected: a.mid: 0 notes, 0 ms
        actual:   b.mid: 0 notes, 0 ms
        same notes
        played:   0 of 0 notes
        """)
  }

  @Test func middleCCanBeC3() {
    let text = AlignmentSamples.alignment.text(
      expectedName: "a.mid", actualName: "b.mid", limit: 1, middleC: .octave3)
    #expect(text.contains("D3: played as D#3"))
  }

  @Test func namesArePrintable() {
    let text = AlignmentSamples.alignment.text(expectedName: "\u{1B}[31m", actualName: "b\n", limit: 0)
    #expect(!text.contains("\u{1B}"))
  }

  @Test func longMistakesSayWhereTheyEnd() {
    let pitches = (0..<64).map { 40 + ($0 * 23) % 47 }
    func take(_ pitches: [Int]) -> Performance {
      AlignmentSamples.performance(pitches.enumerated().map { ($0 * 500, $1, 64) }, length: 400)
    }
    let alignment = NoteAlignment(
      expected: take(pitches), actual: take(Array(pitches[..<16] + pitches[28..<48]) + pitches[32...]))
    let text = alignment.text(expectedName: "a", actualName: "b", limit: nil, meter: AlignmentSamples.meter)
    #expect(
      text.split(separator: "\n").suffix(2).joined(separator: "\n") == """
        5:1.00   8.000000  12 notes skipped, to 7:4.00
        9:1.00  18.000000  16 notes played again, to 12:4.00
        """)
  }
}
