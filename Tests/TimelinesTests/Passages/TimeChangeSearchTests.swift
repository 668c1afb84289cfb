import MIDICore
import Testing

@testable import Timelines

@Suite struct TimeChangeSearchTests {
  /// Notes of a walk that doesn't repeat, four per second, each 200 ms long.
  private static let notes = (0..<120).map { index in
    note(index * index * 7 % 61 + 30, at: Int64(index) * 250)
  }

  private static func note(_ number: Int, at time: Int64) -> Note {
    Note(
      channel: .number(1), number: NoteNumber(clamping: number), velocity: 64, onset: .milliseconds(time),
      offset: .milliseconds(time + 200))
  }

  private func comparison(
    _ actual: [Note], expected: [Note] = notes, pedals: [ValueCurve] = [], actualPedals: [ValueCurve] = []
  ) -> Comparison {
    Comparison(
      expected: Performance(sources: [""], notes: expected, curves: pedals, end: .seconds(30)),
      actual: Performance(sources: [""], notes: actual, curves: actualPedals, end: .seconds(30)),
      options: Comparison.Options(alignsStart: true, findsPassages: true))
  }

  private func moved(_ note: Note, by delay: Int64) -> Note {
    var note = note
    note.onset += .milliseconds(delay)
    note.offset = note.offset.map { $0 + .milliseconds(delay) }
    note.silence = note.offset
    return note
  }

  @Test func latePassageStartsAtItsFirstLateNote() {
    // The note before the passage is missing.
    let actual = Self.notes.enumerated().compactMap { index, note in
      index == 39 ? nil : 40..<60 ~= index ? moved(note, by: 80) : note
    }
    let comparison = comparison(actual)
    #expect(comparison.passages.map(\.effect) == [.late(by: .milliseconds(80))])
    #expect(comparison.passages.first?.passage == Passage(start: .seconds(10), end: .seconds(15)))
    #expect(comparison.differences.count == 2)
  }

  @Test func delayNearTheStartIsFound() {
    let actual = Self.notes.enumerated().map { $0 < 8 ? $1 : moved($1, by: 3000) }
    let comparison = comparison(actual)
    #expect(comparison.passages.map(\.effect) == [.delayed(by: .seconds(3))])
    #expect(comparison.passages.first?.passage.start == .seconds(2))
    #expect(comparison.differences.count == 1)
  }

  @Test func cutOfRepeatedMusicIsOneChange() {
    // The second half repeats the first one.
    let expected = Self.notes[..<60] + Self.notes[..<60].map { moved($0, by: 15_000) }
    let actual = expected.enumerated().compactMap { index, note in
      index < 50 ? note : index < 74 ? nil : moved(note, by: -6000)
    }
    let comparison = comparison(actual, expected: Array(expected))
    #expect(comparison.passages.map(\.effect) == [.cut()])
    #expect(comparison.differences.count == 1)
  }

  /// The set-up of a channel comes before its first note, or the volume changes in the middle.
  @Test(arguments: [0, 40], [true, false])
  func cutKeepsValuesIfTheTakeHasThem(from first: Int, isKept: Bool) {
    let actual = Self.notes.enumerated().compactMap { index, note in
      index < first ? note : index < first + 20 ? nil : moved(note, by: -5000)
    }
    let start = Nanoseconds.milliseconds(Int64(first) * 250)
    func volume(_ steps: [ValueCurve.Step]) -> [ValueCurve] {
      [ValueCurve(source: 0, channel: .number(1), quantity: .controller(7), steps: steps)]
    }
    let comparison = comparison(
      actual,
      pedals: volume([
        .init(time: start, value: 90), .init(time: start.adding(.seconds(1)), value: 70),
        .init(time: .seconds(20), value: 50),
      ]),
      actualPedals: volume(
        (isKept ? [.init(time: start, value: 70)] : []) + [
          .init(time: .seconds(15), value: 50)
        ]))
    #expect(comparison.passages.map(\.effect) == [.cut(keepsValues: isKept)])
    #expect(comparison.differences.count == 1)
  }

  /// No note starts at the start of the cut.
  @Test func cutEndsWithANote() {
    let actual = Self.notes.enumerated().compactMap { index, note in
      index <= 40 ? note : index < 65 ? nil : moved(note, by: -6050)
    }
    let comparison = comparison(actual)
    #expect(comparison.passages.map(\.effect) == [.cut()])
    #expect(
      comparison.passages.first?.passage
        == Passage(start: .milliseconds(10_200), end: .milliseconds(16_250)))
    #expect(comparison.differences.count == 1)
  }

  /// The time that it leaves out has no notes.
  @Test func earlyEndIsNotACut() {
    let comparison = comparison(Self.notes.enumerated().map { $0 < 80 ? $1 : moved($1, by: -40) })
    #expect(comparison.passages.map(\.effect) == [.late(by: .milliseconds(-40))])
    #expect(comparison.passages.first?.passage == Passage(start: .seconds(20)))
    #expect(comparison.differences.count == 1)
  }

  /// A sustain pedal that goes down every two seconds and up a second later, from some time on later.
  private func pedal(from start: Int64 = 0, by delay: Int64 = 0) -> [ValueCurve] {
    let steps = (0..<30).map { second in
      let time = Int64(second) * 1000 + 100
      return ValueCurve.Step(
        time: .milliseconds(time < start ? time : time + delay), value: second % 2 == 0 ? 127 : 0)
    }
    return [ValueCurve(source: 0, channel: .number(1), quantity: .controller(.sustain), steps: steps)]
  }

  /// All notes from the second bar on are late. If the pedals stay, time doesn't move.
  @Test(arguments: [false, true]) func pedalsTellWhetherTimeMoves(movesPedals: Bool) {
    let comparison = comparison(
      Self.notes.enumerated().map { $0 < 40 ? $1 : moved($1, by: 80) }, pedals: pedal(),
      actualPedals: movesPedals ? pedal(from: 10_000, by: 80) : pedal())
    let delay = Nanoseconds.milliseconds(80)
    #expect(comparison.passages.map(\.effect) == [movesPedals ? .delayed(by: delay) : .late(by: delay)])
  }

  /// The last notes are also those of the first bars, but the pedals are where they were.
  @Test func silentStartOfRepeatedMusicIsNotACut() {
    let loop = (0..<120).map { Self.note(50 + $0 % 8 * 5 % 12, at: Int64($0) * 250) }
    let comparison = comparison(
      Array(loop[40...]), expected: loop, pedals: pedal(), actualPedals: pedal())
    #expect(comparison.passages.map(\.effect) == [.missing])
    #expect(comparison.differences.count == 1)
  }

  @Test func shortSlowerPassageIsNotADelay() {
    // Six notes are a tenth slower, each with its length.
    let actual = Self.notes.enumerated().map { index, note in
      var note = moved(note, by: Int64(min(max(index - 40, 0), 6)) * 25)
      if 40..<46 ~= index { note.offset = note.onset + .milliseconds(220) }
      note.silence = note.offset
      return note
    }
    let comparison = comparison(actual)
    #expect(comparison.passages.map(\.effect) == [.stretched(byBillionths: 100_000_000)])
    #expect(
      comparison.passages.first?.passage == Passage(start: .seconds(10), end: .milliseconds(11_500)))
  }
}
