import MIDICore
import Testing
import Timelines

@testable import Following

/// Reviews of small performances, whose figures are known.
@Suite struct PracticeReviewTests {
  /// A note: its onset in milliseconds, pitch, velocity, and source.
  private typealias Played = (time: Int, pitch: Int, velocity: Int, source: Int)

  /// A melody of 64 different intervals in quarter notes at 120 BPM: 16 bars of two seconds.
  private static let melody: [Played] = (0..<64).map { ($0 * 500, 48 + ($0 * 23) % 31, 64, 0) }

  private static func performance(_ notes: [Played]) -> Performance {
    let notes = notes.sorted { ($0.time, $0.pitch) < ($1.time, $1.pitch) }.map { note in
      Note(
        source: note.source, channel: .number(1), number: NoteNumber(clamping: note.pitch),
        velocity: UInt7(clamping: note.velocity), onset: .milliseconds(Int64(note.time)),
        offset: .milliseconds(Int64(note.time + 100)))
    }
    return Performance(sources: ["", ""], notes: notes, end: .seconds(32))
  }

  private static func review(_ expected: [Played], _ actual: [Played]) -> PracticeReview {
    PracticeReview(
      NoteAlignment(expected: performance(expected), actual: performance(actual)),
      starts: (0..<16).map { .seconds(2) * $0 })
  }

  /// Returns the notes at other times.
  private static func moved(_ notes: [Played], _ time: (Int) -> Int) -> [Played] {
    notes.map { (time($0.time), $0.pitch, $0.velocity, $0.source) }
  }

  @Test func equalTakesHaveNothingToPractice() {
    let review = Self.review(Self.melody, Self.melody)
    #expect(review.stops.isEmpty && review.runs.isEmpty && review.hardestBars.isEmpty)
    #expect(review.balance == nil && review.pedaling == nil)
    #expect(review.pace?.median == 1 && review.pace?.spread == 0)
    #expect(review.pace?.slower == nil && review.pace?.faster == nil)
    #expect(review.bars.allSatisfy { $0.noteCount == 4 && $0.playedCount == 4 && $0.mistakeCount == 0 })
    #expect(review.playedBars == 0...15)
  }

  @Test func longGapIsStop() throws {
    let review = Self.review(Self.melody, Self.moved(Self.melody) { $0 < 10_000 ? $0 : $0 + 3200 })
    let stop = try #require(review.stops.first)
    #expect(review.stops.count == 1)
    #expect((stop.last, stop.next) == (.milliseconds(9500), .milliseconds(10_000)))
    #expect((stop.began, stop.resumed) == (.milliseconds(9500), .milliseconds(13_200)))
    #expect(stop.pause == .milliseconds(3200) && !stop.isJump)
    // The pause says nothing about the tempo.
    #expect(review.pace?.spread == 0)
    #expect(review.bars[4].speed == nil && review.bars[5].speed == 1)
  }

  @Test func gapAtSlowTempoIsNoStop() {
    let slow = Self.moved(Self.melody) { $0 * 5 }
    #expect(Self.review(Self.melody, slow).stops.isEmpty)
    let fermata = Self.moved(Self.melody) { $0 < 10_000 ? $0 : $0 + 700 }
    #expect(Self.review(Self.melody, fermata).stops.isEmpty)
  }

  @Test func goingBackIsStop() throws {
    // The player stops after the note at 15.5 s, and goes back to 8 s.
    let again = Self.moved(Array(Self.melody[16...])) { $0 + 10_000 }
    let review = Self.review(Self.melody, Array(Self.melody[..<32]) + again)
    let stop = try #require(review.stops.first)
    #expect(review.stops.count == 1 && stop.isJump)
    #expect((stop.last, stop.next) == (.milliseconds(15_500), .milliseconds(8000)))
    #expect(stop.pause == .milliseconds(2500))
  }

  @Test func mistakesCountInTheirBars() {
    var played = Self.melody
    for index in 21...23 { played[index].pitch += 40 }
    let review = Self.review(Self.melody, played)
    #expect(review.bars.indices.filter { review.bars[$0].mistakeCount > 0 } == [5])
    #expect(review.hardestBars == [5])
    #expect(review.bars[5].playedCount == 1)
  }

  @Test func skippedBarsAreUnplayed() {
    let played = Array(Self.melody[..<24]) + Self.moved(Array(Self.melody[48...])) { $0 - 12_000 }
    let review = Self.review(Self.melody, played)
    #expect(review.bars.indices.filter { review.bars[$0].isUnplayed } == Array(6..<12))
    #expect(review.bars.map(\.mistakeCount) == (0..<16).map { $0 == 6 ? 1 : 0 })
  }

  @Test func slowPartIsFound() throws {
    // Bars 5 to 8 take 2.5 s each, and the others 2 s.
    let played = Self.moved(Self.melody) { time in
      time + min(max(time - 8000, 0), 8000) / 4
    }
    let pace = try #require(Self.review(Self.melody, played).pace)
    #expect(pace.median == 1)
    #expect(pace.slower == .init(bars: 4...7, speed: 0.8))
    #expect(pace.faster == nil)
    #expect(abs((pace.spread ?? 0) - 0.2) < 1e-9)
  }

  @Test(arguments: [0, 10, 20]) func unevennessIsDeviationOfSteps(milliseconds: Int) throws {
    // Sixteenth notes at 120 BPM; each second one is late. Steps then differ by twice as much.
    let score: [Played] = (0..<64).map { ($0 * 125, 48 + ($0 * 23) % 31, 64, 0) }
    let played = score.enumerated().map { index, note in
      (note.time + (index % 2) * milliseconds, note.pitch, note.velocity, note.source)
    }
    let runs = Self.review(score, played).runs
    #expect(runs.count == 4)
    #expect(runs.allSatisfy { abs($0.unevenness - Double(milliseconds) / 125) < 0.012 }, "\(runs)")
  }

  @Test func steadyAccelerandoIsEven() {
    let score: [Played] = (0..<64).map { ($0 * 125, 48 + ($0 * 23) % 31, 64, 0) }
    let played = Self.moved(score) { time in time - time * time / 40_000 }
    let runs = Self.review(score, played).runs
    #expect(!runs.isEmpty && runs.allSatisfy { $0.unevenness < 0.01 }, "\(runs)")
  }

  /// Two hands at different speeds, one with chords, and a stop after the first half.
  @Test func runsAreThoseOfEachHand() {
    func pitch(_ index: Int) -> Int { 72 + (index * 7) % 12 }
    let right: [Played] = (0..<34).map { ($0 * 150, pitch($0), 64, 1) }
    let left: [Played] = (0..<18).flatMap { index in
      [0, 5].map { (index * 300, pitch(index) - 36 + $0, 64, 0) }
    }
    let played = Self.moved(right + left) { $0 + ($0 > 2500 ? 3000 : 0) }
    let runs = Self.review(right + left, played).runs
    #expect(runs.map(\.noteCount) == [9, 17, 17, 9], "\(runs)")
    #expect(runs.map(\.start) == [0, 0, 2550, 2700].map { .milliseconds($0) }, "\(runs)")
    #expect(runs.allSatisfy { $0.unevenness < 0.01 })
  }

  @Test func louderHandIsTheHigherOne() throws {
    let left = Self.melody.map { ($0.time, $0.pitch - 20, 64, 0) }
    let right = Self.melody.map { ($0.time, $0.pitch + 30, 64, 1) }
    let played = left.map { ($0.0, $0.1, 50, 0) } + right.map { ($0.0, $0.1, 62, 0) }
    let balance = try #require(Self.review(left + right, played).balance)
    #expect(balance.difference == 12 && balance.expectedDifference == nil)
    #expect((balance.left.source, balance.right.source) == (0, 1))
  }

  @Test func unplayedHandCountsInNoBar() {
    let left = Self.melody.map { ($0.time, $0.pitch - 20, 64, 0) }
    let right = Self.melody.map { ($0.time, $0.pitch + 30, 64, 1) }
    let review = Self.review(left + right, right)
    #expect(review.lines.map(\.noteCount) == [64, 64] && review.lines.map(\.playedCount) == [0, 64])
    #expect(review.bars.allSatisfy { $0.noteCount == 4 && $0.playedCount == 4 && $0.mistakeCount == 0 })
    #expect(review.balance == nil)
  }

  @Test func pedalPressesAndHeldNotesAreCounted() throws {
    func take(pedal: Bool) -> Performance {
      var messages: [TimedMessage] = []
      for note in Self.melody {
        let time = Nanoseconds.milliseconds(Int64(note.time))
        let number = NoteNumber(clamping: note.pitch)
        if pedal, note.time % 4000 == 0 {
          messages += [(0, UInt7(127)), (1800, 0)].map { later, value in
            TimedMessage(
              time: time + .milliseconds(later),
              message: .controlChange(channel: .number(1), controller: 64, value: value))
          }
        }
        messages += [
          TimedMessage(time: time, message: .noteOn(channel: .number(1), note: number, velocity: 64)),
          TimedMessage(
            time: time + .milliseconds(100),
            message: .noteOff(channel: .number(1), note: number, velocity: 64)),
        ]
      }
      return Performance(Recording(tracks: [.init(messages: messages.sorted { $0.time < $1.time })]))
    }
    let review = PracticeReview(
      NoteAlignment(expected: take(pedal: false), actual: take(pedal: true)), starts: [.zero])
    let pedaling = try #require(review.pedaling)
    #expect(pedaling.expected.pressCount == 0 && pedaling.expected.heldCount == 0)
    // The pedal is down for four of eight notes.
    #expect(pedaling.actual.pressCount == 8 && pedaling.actual.heldCount == 32)
  }

  @Test func emptyTakesHaveNoFigures() {
    let review = Self.review([], [])
    #expect(review.lines.isEmpty && review.pace == nil && review.playedBars == nil)
  }
}
