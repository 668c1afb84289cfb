import MIDICore
import Testing

@testable import Timelines

/// Changes of passages in a take with quarter notes C4 at 120 BPM, 12 bars of 4/4.
@Suite struct PassageTextTests {
  /// Bars of 4/4 and, from bar 5 on, of 6/8.
  private static let beats = BeatGrid(
    tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: []), ticksPerQuarter: 480,
    meters: [
      BeatGrid.Meter(start: .zero, lengthOfBar: 480 * 4 * 4, unit: 4),
      BeatGrid.Meter(start: Ticks(rawValue: 480 * 16), lengthOfBar: 480 * 4 * 6, unit: 8),
    ])

  private func text(
    _ effect: PassageEffect, from start: Int64 = 0, to end: Int64? = nil, part: TakePart = TakePart(),
    pitches: ClosedRange<NoteNumber> = Passage.allPitches, noteCount: Int = 12, beats: BeatGrid? = beats
  ) -> String {
    let take = Compared.melody(Array(repeating: 60, count: 48))
    let comparison = Compared.takes(take, take) { $0.beats = beats }
    let passage = Passage(
      start: .milliseconds(start), end: end.map { .milliseconds($0) }, part: part, pitches: pitches)
    return comparison.description(of: .passage(PassageChange(effect, of: passage, noteCount: noteCount)))
  }

  @Test func rangeOfBarsIsNamed() {
    let effect = PassageEffect.transposed(bySemitones: 2)
    #expect(text(effect, from: 2000, to: 8000) == "bars 2 to 4: a tone higher (12 notes)")
    #expect(text(effect, from: 2000, to: 4000) == "bar 2: a tone higher (12 notes)")
    #expect(text(effect, from: 2000) == "from bar 2 on: a tone higher (12 notes)")
    #expect(text(effect, to: 4000) == "bars 1 to 2: a tone higher (12 notes)")
    #expect(text(effect, from: 8000, to: 11_000) == "bars 5 to 6: a tone higher (12 notes)")
  }

  @Test func rangeWithinBarsHasBeats() {
    let effect = PassageEffect.transposed(bySemitones: -12)
    #expect(text(effect, from: 2500, to: 4250) == "from 2:2.00 to 3:1.50: an octave lower (12 notes)")
    #expect(text(effect, from: 2500) == "from 2:2.00 on: an octave lower (12 notes)")
    #expect(text(effect, to: 8250) == "up to 5:2.00: an octave lower (12 notes)")
  }

  @Test func rangeWithoutBeatsHasSeconds() {
    #expect(
      text(.missing, from: 2500, to: 4250, noteCount: 1, beats: nil)
        == "from 2.5 s to 4.25 s: 1 note missing"
    )
    #expect(
      text(.delayed(by: .milliseconds(480)), from: 12_001, beats: nil) == "from 12.001 s on: 480 ms later")
  }

  @Test func partAndPitchesAreNamed() {
    let part = TakePart(channels: [.number(2)])
    #expect(text(.missing, from: 4000, to: 9500, part: part) == "bars 3 to 5, channel 2: 12 notes missing")
    #expect(text(.missing, part: part) == "channel 2: 12 notes missing")
    let octave = PassageEffect.transposed(bySemitones: -12)
    #expect(text(octave, pitches: 0...59) == "notes below C4: an octave lower (12 notes)")
    #expect(text(octave, from: 2000, pitches: 60...127).hasPrefix("from bar 2 on, notes from C4 up: "))
    #expect(text(octave, pitches: 48...59).hasPrefix("notes from C3 to B3: "))
    #expect(text(octave, part: part, pitches: 38...38).hasPrefix("channel 2, D2: "))
  }

  @Test func lengthsAreThoseOfNotes() {
    let half = PassageEffect.durationsScaled(toThousandths: 500)
    #expect(text(half, from: 4000, to: 9500) == "bars 3 to 5: notes held half as long (12 notes)")
    #expect(text(half, pitches: 0...59) == "notes below C4: held half as long (12 notes)")
  }

  @Test(
    arguments: [
      (.velocitiesShifted(by: -12), "all notes: velocities 12 lower"),
      (.velocitiesScaled(toThousandths: 800), "all notes: 0.8 times the velocity"),
      (
        .velocitiesScaled(toThousandths: 800, roundsDown: true),
        "all notes: 0.8 times the velocity, rounded down"
      ),
      (.velocitiesSet(to: 100), "all notes: velocity 100 throughout"),
      (.durationsScaled(toThousandths: 500), "all notes: held half as long"),
      (.durationsScaled(toThousandths: 2000), "all notes: held twice as long"),
      (.durationsScaled(toThousandths: 730), "all notes: held 0.73 times as long"),
      (.late(by: .milliseconds(31)), "all notes: late by 31 ms"),
      (.late(by: .milliseconds(-31)), "all notes: early by 31 ms"),
      (.humanized(within: .milliseconds(20)), "all notes: humanized, up to 20 ms early or late"),
      (.quantized(partsPerQuarter: 4), "the whole take: quantized to 1/16"),
      (.quantized(partsPerQuarter: 6), "the whole take: quantized to 1/16 triplets"),
      (
        .quantized(partsPerQuarter: 4, includesEnds: true),
        "the whole take: starts and ends quantized to 1/16"
      ),
      (.swung(ratioThousandths: 2000, partsPerQuarter: 2), "the whole take: swing 2:1 in 1/8 notes"),
      (
        .swung(ratioThousandths: 2000, partsPerQuarter: 2, includesEnds: true),
        "the whole take: swing 2:1 in 1/8 notes"
      ),
      (.swung(ratioThousandths: 1501, partsPerQuarter: 4), "the whole take: swing 3:2 in 1/16 notes"),
      (.swung(ratioThousandths: 1720, partsPerQuarter: 2), "the whole take: swing 1.72:1 in 1/8 notes"),
    ] as [(PassageEffect, String)])
  func effectOnTheWholeTakeHasNoCount(_ effect: PassageEffect, _ text: String) {
    #expect(self.text(effect) == text)
  }

  @Test func changedLengthMovesEverythingAfter() {
    #expect(
      text(.cut(), from: 2000, to: 8000) == "bars 2 to 4: cut out (12 notes; everything after is 6 s earlier)"
    )
    #expect(
      text(.cut(keepsValues: true), from: 2000, to: 8000)
        == "bars 2 to 4: cut out, values kept (12 notes; everything after is 6 s earlier)")
    #expect(
      text(.stretched(byBillionths: 100_000_000), from: 2000, to: 8000, beats: nil)
        == "from 2 s to 8 s: 9.1% slower (everything after is 600 ms later)")
  }

  @Test func otherTempoIsGivenInBeats() {
    #expect(
      text(.stretched(byBillionths: 200_000_000), from: 2000, to: 8000)
        == "bars 2 to 4: tempo 100 instead of 120 BPM (everything after is 1.2 s later)")
    #expect(
      text(.stretched(byBillionths: -500_000_000), from: 2000, to: 4000)
        == "bar 2: tempo 240 instead of 120 BPM (everything after is 1 s earlier)")
    // In 6/8, dotted quarter notes count.
    #expect(
      text(.stretched(byBillionths: -200_000_000), from: 8000, to: 9500)
        == "bar 5: tempo 100 instead of 80 BPM (everything after is 300 ms earlier)")
    #expect(
      text(.stretched(byBillionths: 30_000), from: 2000, to: 4000).hasPrefix("bar 2: under 0.01% slower ("))
  }

  /// 60 BPM, and 120 BPM from bar 3 on.
  @Test func otherTempoOfSeveralTemposIsAPercentage() {
    let tempos: [(time: Ticks, microsecondsPerQuarter: UInt32)] = [
      (.zero, 1_000_000), (Ticks(rawValue: 480 * 8), 500_000),
    ]
    let beats = BeatGrid(
      tempoMap: TempoMap(division: .ticksPerQuarter(480), tempos: tempos), ticksPerQuarter: 480, meters: [])
    let slower = PassageEffect.stretched(byBillionths: 200_000_000)
    #expect(text(slower, to: 8000, beats: beats).hasPrefix("bars 1 to 2: tempo 50 instead of 60 BPM ("))
    #expect(
      text(slower, from: 8000, to: 10_000, beats: beats).hasPrefix("bar 3: tempo 100 instead of 120 BPM"))
    #expect(text(slower, from: 4000, to: 10_000, beats: beats).hasPrefix("bars 2 to 3: 17% slower ("))
    #expect(text(slower, beats: beats) == "the whole take: 17% slower")
  }

  @Test(
    arguments: [
      (1_000_000_000, "half as fast"), (-500_000_000, "twice as fast"), (250_000_000, "20% slower"),
      (-200_000_000, "25% faster"), (200_000_000, "17% slower"), (20_000_000, "2% slower"),
      (-15_600_000, "1.6% faster"), (-5_600_000, "0.56% faster"), (300_000, "0.03% slower"),
    ] as [(Int64, String)])
  func percentageOfTheTempoHasTwoDigits(_ billionths: Int64, _ words: String) {
    #expect(text(.stretched(byBillionths: billionths), beats: nil) == "the whole take: \(words)")
  }

  @Test func delayByBarsIsCountedInBars() {
    #expect(text(.delayed(by: .seconds(2)), from: 4000) == "from bar 3 on: a bar later (2 s)")
    #expect(text(.delayed(by: .seconds(-3)), from: 8000) == "from bar 5 on: 2 bars earlier (3 s)")
    #expect(text(.delayed(by: .milliseconds(480)), from: 4000) == "from bar 3 on: 480 ms later")
  }

  @Test func insertedBarsWithoutNotesAreEmpty() {
    let numbers = (0..<32).map { NoteNumber(clamping: 60 + $0 * 7 % 12) }
    func text(_ inserted: Int64, _ others: [(Int64, Message)] = []) -> String? {
      let start = Compared.melody(Array(numbers[..<8])) + others
      let actual = start + Compared.melody(Array(numbers[8...]), from: 4000 + inserted)
      let comparison = Compared.takes(Compared.melody(numbers), actual) { $0.beats = Self.beats }
      return comparison.differences.first.map(comparison.description)
    }
    #expect(text(2000) == "before bar 3: an empty bar inserted (everything after is 2 s later)")
    #expect(text(4000) == "before bar 3: 2 empty bars inserted (everything after is 4 s later)")
    #expect(text(1500) == "from bar 3 on: 1.5 s later")
    #expect(text(2000, Compared.note(40, 4000)) == "from bar 3 on: a bar later (2 s)")
  }

  @Test func driftingTempoIsGivenInBeats() {
    #expect(
      text(.drifted(fromBillionths: 0, toBillionths: 111_111_111, by: .seconds(1)), to: 24_000)
        == "the whole take: tempo falls gradually from 120 to 108 BPM")
    // In 6/8, dotted quarter notes count.
    #expect(
      text(
        .drifted(fromBillionths: 0, toBillionths: -200_000_000, by: .milliseconds(-300)), from: 11_000,
        to: 14_000)
        == "bars 7 to 8: tempo rises gradually from 80 to 100 BPM (everything after is 300 ms earlier)")
    #expect(
      text(.drifted(fromBillionths: -40_000_000, toBillionths: 0, by: .milliseconds(-40)), to: 24_000)
        == "the whole take: tempo falls gradually from 125 to 120 BPM")
  }

  @Test(
    arguments: [
      (0, 250_000_000, "gets 20% slower"), (250_000_000, 0, "from 20% slower to the given tempo"),
      (-200_000_000, 250_000_000, "from 25% faster to 20% slower"),
    ] as [(Int64, Int64, String)])
  func driftWithoutBeatsIsInPercent(first: Int64, last: Int64, verdict: String) {
    let effect = PassageEffect.drifted(fromBillionths: first, toBillionths: last, by: .milliseconds(5))
    #expect(text(effect, to: 24_000, beats: nil) == "the whole take: \(verdict)")
  }

  @Test func noteOfATransposedPassageHasItsNameInTheFile() {
    let numbers = (0..<16).map { NoteNumber(clamping: 60 + $0 * 7 % 12) }
    var played = numbers.map { NoteNumber(clamping: Int($0.rawValue) + 2) }
    played[5] = numbers[5]
    var actual = Compared.melody(played)
    actual.removeSubrange(16..<18)
    let comparison = Compared.takes(Compared.melody(numbers), actual)
    #expect(
      comparison.differences.map(comparison.description) == [
        "all notes: a tone higher", "B4 on channel 1: B4 instead of C#5, a tone lower",
        "G#4 on channel 1: missing",
      ])
  }

  @Test func passagesAreCountedBeforeNotes() {
    let note = Difference.note(NoteDifference(expected: 0, actual: nil, changes: [.missing]))
    let passage = Difference.passage(PassageChange(.missing, of: Passage(end: .seconds(1))))
    #expect(DifferenceCounts([note, passage, note]).text == "1 passage changed, 2 missing")
    #expect(DifferenceCounts([passage, passage]).text == "2 passages changed")
  }
}
