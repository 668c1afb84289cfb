import MIDICore
import Testing

@testable import Timelines

/// Tempos that differ, in a melody at 120 BPM with four notes per second that doesn't repeat.
@Suite struct TempoSearchTests {
  private static let notes = melody(seconds: 32)

  private static func melody(seconds: Int) -> [Note] {
    (0..<seconds * 4).map { (index: Int) -> Note in
      let onset = Nanoseconds.milliseconds(Int64(index) * 250)
      return Note(
        channel: .number(1), number: NoteNumber(clamping: index * index * 7 % 61 + 30), velocity: 64,
        onset: onset,
        offset: onset + .milliseconds(200))
    }
  }

  private static let beats = BeatGrid(
    tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480, meters: [])

  /// Compares the melody with one whose times are moved by a function of seconds.
  private func comparison(_ notes: [Note] = notes, _ moved: (Double) -> Double) -> Comparison {
    func time(_ time: Nanoseconds) -> Nanoseconds {
      Nanoseconds(rawValue: (moved(Double(time.rawValue) / 1e9) * 1e6).nearestInteger * 1000)
    }
    let actual = notes.map { note in
      var note = note
      (note.onset, note.offset) = (time(note.onset), note.offset.map(time))
      note.silence = note.offset
      return note
    }
    let end = max(.seconds(32), notes.last?.onset ?? .zero)
    return Comparison(
      expected: Performance(sources: [""], notes: notes, end: end),
      actual: Performance(sources: [""], notes: actual, end: time(end)),
      options: Comparison.Options(beats: Self.beats))
  }

  private func range(_ passage: Passage) -> [Int64] {
    ([passage.start] + (passage.end.map { [$0] } ?? [])).map { $0.rawValue / 1_000_000 }
  }

  @Test(arguments: [1.5, 2, 3, 0.75, 0.5, 0.3])
  func barsAtAnyConstantTempoAreOneChange(length: Double) {
    let comparison = comparison { $0 + min(max($0 - 8, 0), 8) * (length - 1) }
    let billionths = ((length - 1) * 1e9).nearestInteger
    #expect(comparison.passages.map(\.effect) == [.stretched(byBillionths: billionths)])
    #expect(comparison.passages.map { range($0.passage) } == [[8000, 16_000]])
    #expect(comparison.differences.count == 1)
  }

  @Test func eachTempoOfATempoMapIsOneChange() {
    let comparison = comparison {
      $0 < 8 ? $0 * 1.25 : $0 < 16 ? 10 + ($0 - 8) * 0.8 : 16.4 + ($0 - 16) * 1.5
    }
    #expect(
      comparison.passages.map(\.effect) == [
        .stretched(byBillionths: 250_000_000), .stretched(byBillionths: -200_000_000),
        .stretched(byBillionths: 500_000_000),
      ])
    #expect(comparison.passages.map { range($0.passage) } == [[0, 8000], [8000, 16_000], [16_000]])
    #expect(comparison.differences.count == 3)
  }

  /// The last chord sounds for four seconds, but only the first two of them are slower.
  @Test func tempoEndsWhereTheLastNotesTellIt() {
    let chord = [40, 44, 47].map { (number: Int) in
      Note(
        channel: .number(1), number: NoteNumber(clamping: number), velocity: 64, onset: .seconds(32),
        offset: .seconds(36))
    }
    let comparison = comparison(Self.notes + chord) { $0 + min(max($0 - 16, 0), 18) * 0.2 }
    #expect(comparison.passages.map(\.effect) == [.stretched(byBillionths: 200_000_000)])
    #expect(comparison.passages.map { range($0.passage) } == [[16_000, 34_000]])
    #expect(comparison.differences.count == 1)
  }

  @Test func ritardandoIsOneChange() {
    // From 8 to 16 seconds, the tempo falls evenly from 120 to 96 BPM. Then it is 120 BPM again.
    let comparison = comparison { time in
      let inside = min(max(time - 8, 0), 8)
      return time + inside * inside / 64
    }
    #expect(comparison.passages.map { range($0.passage) } == [[8000, 16_000]])
    guard case .drifted(let first, let last, let delay) = comparison.passages.first?.effect else {
      Issue.record("\(comparison.passages)")
      return
    }
    #expect(first == 0)
    #expect(abs(last - 250_000_000) <= 2_000_000)
    #expect(delay.distance(to: .seconds(1)) <= .milliseconds(1))
    #expect(comparison.differences.count == 1)
  }

  @Test func tempoThatFallsAndStaysIsTwoChanges() {
    let comparison = comparison { time in
      let inside = min(max(time - 8, 0), 8)
      return time + inside * inside / 64 + max(time - 16, 0) / 4
    }
    #expect(comparison.passages.map { range($0.passage) } == [[8000, 16_000], [16_000]])
    #expect(comparison.passages.last?.effect == .stretched(byBillionths: 250_000_000))
    #expect(comparison.differences.count == 2)
  }

  /// At the start and the end of the change, the tempo hardly differs for several bars.
  @Test func slowChangeHasTheBarsInWhichItBeginsAndEnds() {
    let comparison = comparison(Self.melody(seconds: 1600)) { time in
      let inside = min(max(time - 400, 0), 800)
      return time + inside * inside / 16_000 + max(time - 1200, 0) / 10
    }
    #expect(comparison.passages.map { range($0.passage) } == [[400_000, 1_200_000], [1_200_000]])
    #expect(
      comparison.passages.map(\.effect) == [
        .drifted(fromBillionths: 0, toBillionths: 100_000_000, by: .seconds(40)),
        .stretched(byBillionths: 100_000_000),
      ])
    #expect(comparison.differences.count == 2)
  }

  @Test func fermataIsALongerBeat() {
    let comparison = comparison { $0 + min(max($0 - 15.5, 0), 0.5) * 2 }
    #expect(comparison.passages.map(\.effect) == [.stretched(byBillionths: 2_000_000_000)])
    #expect(comparison.passages.map { range($0.passage) } == [[15_500, 16_000]])
  }
}
