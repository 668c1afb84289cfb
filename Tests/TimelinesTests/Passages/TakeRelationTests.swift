import MIDICore
import TestSupport
import Testing
import Timelines

/// Changes explain takes of the same music, however much it is changed, but not takes of different music.
@Suite struct TakeRelationTests {
  private static let options = Comparison.Options(
    onsetTolerance: .milliseconds(5), alignsStart: true, findsPassages: true)

  /// Returns notes of random pitches at random times.
  private func music(_ count: Int, pitches: Int, seed: UInt64) -> [Note] {
    var generator = SeededGenerator(seed: seed)
    var time = Nanoseconds.zero
    return (0..<count).map { _ in
      time += .milliseconds(Int64.random(in: 20...200, using: &generator))
      let number = NoteNumber(clamping: 40 + Int.random(in: 0..<pitches, using: &generator))
      return note(number, at: time)
    }
  }

  private func note(_ number: NoteNumber, at onset: Nanoseconds) -> Note {
    Note(channel: .number(1), number: number, velocity: 64, onset: onset, offset: onset + .milliseconds(15))
  }

  private func passages(_ expected: [Note], _ actual: [Note]) -> [PassageChange] {
    func performance(_ notes: [Note]) -> Performance {
      Performance(sources: [""], notes: notes, end: .seconds(1000))
    }
    return Comparison(
      expected: performance(expected), actual: performance(actual), options: Self.options
    ).passages
  }

  @Test(arguments: [5, 12, 60], UInt64(1)...5)
  func unrelatedTakesHaveNoPassages(pitches: Int, seed: UInt64) {
    let (one, two) = (
      music(500, pitches: pitches, seed: seed), music(500, pitches: pitches, seed: seed + 100)
    )
    #expect(passages(one, two) == [])
  }

  /// Under any shift, three quarters of the notes aren't at their times.
  @Test func musicWithPausesIsTheSameMusic() {
    let notes = music(400, pitches: 60, seed: 7)
    let moved = notes.enumerated().map { index, note in
      self.note(note.number, at: note.onset + .seconds(3 * Int64(index / 100)))
    }
    #expect(passages(notes, moved).map(\.effect) == Array(repeating: .delayed(by: .seconds(3)), count: 3))
  }

  @Test func mostlySilentTakeIsTheSameMusic() {
    let notes = music(400, pitches: 60, seed: 8)
    let found = passages(
      notes, notes.enumerated().filter { $0.offset < 60 || $0.offset >= 380 }.map(\.element))
    #expect(found.map(\.effect) == [.missing])
  }
}
