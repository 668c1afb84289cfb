import MIDICore
import MIDIFiles
import TestSupport
import Testing

@testable import Timelines

@Suite struct ComparisonTextTests {
  @Test func textHasNamesVerdictAndDifferences() {
    let text = ComparedTakes.oneMissingOneExtra.text(
      expectedName: "a.mid", actualName: "b.mid", differenceLimit: nil)
    #expect(
      text == """
        expected: a.mid: 2 notes, 11 s
        actual:   b.mid: 2 notes, 11 s
        different: 1 missing, 1 extra

         3.000000  G4 on channel 1: missing
        10.000000  E4 on channel 1: extra
        """)
  }

  @Test func extraNoteBeforeTheStartHasANegativeTime() {
    let melody: [NoteNumber] = [60, 64, 67, 62, 65, 69]
    let comparison = Compared.takes(
      Compared.melody(melody), Compared.note(40, 0) + Compared.melody(melody, from: 2000), aligns: true)
    #expect(
      comparison.differenceLines(limit: nil) == ["-2.000000  E2 on channel 1: extra before the start"])
  }

  @Test func manyDifferencesAreDescribed() throws {
    func at(_ milliseconds: Int64, _ message: Message) -> TimedMessage {
      TimedMessage(time: .milliseconds(milliseconds), message: message)
    }
    func note(_ number: NoteNumber, _ start: Int64, _ length: Int64 = 200, _ velocity: UInt7 = 100)
      -> [TimedMessage]
    {
      [
        at(start, .noteOn(channel: .number(1), note: number, velocity: velocity)),
        at(start + length, .noteOff(channel: .number(1), note: number, velocity: 64)),
      ]
    }
    func performance(_ messages: [TimedMessage]) -> Performance {
      Performance(Recording(tracks: [.init(messages: messages.sorted { $0.time < $1.time })]))
    }
    func pedal(_ time: Int64, _ value: UInt7) -> TimedMessage {
      at(time, .controlChange(channel: .number(1), controller: 64, value: value))
    }
    let expected = note(60, 0) + note(62, 500) + note(64, 1000) + note(65, 1500) + note(67, 2000)
    let actual =
      note(60, 0) + note(67, 500) + note(64, 1000, 260) + note(65, 1507, 200, 90) + note(67, 2000)
    let comparison = Comparison(
      expected: performance(expected + [pedal(1900, 127), pedal(2700, 0)]),
      actual: performance(actual + [pedal(2650, 0)]), options: .init(alignsStart: false))
    #expect(
      comparison.text(expectedName: "a.mid", actualName: "b.mid", differenceLimit: nil) == """
        expected: a.mid: 5 notes, 2 controller changes, 2.7 s
        actual:   b.mid: 5 notes, 2.65 s
        different: 1 wrong pitch, 1 late, 1 too long, 1 wrong velocity, 1 value off

        0.500000  D4 on channel 1: G4 instead, a fourth higher
        1.000000  E4 on channel 1: too long by 60 ms
        1.500000  F4 on channel 1: late by 7 ms, velocity 90 instead of 100
        1.900000  sustain pedal on channel 1: off by at most 127 (0 instead of 127) from 1.900000 to 2.700000, \
        so 1 note sounds shorter
        """)
  }

  @Test func timesCanBeBarsAndBeats() throws {
    let signature = MIDIFile.Event.meta(.timeSignature(TimeSignature(numerator: 3, denominatorPower: 2)))
    let track = MIDIFile.Track(
      events: [MIDIFile.TrackEvent(time: .zero, event: signature)], end: Ticks(rawValue: 0))
    let meter = try #require(
      MeterMap(MIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])))
    #expect(
      ComparedTakes.oneMissingOneExtra.differenceLines(limit: nil) { "\(meter.position(at: $0))" } == [
        "3:1.00  G4 on channel 1: missing", "7:3.00  E4 on channel 1: extra",
      ])
  }

  @Test func longListIsCutWithCount() {
    let lines = ComparedTakes.oneMissingOneExtra.differenceLines(limit: 1)
    #expect(lines == ["3.000000  G4 on channel 1: missing", "… and 1 more"])
    #expect(ComparedTakes.oneMissingOneExtra.differenceLines(limit: 0) == ["… and 2 more"])
  }

  @Test func equalTakesShowToleranceAndLargestDeviation() {
    #expect(
      ComparedTakes.same.text(expectedName: "a", actualName: "b", differenceLimit: nil) == """
        expected: a: 1 note, 2 s
        actual:   b: 1 note, 2 s
        same: onsets within 5 ms, at most 0 ms off; ends within 5 ms
        """)
  }

  @Test func everyToleranceIsListed() {
    func verdict(_ ratio: Ratio?) -> String {
      let performance = ComparedTakes.performance([])
      return Comparison(
        expected: performance, actual: performance,
        options: .init(
          onsetTolerance: .microseconds(500), offsetTolerance: .seconds(1), offsetRatio: ratio,
          velocityTolerance: 3, valueTolerance: 2)
      ).verdictText
    }
    #expect(
      verdict(Ratio(1, over: 5)) == """
        same: onsets within 0.5 ms, at most 0 ms off; ends within 1 s or 20% of the note; \
        velocities within 3; values within 2
        """)
    #expect(verdict(Ratio(1, over: 3)).contains(" or 1/3 of the note;"))
    #expect(verdict(Ratio(1, over: 8)).contains(" or 12.5% of the note;"))
  }

  @Test func namesFromFilesAreEscaped() {
    let text = ComparedTakes.same.text(expectedName: "a\u{1B}[2J", actualName: "b\n", differenceLimit: nil)
    #expect(text.hasPrefix("expected: a\\x1B[2J: "))
    #expect(text.contains("\nactual:   b\\x0A: "))
  }

  @Test func alignmentIsDescribed() {
    #expect(TakeAlignment().parts == [])
    #expect(
      TakeAlignment(shift: .milliseconds(250), tempoDrift: 130_000, velocityScale: 1200).parts == [
        "250 ms later", "0.013% slower (7.8 ms per minute)", "played with 1.2 times the velocity",
      ])
    #expect(
      TakeAlignment(shift: .milliseconds(-250), tempoDrift: -499, velocityScale: 500).parts == [
        "250 ms earlier", "under 0.0001% faster (0.03 ms per minute)",
        "played with 0.5 times the velocity",
      ])
  }

  @Test func countsUseNamesOfKinds() {
    func note(_ change: NoteChange) -> Difference {
      .note(NoteDifference(expected: 0, actual: 0, changes: [change]))
    }
    let swap = Difference.swapped(
      NoteSwap(
        first: NoteDifference(expected: 0, actual: 0, changes: [.late(by: .zero)]),
        second: NoteDifference(expected: 0, actual: 0, changes: [.early(by: .zero)])))
    let differences: [Difference] = [
      note(.wrongPitch(semitones: 1)), note(.missing), swap, .take(.shifted(by: .seconds(1))), note(.missing),
    ]
    #expect(DifferenceCounts(differences).text == "shifted as a whole, 2 missing, 1 swapped, 1 wrong pitch")
  }
}
