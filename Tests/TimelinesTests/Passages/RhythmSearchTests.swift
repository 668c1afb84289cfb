import MIDICore
import Testing

@testable import Timelines

/// Swung, quantized, and humanized passages, by examples.
@Suite struct RhythmSearchTests {
  /// Quarter notes of 500 ms and bars of 2 s.
  private static let beats = BeatGrid(
    tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480, meters: [])

  /// A line of eighth notes, with the onset of each in milliseconds.
  private func line(_ bars: Int = 8, _ onset: (Int, Int64) -> Int64 = { $1 }) -> [(Int64, Message)] {
    (0..<(bars * 8)).flatMap { index in
      let start = onset(index, Int64(index) * 250)
      return Compared.note(NoteNumber(clamping: 60 + index * 5 % 12), start, start + 200)
    }
  }

  /// A delay from -20 to 20 ms that seems random.
  private func noise(_ index: Int) -> Int64 { Int64(index * index * 7 + index * 11) % 41 - 20 }

  private func passages(_ expected: [(Int64, Message)], _ actual: [(Int64, Message)]) -> [PassageChange] {
    Compared.takes(expected, actual) { $0.beats = Self.beats }.passages
  }

  @Test func swingOfTheWholeTakeIsReportedOnce() {
    let actual = line { $0 % 2 == 1 ? $1 + 125 : $1 }
    #expect(
      passages(line(), actual) == [
        PassageChange(.swung(ratioThousandths: 3000, partsPerQuarter: 2), of: Passage(), noteCount: 32)
      ])
  }

  @Test func swingOfSomeBarsHasTheirBarLines() {
    let actual = line { index, time in index % 2 == 1 && 16..<40 ~= index ? time + 50 : time }
    let passage = Passage(start: .seconds(4), end: .seconds(10))
    #expect(
      passages(line(), actual) == [
        PassageChange(.swung(ratioThousandths: 1500, partsPerQuarter: 2), of: passage, noteCount: 12)
      ])
  }

  /// Pairs of eighth notes in swing 3:1. The ends of some of them move as onsets would, and the others with their notes.
  private func swung(whereEndsMove endsMove: (Int) -> Bool) -> [(Int64, Message)] {
    (0..<64).flatMap { index in
      let start = Int64(index / 2) * 500 + (index % 2 == 0 ? 0 : 375)
      let length: Int64 = endsMove(index) ? index % 2 == 0 ? 300 : 100 : 200
      return Compared.note(NoteNumber(clamping: 60 + index * 5 % 12), start, start + length)
    }
  }

  @Test func swungEndsAreExplainedWithTheirNotes() {
    let comparison = Compared.takes(line(), swung { _ in true }) { $0.beats = Self.beats }
    let effect = PassageEffect.swung(ratioThousandths: 3000, partsPerQuarter: 2, includesEnds: true)
    #expect(comparison.differences == [.passage(PassageChange(effect, of: Passage(), noteCount: 64))])
  }

  @Test(arguments: [false, true]) func singleEndIsReported(includesEnds: Bool) {
    let actual = swung { ($0 == 30) != includesEnds }
    let comparison = Compared.takes(line(), actual) { $0.beats = Self.beats }
    let effect = PassageEffect.swung(ratioThousandths: 3000, partsPerQuarter: 2, includesEnds: includesEnds)
    #expect(comparison.passages.map(\.effect) == [effect])
    let distance = Nanoseconds.milliseconds(100)
    #expect(comparison.noteChanges == [[includesEnds ? .tooShort(by: distance) : .tooLong(by: distance)]])
  }

  @Test func quantizedEndsAreExplainedWithTheirNotes() {
    let actual = (0..<64).flatMap { index in
      Compared.note(NoteNumber(clamping: 60 + index * 5 % 12), Int64(index) * 250)
    }
    let changes = passages(line { max($1 + noise($0), 0) }, actual)
    #expect(changes.map(\.effect) == [.quantized(partsPerQuarter: 2, includesEnds: true)])
    #expect(changes.map(\.passage) == [Passage()])
  }

  @Test func quantizedNotesHaveTheCoarsestGrid() {
    let expected = line { max($1 + noise($0), 0) }
    let changes = passages(expected, line())
    #expect(changes.map(\.effect) == [.quantized(partsPerQuarter: 2)])
    #expect(changes.map(\.passage) == [Passage()])
  }

  @Test func humanizedNotesHaveALimit() {
    let changes = passages(line(), line { max($1 + noise($0), 0) })
    #expect(changes.map(\.effect) == [.humanized(within: .milliseconds(20))])
    #expect(changes.map(\.passage) == [Passage()])
  }

  @Test func noteThatIsWrongByMoreThanItsNeighborsIsReported() {
    let comparison = Compared.takes(line(), line { $0 == 30 ? $1 + 70 : max($1 + noise($0), 0) }) {
      $0.beats = Self.beats
    }
    #expect(comparison.passages.map(\.effect) == [.humanized(within: .milliseconds(20))])
    #expect(comparison.noteChanges == [[.late(by: .milliseconds(70))]])
  }

  @Test func fewLateNotesAreReportedOneByOne() {
    let comparison = Compared.takes(line(), line { [3, 20, 41, 60].contains($0) ? $1 + 20 : $1 }) {
      $0.beats = Self.beats
    }
    #expect(comparison.passages.isEmpty)
    #expect(comparison.noteChanges.count == 4)
  }
}
