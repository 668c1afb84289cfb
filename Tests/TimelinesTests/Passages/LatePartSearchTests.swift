import MIDICore
import Testing

@testable import Timelines

/// Parts with a delay of their own, in two voices of a melody in bars of two seconds.
@Suite struct LatePartSearchTests {
  private static let notes = (0..<128).map { (index: Int) -> Note in
    let (voice, place) = (index % 2, index / 2)
    let onset = Nanoseconds.milliseconds(Int64(place) * 500)
    return Note(
      channel: Channel(clamping: voice),
      number: NoteNumber(clamping: (place * place * 7) % 19 + 40 + 20 * voice),
      velocity: 64, onset: onset, offset: onset + .milliseconds(200))
  }

  /// Compares the melody with one whose notes are late under a condition.
  private func comparison(by delay: Nanoseconds, where isLate: (Note) -> Bool) -> Comparison {
    let actual = Self.notes.map { note in
      var note = note
      if isLate(note) {
        (note.onset, note.offset) = (note.onset + delay, note.offset.map { $0 + delay })
        note.silence = note.offset
      }
      return note
    }
    let beats = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480, meters: [])
    return Comparison(
      expected: Performance(sources: [""], notes: Self.notes, end: .seconds(33)),
      actual: Performance(
        sources: [""], notes: actual.sorted { $0.onset < $1.onset }, end: .seconds(33)),
      options: Comparison.Options(beats: beats))
  }

  @Test(arguments: [30, 120, -45] as [Int64])
  func lateChannelIsOneChange(milliseconds: Int64) {
    let comparison = comparison(by: .milliseconds(milliseconds)) {
      $0.channel == .number(2) && $0.onset >= .seconds(8) && $0.onset < .seconds(16)
    }
    #expect(comparison.passages.map(\.effect) == [.late(by: .milliseconds(milliseconds))])
    let passage = comparison.passages.first?.passage
    #expect(passage?.start == .seconds(8))
    #expect(passage?.end == .seconds(16))
    #expect(passage?.part.channels == [.number(2)])
    #expect(comparison.passages.first?.noteCount == 16)
    #expect(comparison.differences.count == 1)
  }

  @Test func lateHighNotesAreOneChange() {
    let comparison = comparison(by: .milliseconds(40)) { $0.number >= 60 }
    #expect(comparison.passages.map(\.effect) == [.late(by: .milliseconds(40))])
    #expect(comparison.differences.count == 1)
  }

  @Test func passageEndsAtItsBarLineIfARepeatedNoteIsLateByChance() {
    // The same note each 100 ms, so that each late note is at the time of the next one.
    let notes = (0..<200).map { index in
      Note(
        channel: .number(10), number: 42, velocity: 64, onset: .milliseconds(Int64(index) * 100),
        offset: .milliseconds(Int64(index) * 100 + 50))
    }
    let melody = Self.notes.filter { $0.channel == .number(1) && $0.onset < .seconds(20) }
    let all = (notes + melody).sorted { $0.onset < $1.onset }
    let actual = all.map { note in
      var note = note
      if note.onset >= .seconds(4), note.onset < .seconds(10) {
        (note.onset, note.offset) = (
          note.onset + .milliseconds(90), note.offset.map { $0 + .milliseconds(90) }
        )
        note.silence = note.offset
      }
      return note
    }
    let beats = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480, meters: [])
    let comparison = Comparison(
      expected: Performance(sources: [""], notes: all, end: .seconds(20)),
      actual: Performance(sources: [""], notes: actual.sorted { $0.onset < $1.onset }, end: .seconds(20)),
      options: Comparison.Options(beats: beats))
    #expect(comparison.passages.map(\.effect) == [.late(by: .milliseconds(90))])
    #expect(comparison.passages.first?.passage == Passage(start: .seconds(4), end: .seconds(10)))
  }
}
