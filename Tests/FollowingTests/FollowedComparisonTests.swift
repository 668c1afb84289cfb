import Following
import MIDICore
import Testing
import Timelines

@Suite struct FollowedComparisonTests {
  private static let melody = [60, 64, 67, 62, 65, 69, 64, 71, 72, 67]

  /// Creates a performance of pitches, each of half the time to the next one.
  private func performance(
    _ pitches: [Int], every span: Int, velocity: UInt7 = 64, pedal: [(time: Int, value: Int)] = []
  ) -> Performance {
    let notes = pitches.enumerated().map { index, pitch in
      Note(
        channel: Channel(masking: 0), number: NoteNumber(masking: UInt8(pitch)), velocity: velocity,
        onset: .milliseconds(index * span), offset: .milliseconds(index * span + span / 2))
    }
    var messages = pedal.map { time, value in
      TimedMessage(
        time: .milliseconds(time),
        message: .controlChange(channel: .number(1), controller: 1, value: UInt7(masking: UInt8(value))))
    }
    messages.sort { $0.time < $1.time }
    let curves = Performance(Recording(tracks: [.init(messages: messages)])).curves
    return Performance(
      sources: [""], notes: notes, curves: curves, end: .milliseconds(pitches.count * span))
  }

  private func differences(_ expected: Performance, _ actual: Performance, velocity: Int = 0) -> [Difference
    .Kind]
  {
    Comparison(
      expected: expected,
      actual: NoteAlignment(expected: expected, actual: actual).actualOnExpectedAxis,
      options: .init(velocityTolerance: velocity, alignsStart: false, followsTempo: true)
    ).differences.flatMap(\.kinds)
  }

  @Test(arguments: [125, 500, 2000]) func tempoIsNoDifference(span: Int) {
    #expect(differences(performance(Self.melody, every: 500), performance(Self.melody, every: span)) == [])
  }

  @Test func mistakesAreDifferences() {
    var played = Self.melody
    played[2] = 68
    played.remove(at: 5)
    let kinds = differences(performance(Self.melody, every: 500), performance(played, every: 700))
    #expect(kinds == [.wrongPitch, .missing])
  }

  @Test func exchangedNotesAreADifference() {
    var played = Self.melody
    played.swapAt(3, 4)
    let kinds = differences(performance(Self.melody, every: 500), performance(played, every: 400))
    #expect(kinds == [.orderSwapped])
  }

  @Test func velocitiesAreCompared() {
    let expected = performance(Self.melody, every: 500)
    let actual = performance(Self.melody, every: 600, velocity: 70)
    #expect(!differences(expected, actual).isEmpty)
    #expect(differences(expected, actual, velocity: 6) == [])
  }

  @Test func valuesAreComparedAtTheTimesOfTheTempo() {
    let expected = performance(Self.melody, every: 500, pedal: [(1000, 90), (3000, 10)])
    #expect(
      differences(expected, performance(Self.melody, every: 800, pedal: [(1600, 90), (4800, 10)])) == [])
    #expect(
      differences(expected, performance(Self.melody, every: 800, pedal: [(1600, 90), (4000, 10)])) != [])
  }
}
