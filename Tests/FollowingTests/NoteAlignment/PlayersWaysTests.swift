import Following
import MIDICore
import Testing
import Timelines

/// Trills, rolled chords, and stumbles: players have their own ways, and each is one thing or no mistake.
@Suite struct PlayersWaysTests {
  private typealias Kind = NoteAlignment.Mistake.Kind

  /// A melody that doesn't repeat within 47 notes.
  private static let melody = (0..<64).map { 40 + ($0 * 23) % 47 }

  private static func performance(_ notes: [(time: Int, pitch: Int)]) -> Performance {
    let notes = notes.sorted { $0 < $1 }.map { time, pitch in
      Note(
        channel: Channel(masking: 0), number: NoteNumber(masking: UInt8(pitch)), velocity: UInt7(masking: 64),
        onset: .milliseconds(time), offset: .milliseconds(time + 50))
    }
    return Performance(sources: [""], notes: notes, end: .seconds(60))
  }

  private static func even(_ pitches: [Int]) -> Performance {
    performance(pitches.enumerated().map { ($0 * 500, $1) })
  }

  @Test(arguments: [5, 8, 12, 20]) func shortRepeatIsOneMistake(count: Int) {
    let melody = Self.melody
    let played = Array(melody[..<40]) + melody[(40 - count)...]
    let alignment = NoteAlignment(expected: Self.even(melody), actual: Self.even(played))
    #expect(
      alignment.mistakes.map(\.kind) == [.repeated(expected: 40 - count..<40, actual: 40..<40 + count)])
    #expect(alignment.matchCount == 64 + count)
    #expect(alignment.isRepeated(at: .milliseconds(20_500)))
    #expect(!alignment.isRepeated(at: .milliseconds(500 * (40 + count))))
  }

  /// Chords of three notes, each played again because the player stops in the middle.
  @Test func repeatOfChordsIsOneMistake() {
    let chords = (0..<24).map { index in [0, 4, 7].map { 48 + (index * 11) % 29 + $0 } }
    func notes(_ chords: [[Int]]) -> [(time: Int, pitch: Int)] {
      chords.enumerated().flatMap { index, chord in
        chord.enumerated().map { (time: index * 400 + ($0 * 7 + index * 3) % 13, pitch: $1) }
      }
    }
    let alignment = NoteAlignment(
      expected: Self.performance(
        chords.enumerated().flatMap { index, chord in chord.map { (index * 400, $0) } }),
      actual: Self.performance(notes(Array(chords[..<12]) + chords[9...])))
    #expect(alignment.mistakes.map(\.kind) == [.repeated(expected: 27..<36, actual: 36..<45)])
  }

  /// A chord that is played again has no order that shows a repeat.
  @Test func repeatedChordIsExtra() {
    let scale = (0..<24).map { (time: $0 * 500, pitch: 60 + ($0 * 5) % 13) }
    let chord = [40, 43, 47, 50].map { (time: 6000, pitch: $0) }
    let again = [40, 43, 47, 50].map { (time: 6250, pitch: $0) }
    let alignment = NoteAlignment(
      expected: Self.performance(scale + chord), actual: Self.performance(scale + chord + again))
    #expect(alignment.mistakes.count == 4)
    #expect(alignment.passages.count == 1)
  }

  /// A trill of 64 notes above a left hand, played with another number of notes.
  @Test(arguments: [2, 7, 8], [12, 30, 64, 90, 160]) func trillMayHaveAnyNumberOfNotes(
    interval: Int, count: Int
  ) {
    func notes(_ count: Int) -> [(time: Int, pitch: Int)] {
      let left = Self.melody[..<24].enumerated().map { (time: $0 * 500, pitch: $1 % 24 + 36) }
      let trill = (0..<count).map {
        (time: 3000 + $0 * 4000 / count, pitch: $0 % 2 == 0 ? 79 : 79 + interval)
      }
      return left + trill
    }
    let alignment = NoteAlignment(
      expected: Self.performance(notes(64)), actual: Self.performance(notes(count)))
    #expect(alignment.mistakes.isEmpty, "\(alignment.mistakes.map(\.kind))")
    #expect(alignment.passages.count == 1)
    #expect(alignment.sparedTrillNotes.isEmpty == (count >= 64))
    let matched = alignment.passages.flatMap(\.matches).map { alignment.expected.notes[$0.expected].number }
    #expect(matched.count { $0.rawValue < 79 } == 24)
  }

  @Test func trillThatIsntPlayedIsMissing() {
    let left = Self.melody[..<24].enumerated().map { (time: $0 * 500, pitch: $1 % 24 + 36) }
    let trill = (0..<64).map { (time: 3000 + $0 * 62, pitch: 79 + $0 % 2 * 2) }
    let alignment = NoteAlignment(
      expected: Self.performance(left + trill), actual: Self.performance(left))
    #expect(alignment.sparedTrillNotes.isEmpty)
    #expect(!alignment.mistakes.isEmpty)
  }

  @Test(arguments: [400, 1000, 1600, 2500]) func slowlyRolledChordIsNoMistake(step: Int) {
    let before = Self.melody[..<12].enumerated().map { (time: $0 * 500, pitch: $1) }
    let after = Self.melody[12..<24].enumerated().map { (time: 7000 + $0 * 500, pitch: $1) }
    let chord = [36, 48, 55, 64, 72]
    let expected = Self.performance(before + chord.map { (6000, $0) } + after)
    let played = Self.performance(
      before + chord.enumerated().map { (6000 + $0 * step, $1) }
        + after.map { ($0.time + 4 * step, $0.pitch) })
    let alignment = NoteAlignment(expected: expected, actual: played)
    #expect(alignment.mistakes.isEmpty, "\(alignment.mistakes.map(\.kind))")
    #expect(alignment.matchCount == 29)
    #expect(alignment.chordSpreads.first?.spread == .milliseconds(4 * step))
  }
}
