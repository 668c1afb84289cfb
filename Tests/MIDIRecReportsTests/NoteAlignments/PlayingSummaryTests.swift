import Following
import MIDICore
import TestSupport
import Testing
import Timelines

@testable import MIDIRecReports

/// The lines in a musician's words, each of which a performance of one melody gives.
@Suite struct PlayingSummaryTests {
  private typealias Played = (time: Int, pitch: Int, velocity: Int)

  /// A melody of 64 different intervals in quarter notes at 120 BPM: 16 bars.
  private static let melody: [Played] = (0..<64).map { ($0 * 500, 48 + ($0 * 23) % 31, 64) }

  private static func lines(_ expected: [Played], _ actual: [Played]) -> [String: String] {
    let alignment = NoteAlignment(
      expected: AlignmentSamples.performance(expected, length: 90),
      actual: AlignmentSamples.performance(actual, length: 90))
    let lines = PlayingSummary(alignment, meter: AlignmentSamples.meter).lines()
    return Dictionary(uniqueKeysWithValues: lines.map { ($0.label, $0.text) })
  }

  private static func moved(_ notes: some Sequence<Played>, _ time: (Int) -> Int) -> [Played] {
    notes.map { (time($0.time), $0.pitch, $0.velocity) }
  }

  @Test func linesWithoutNewsAreLeftOut() {
    #expect(
      Self.lines(Self.melody, Self.melody) == [
        "played": "all 64 notes, bars 1 to 16", "tempo": "120 BPM, as expected",
      ])
  }

  @Test func stopsHaveTheirPlacesAndLengths() {
    let paused = Self.moved(Self.melody) { $0 < 10_000 ? $0 : $0 + 3200 }
    #expect(Self.lines(Self.melody, paused)["stopped"] == "at 5:4 for 3.2 s")
    let again = Self.moved(Self.melody[16...]) { $0 + 10_000 }
    #expect(
      Self.lines(Self.melody, Array(Self.melody[..<32]) + again)["stopped"]
        == "at 8:4, went on at 5:1 after 2.5 s")
  }

  @Test func onlyTheLongestOfManyStopsAreListed() {
    let paused = Self.moved(Self.melody) { $0 + $0 / 6000 * 2000 + ($0 >= 18_000 ? 1000 : 0) }
    #expect(
      Self.lines(Self.melody, paused)["stopped"]
        == "at 3:4 for 2 s; at 6:4 for 2 s; at 9:4 for 3 s; and 2 more")
  }

  @Test func barsWithMostMistakesAreListed() {
    var played = Self.melody
    for index in [21, 22, 23, 40, 41, 60] { played[index].pitch += 1 }
    #expect(Self.lines(Self.melody, played)["hardest"] == "bar 6 (3 mistakes), bar 11 (2)")
  }

  @Test func slowAndFastPartsHaveTheirBars() {
    let played = Self.moved(Self.melody) { time in
      time + min(max(time - 8000, 0), 8000) / 4 - max(time - 24_000, 0) / 5
    }
    #expect(
      Self.lines(Self.melody, played)["tempo"]
        == "120 BPM, as expected, varying by 25%; slower in bars 5 to 8 (80%), faster in bars 13 to 15 (125%)"
    )
  }

  @Test func unevenRunsHaveTheirBar() {
    let score: [Played] = (0..<64).map { ($0 * 125, 48 + ($0 * 23) % 31, 64) }
    let played = score.enumerated().map { index, note in
      (note.time + (index % 2) * (32..<48 ~= index ? 25 : 5), note.pitch, note.velocity)
    }
    #expect(Self.lines(score, played)["runs"]?.hasPrefix("even within 4%; least even in bar 3 (") == true)
  }

  @Test func linesStayFew() {
    var generator = SeededGenerator(seed: 1)
    let played = Self.melody.map { note in
      (
        note.time + Int.random(in: 0...200, using: &generator),
        note.pitch + Int.random(in: 0...1, using: &generator),
        Int.random(in: 20...100, using: &generator)
      )
    }
    #expect(Self.lines(Self.melody, played).count <= 9)
  }
}
