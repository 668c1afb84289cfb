import Following
import MIDICore
import Testing
import Timelines

@Suite struct NoteAlignmentTests {
  typealias Kind = NoteAlignment.Mistake.Kind

  /// A melody without repeated notes nearby: two bars in quarter notes, whose index is its time in half seconds.
  private static let melody = [60, 64, 67, 62, 65, 69, 64, 71, 72, 67, 76, 74, 71, 77, 79, 72]

  /// A melody that doesn't repeat within 47 notes.
  private static let longMelody = (0..<64).map { 40 + ($0 * 23) % 47 }

  /// Creates a performance of pitches, each at a time in milliseconds.
  private func performance(_ notes: [(time: Int, pitch: Int)], length: Int = 200) -> Performance {
    let notes = notes.map { time, pitch in
      Note(
        channel: Channel(masking: 0), number: NoteNumber(masking: UInt8(pitch)), velocity: UInt7(masking: 64),
        onset: .milliseconds(time), offset: .milliseconds(time + length))
    }
    return Performance(sources: [""], notes: notes, end: .seconds(60))
  }

  /// Creates a performance with equal distances.
  private func even(_ pitches: [Int], every span: Int = 500) -> Performance {
    performance(pitches.enumerated().map { ($0 * span, $1) })
  }

  private func mistakes(_ expected: [Int], _ actual: [Int]) -> [Kind] {
    NoteAlignment(expected: even(expected), actual: even(actual)).mistakes.map(\.kind)
  }

  @Test func equalPerformancesHaveNoMistakes() throws {
    let alignment = NoteAlignment(expected: even(Self.melody), actual: even(Self.melody))
    #expect(alignment.mistakes.isEmpty)
    let passage = try #require(alignment.passages.first)
    #expect(passage.matches.map(\.expected) == Array(0..<16))
    #expect(passage.matches.map(\.actual) == Array(0..<16))
    #expect(passage.warp.actualTime(of: .milliseconds(1250)) == .milliseconds(1250))
  }

  /// Chords of equal pitches, each note in several voices.
  @Test(arguments: [1, 3, 5, 12]) func voicesInUnisonAreNoMistakes(chordSize: Int) {
    let chord = (0..<chordSize).map { 50 + $0 * 3 }
    let notes = (0..<8).flatMap { index in (chord + chord).map { (time: index * 500, pitch: $0) } }
    let alignment = NoteAlignment(expected: performance(notes), actual: performance(notes))
    #expect(alignment.mistakes.isEmpty, "\(alignment.mistakes.map(\.kind))")
    #expect(alignment.matchCount == notes.count)
  }

  @Test(arguments: [124, 250, 1000, 2000]) func tempoIsNoMistake(span: Int) {
    let alignment = NoteAlignment(expected: even(Self.melody), actual: even(Self.melody, every: span))
    #expect(alignment.mistakes.isEmpty)
    #expect(alignment.passages.first?.warp.actualTime(of: .milliseconds(750)) == .milliseconds(span * 3 / 2))
  }

  @Test func tempoThatChangesByAFactorOfFourIsNoMistake() {
    let times = (0..<16).map { $0 < 8 ? $0 * 200 : 1600 + ($0 - 8) * 800 }
    let alignment = NoteAlignment(
      expected: even(Self.melody), actual: performance(Array(zip(times, Self.melody))))
    #expect(alignment.mistakes.isEmpty)
    #expect(alignment.matchCount == 16)
  }

  @Test func missingNoteIsFound() {
    var actual = Self.melody.enumerated().map { (time: $0 * 500, pitch: $1) }
    actual.remove(at: 5)
    let alignment = NoteAlignment(expected: even(Self.melody), actual: performance(actual))
    #expect(alignment.mistakes.map(\.kind) == [.missing(expected: 5)])
    #expect(alignment.mistakes.first?.expectedTime == .milliseconds(2500))
    #expect(alignment.mistakes.first?.actualTime == .milliseconds(2500))
  }

  @Test func extraNoteIsFound() {
    var actual = Self.melody.enumerated().map { (time: $0 * 500, pitch: $1) }
    actual.insert((2700, 50), at: 6)
    let alignment = NoteAlignment(expected: even(Self.melody), actual: performance(actual))
    #expect(alignment.mistakes.map(\.kind) == [.extra(actual: 6)])
    #expect(alignment.mistakes.first?.expectedTime == .milliseconds(2700))
  }

  @Test(arguments: [-12, -2, -1, 1, 2, 12]) func wrongPitchIsFound(interval: Int) {
    var actual = Self.melody
    actual[7] += interval
    #expect(mistakes(Self.melody, actual) == [.wrongPitch(expected: 7, actual: 7)])
  }

  @Test func exchangedNotesAreFound() {
    var actual = Self.melody
    actual.swapAt(6, 7)
    let found = mistakes(Self.melody, actual)
    #expect(found.count == 1)
    guard case .swapped(let first, let second)? = found.first else {
      Issue.record("not swapped: \(found)")
      return
    }
    #expect([first.expected, first.actual, second.expected, second.actual] == [6, 7, 7, 6])
  }

  @Test func orderWithinAPlayedChordMatters() {
    // The second chord is rolled from below in one performance, and from above in the other.
    let expected = performance([(0, 60), (5, 64), (9, 67), (1000, 62), (1025, 65), (2000, 64), (2006, 67)])
    let actual = performance([(0, 60), (8, 64), (5, 67), (1000, 65), (1030, 62), (2000, 64), (2002, 67)])
    let found = NoteAlignment(expected: expected, actual: actual).mistakes.map(\.kind)
    guard case .swapped(let first, let second)? = found.first else {
      Issue.record("not swapped: \(found)")
      return
    }
    #expect(found.count == 1)
    #expect([first.expected, second.expected] == [3, 4])
  }

  @Test func rolledChordIsNoMistake() {
    let expected = performance([
      (0, 60), (500, 62), (1000, 48), (1000, 55), (1000, 64), (1000, 72), (1500, 62), (2000, 60),
    ])
    let actual = performance([
      (0, 60), (500, 62), (900, 48), (980, 55), (1060, 64), (1140, 72), (1550, 62), (2000, 60),
    ])
    let alignment = NoteAlignment(expected: expected, actual: actual)
    #expect(alignment.mistakes.isEmpty)
    #expect(alignment.chordSpreads.map(\.spread) == [.milliseconds(240)])
    #expect(alignment.chordSpreads.first?.expectedTime == .milliseconds(1000))
  }

  @Test func trillIsAnOrnament() {
    let expected = performance([(0, 60), (500, 72), (1500, 67)], length: 1000)
    let trill = (1...8).map { (time: 500 + $0 * 100, pitch: $0 % 2 == 1 ? 74 : 72) }
    let alignment = NoteAlignment(
      expected: expected, actual: performance([(0, 60), (500, 72)] + trill + [(1500, 67)], length: 90))
    #expect(alignment.mistakes.isEmpty)
    #expect(alignment.ornaments.map(\.note.expected) == [1])
    #expect(alignment.ornaments.first.map { Set($0.extra + [$0.note.actual]) } == Set(1...9))
  }

  /// A scale in octaves whose every G is played as G sharp, which is a neighbor of A.
  @Test func wrongNotesInAScaleAreNoOrnament() {
    let degrees = [58, 60, 62, 63, 65, 67, 69, 70, 72, 74, 75, 77, 79, 81, 82]
    let scale = degrees + degrees.dropLast().reversed()
    func hands(_ g: Int) -> Performance {
      performance(
        scale.enumerated().flatMap { index, pitch in
          [(index * 125, pitch), (index * 125 + 3, pitch - 12)].map { ($0, $1 == 67 ? g : $1) }
        }, length: 110)
    }
    let alignment = NoteAlignment(expected: hands(67), actual: hands(68))
    #expect(alignment.ornaments.isEmpty)
    #expect(alignment.mistakes.count == 4)
    let places = [10, 25, 33, 46]
    #expect(alignment.mistakes.map(\.kind) == places.map { .wrongPitch(expected: $0, actual: $0) })
  }

  @Test func turnAfterALongNoteIsAnOrnament() {
    let expected = performance([(0, 60), (500, 72), (2500, 67)], length: 2000)
    let actual = performance(
      [(0, 60), (500, 72), (2000, 74), (2110, 72), (2220, 71), (2330, 72), (2500, 67)], length: 90)
    let alignment = NoteAlignment(expected: expected, actual: actual)
    #expect(alignment.mistakes.isEmpty)
    #expect(alignment.ornaments.map(\.extra) == [[2, 3, 4, 5]])
  }

  @Test func skippedBarsAreOneMistake() {
    let long = Self.longMelody
    var actual = Array(long[..<24])
    actual += long[40...]
    #expect(mistakes(long, actual) == [.skipped(expected: 24..<40)])
  }

  @Test func addedBarsAreOneMistake() {
    let long = Self.longMelody
    let other = (0..<12).map { 100 + ($0 * 5) % 13 }
    #expect(mistakes(long, Array(long[..<24]) + other + long[24...]) == [.added(actual: 24..<36)])
  }

  @Test func repeatedBarsAreOneMistake() {
    let long = Self.longMelody
    let found = NoteAlignment(expected: even(long), actual: even(Array(long[..<40]) + long[16...]))
    #expect(found.mistakes.map(\.kind) == [.repeated(expected: 16..<40, actual: 40..<64)])
    #expect(found.passages.map(\.expected) == [0..<40, 16..<64])
    #expect(found.passages.map(\.matches.count) == [40, 48])
  }

  @Test func mistakeInARepeatedBarIsFound() {
    let long = Self.longMelody
    var again = Array(long[16...])
    again[12] += 1
    let found = mistakes(long, Array(long[..<40]) + again)
    #expect(
      found == [.repeated(expected: 16..<40, actual: 40..<64), .wrongPitch(expected: 28, actual: 52)])
  }

  @Test func halfOfATakeIsSkipped() {
    let long = Self.longMelody
    #expect(mistakes(long, Array(long[..<32])) == [.skipped(expected: 32..<64)])
    #expect(mistakes(long, Array(long[32...])) == [.skipped(expected: 0..<32)])
  }

  @Test func unisonOfTwoVoicesNeedsOneNote() {
    let expected = performance([(0, 60), (500, 64), (500, 64), (1000, 67)])
    let actual = performance([(0, 60), (500, 64), (1000, 67)])
    #expect(NoteAlignment(expected: expected, actual: actual).mistakes.isEmpty)
  }

  @Test func performancesWithNothingInCommonHaveNoMatches() {
    let alignment = NoteAlignment(expected: even([60, 62, 64]), actual: even([61, 63, 65]))
    #expect(alignment.matchCount == 0)
    #expect(
      alignment.mistakes.map(\.kind) == [
        .missing(expected: 0), .extra(actual: 0), .missing(expected: 1), .extra(actual: 1),
        .missing(expected: 2),
        .extra(actual: 2),
      ])
  }

  @Test(arguments: [([], []), ([60], []), ([], [60]), ([60], [60])] as [([Int], [Int])])
  func tinyPerformancesAreAligned(expected: [Int], actual: [Int]) {
    let alignment = NoteAlignment(expected: even(expected), actual: even(actual))
    #expect(alignment.matchCount == min(expected.count, actual.count))
    #expect(alignment.mistakes.count == abs(expected.count - actual.count))
  }

  @Test func extremeTimesAreAligned() {
    func notes(_ times: [Int64]) -> Performance {
      Performance(
        sources: [""],
        notes: times.map {
          Note(
            channel: Channel(masking: 0), number: NoteNumber(masking: 60), velocity: UInt7(masking: 64),
            onset: Nanoseconds(rawValue: $0), offset: nil)
        }, end: Nanoseconds(rawValue: .max))
    }
    let alignment = NoteAlignment(
      expected: notes([.min, -1, 0, 1, .max]), actual: notes([.min, .min, 0, .max, .max]))
    #expect(alignment.matchCount > 0)
  }
}
