import MIDICore
import TestSupport
import Testing

@testable import Timelines

@Suite
struct PitchChangeSearchTests {
  /// 80 chords of a low note on channel 2 and a high note on channel 1, four per second.
  private let notes = (0..<160).map { index in
    let onset = Nanoseconds.milliseconds(Int64(index / 2 * 250))
    let offset = onset.adding(.milliseconds(200))
    return Note(
      channel: .number(index % 2 == 0 ? 2 : 1),
      number: NoteNumber(clamping: index % 2 * 24 + 40 + index / 2 * 5 % 12),
      velocity: 64, onset: onset, offset: offset)
  }

  /// Returns the comparison of the notes with changed notes, of which `nil` are missing.
  private func comparison(
    in range: Range<Int>, where isMember: (Note) -> Bool = { _ in true }, _ body: (Note) -> Note?
  ) -> Comparison {
    let changed = notes.enumerated().compactMap { index, note in
      range ~= index && isMember(note) ? body(note) : note
    }
    return Comparison(
      expected: Performance(sources: [""], notes: notes, end: .seconds(20)),
      actual: Performance(sources: [""], notes: changed, end: .seconds(20)))
  }

  /// Returns a note at an interval.
  private func transposed(_ note: Note, _ semitones: Int) -> Note {
    var note = note
    note.number = NoteNumber(clamping: Int(note.number.rawValue) + semitones)
    return note
  }

  @Test
  func transposedPassageIsFound() {
    let comparison = comparison(in: 40..<80) { transposed($0, 2) }
    let passage = Passage(start: .seconds(5), end: .seconds(10))
    #expect(
      comparison.passages == [PassageChange(.transposed(bySemitones: 2), of: passage, noteCount: 40)])
    #expect(comparison.differences.count == 1)
  }

  @Test
  func transposedChannelIsFound() {
    let comparison = comparison(in: 40..<80, where: { $0.channel == .number(2) }) { transposed($0, -12) }
    let passage = Passage(start: .seconds(5), end: .seconds(10), part: TakePart(channels: [.number(2)]))
    #expect(
      comparison.passages == [PassageChange(.transposed(bySemitones: -12), of: passage, noteCount: 20)])
    #expect(comparison.differences.count == 1)
  }

  @Test
  func transposedLowNotesAreFound() {
    let comparison = comparison(in: 0..<160, where: { $0.number < 46 }) { transposed($0, -12) }
    #expect(comparison.passages.map(\.effect) == [.transposed(bySemitones: -12)])
    #expect(comparison.passages.first?.passage == Passage(pitches: 0...45))
    #expect(comparison.differences.count == 1)
  }

  @Test
  func missingPassageIsFound() {
    let comparison = comparison(in: 40..<80) { _ in nil }
    let passage = Passage(start: .seconds(5), end: .seconds(10))
    #expect(comparison.passages == [PassageChange(.missing, of: passage, noteCount: 40)])
    #expect(comparison.differences.count == 1)
  }

  @Test
  func missingChannelIsFound() {
    let comparison = comparison(in: 40..<80, where: { $0.channel == .number(1) }) { _ in nil }
    #expect(comparison.passages.map(\.effect) == [.missing])
    #expect(comparison.passages.first?.passage.part == TakePart(channels: [.number(1)]))
    #expect(comparison.passages.first?.noteCount == 20)
    #expect(comparison.differences.count == 1)
  }

  @Test
  func wrongNoteInsideIsReportedAlone() {
    let wrong = notes[50]
    let comparison = comparison(in: 40..<80) { transposed($0, $0 == wrong ? 5 : 2) }
    #expect(comparison.passages.map(\.effect) == [.transposed(bySemitones: 2)])
    #expect(comparison.passages.first?.passage == Passage(start: .seconds(5), end: .seconds(10)))
    #expect(comparison.differences.count == 2)
  }

  @Test
  func wrongNoteOfChordLeavesItsMissingNoteInPassage() {
    let chords = notes.map { note in
      var note = note
      note.channel = .number(1)
      return note
    }
    let changed = chords.enumerated().compactMap { index, note in
      index == 40 ? transposed(note, -1) : 40..<56 ~= index && index % 2 == 1 ? nil : note
    }
    let comparison = Comparison(
      expected: Performance(sources: [""], notes: chords, end: .seconds(20)),
      actual: Performance(sources: [""], notes: changed, end: .seconds(20)))
    #expect(comparison.passages.map(\.effect) == [.missing])
    #expect(comparison.passages.first?.passage.start == .seconds(5))
    #expect(comparison.passages.first?.noteCount == 8)
    #expect(comparison.differences.count == 2)
  }

  @Test
  func twoChordsOfAWholeBarAreAPassage() {
    let chords = (0..<48).map { (index: Int) -> Note in
      let number = 48 + index / 3 * 5 % 12 + index % 3 * 4
      return ComparedTakes.note(NoteNumber(clamping: number), at: Int64(index / 3) * 1000)
    }
    let changed = chords.enumerated().map { 24..<30 ~= $0 ? transposed($1, 2) : $1 }
    let beats = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480, meters: [])
    let comparison = Comparison(
      expected: ComparedTakes.performance(chords, end: .seconds(20)),
      actual: ComparedTakes.performance(changed, end: .seconds(20)), options: .init(beats: beats))
    #expect(
      comparison.passages == [
        PassageChange(
          .transposed(bySemitones: 2), of: Passage(start: .seconds(8), end: .seconds(10)), noteCount: 6)
      ])
    #expect(comparison.differences.count == 1)
  }

  @Test
  func fewTransposedNotesAreReportedAlone() {
    let comparison = comparison(in: 40..<43) { transposed($0, 2) }
    #expect(comparison.passages.isEmpty)
    #expect(comparison.differences.count == 3)
  }

  @Test
  func scatteredMissingNotesAreReportedAlone() {
    let some = Set(stride(from: 3, to: 160, by: 17).map { notes[$0] })
    let comparison = comparison(in: 0..<160) { some.contains($0) ? nil : $0 }
    #expect(comparison.passages.isEmpty)
    #expect(comparison.differences.count == some.count)
  }
}
