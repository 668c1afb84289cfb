import MIDICore
import TestSupport
import Testing

@testable import Timelines

/// Differences of values, events, and the whole recording.
@Suite struct OtherDifferenceTextTests {
  private func text(_ difference: Difference) -> String {
    let text = ComparedTakes.same.text(of: difference)
    return "\(text.subject): \(text.verdict)"
  }

  private func value(
    _ quantity: ValueCurve.Quantity, _ change: ValueDifference.Change = .off, expected: Int?, actual: Int?,
    affectedNotes: Int = 0
  ) -> String {
    text(
      .value(
        ValueDifference(
          source: 0, channel: .number(1), quantity: quantity, change: change, start: .milliseconds(12_500),
          end: .milliseconds(13_250), expectedValue: expected, actualValue: actual,
          affectedNotes: affectedNotes)))
  }

  @Test func pedalDifferenceHasRangeAndAffectedNotes() {
    #expect(
      value(.controller(64), expected: 127, actual: 0, affectedNotes: 3) == """
        sustain pedal on channel 1: off by at most 127 (0 instead of 127) from 12.500000 to 13.250000, \
        so 3 notes sound shorter
        """)
    #expect(
      value(.controller(66), expected: 0, actual: 100, affectedNotes: 1) == """
        sostenuto pedal on channel 1: off by at most 100 (100 instead of 0) from 12.500000 to 13.250000, \
        so 1 note sounds longer
        """)
  }

  @Test func unknownEffectIsDescribedGenerally() {
    #expect(
      value(.controller(64), expected: nil, actual: 127, affectedNotes: 2).hasSuffix(
        ", so 2 notes sound different"))
  }

  @Test func lightHasPlaceAndColors() {
    func light(_ color: UInt7) -> Timeline.Entry {
      Timeline.Entry(
        time: .zero, source: 0, channel: .number(1), change: .light(.init(column: 3, row: 7, color: color)))
    }
    let changed = EventDifference(expected: light(5), actual: light(1), change: .changed)
    #expect(text(.event(changed)) == "light at column 3, row 7: red instead of blue")
    let extra = EventDifference(expected: nil, actual: light(0), change: .extra)
    #expect(text(.event(extra)) == "light at column 3, row 7: extra")
  }

  @Test func shiftedStepIsEarlyOrLate() {
    #expect(
      value(.controller(64), .late(by: .milliseconds(40)), expected: 127, actual: 0)
        == "sustain pedal on channel 1: late by 40 ms (0 instead of 127)")
    #expect(
      value(.timbre, .early(by: .milliseconds(40)), expected: 20, actual: 64)
        == "timbre on channel 1: early by 40 ms (64 instead of 20)")
  }

  @Test func unknownValueIsDescribed() {
    #expect(
      value(.controller(7), expected: 100, actual: nil)
        == "volume on channel 1: no value instead of 100 from 12.500000 to 13.250000")
    #expect(
      value(.controller(20), expected: nil, actual: 3)
        == "controller 20 on channel 1: 3 instead of no value from 12.500000 to 13.250000")
  }

  @Test func programsHaveNoDistance() {
    #expect(
      value(.program, expected: 4, actual: 128 * (1 + 8 * 128 + 3) + 81)
        == "program on channel 1: 81 of bank 8 3 instead of 4 from 12.500000 to 13.250000")
  }

  @Test(arguments: [
    (ValueCurve.Quantity.bend, "bend"), (.pressure, "pressure"), (.notePressure(60), "pressure of C4"),
    (.parameter(.init(isRegistered: true, number: 0)), "pitch bend range (RPN 0)"),
    (.parameter(.init(isRegistered: true, number: 6)), "MPE zone (RPN 6)"),
    (.parameter(.init(isRegistered: true, number: 7)), "RPN 7"),
    (.parameter(.init(isRegistered: false, number: 245)), "NRPN 245"),
  ])
  func quantitiesHaveNames(quantity: ValueCurve.Quantity, name: String) {
    #expect(
      value(quantity, expected: 8192, actual: 8704)
        == "\(name) on channel 1: off by at most 512 (8704 instead of 8192) from 12.500000 to 13.250000")
  }

  private func entry(_ change: Timeline.Change, channel: Channel? = .number(1)) -> Timeline.Entry {
    Timeline.Entry(time: .seconds(1), source: 0, channel: channel, change: change)
  }

  private func event(
    _ expected: Timeline.Entry?, _ actual: Timeline.Entry?, _ change: EventDifference.Change
  ) -> String {
    text(.event(EventDifference(expected: expected, actual: actual, change: change)))
  }

  private func exclusive(_ payload: [UInt7]) -> Timeline.Entry {
    entry(.system(.systemExclusive(SystemExclusive(payload: payload))), channel: nil)
  }

  @Test func eventsAreMissingExtraEarlyOrLate() {
    let off = entry(.note(60, .strayNoteOff(releaseVelocity: nil)))
    #expect(event(off, nil, .missing) == "note-off of C4 without a note on channel 1: missing")
    #expect(event(nil, entry(.controller(123, 0)), .extra) == "all notes off on channel 1: extra")
    #expect(
      event(exclusive([0x7D, 1]), exclusive([0x7D, 1]), .late(by: .milliseconds(9)))
        == "System Exclusive F0 7D 01 F7: late by 9 ms")
    let step = entry(.parameter(.init(isRegistered: true, number: 2), .increment(0)))
    #expect(
      event(step, step, .early(by: .milliseconds(9)))
        == "coarse tuning (RPN 2) stepped up on channel 1: early by 9 ms")
  }

  @Test func changedEventDescribesChange() {
    #expect(
      event(exclusive([0x7D, 1, 2, 3]), exclusive([0x7D, 1, 4, 5]), .changed)
        == "System Exclusive F0 7D 01 02 03 F7: 04 instead of 02 at byte 4, and 1 more byte")
    #expect(
      event(exclusive([0x7D, 1]), exclusive([0x7D, 1, 4]), .changed)
        == "System Exclusive F0 7D 01 F7: 5 bytes instead of 4")
    #expect(
      event(entry(.controller(126, 1)), entry(.controller(126, 2)), .changed)
        == "mono on channel 1: 2 instead of 1")
    #expect(
      event(entry(.controller(126, 1)), entry(.controller(127, 0)), .changed)
        == "mono on channel 1: poly 0 instead")
  }

  @Test func globalDifferencesNameWholeRecording() {
    #expect(text(.take(.shifted(by: .milliseconds(250)))) == "the whole take: late by 250 ms")
    #expect(text(.take(.shifted(by: .milliseconds(-250)))) == "the whole take: early by 250 ms")
    #expect(
      text(.take(.stretched(byBillionths: 130_000)))
        == "the whole take: 0.013% slower (7.8 ms per minute)")
    #expect(
      text(.take(.stretched(byBillionths: -10_000_000)))
        == "the whole take: 1% faster (600 ms per minute)")
    #expect(
      text(.take(.velocitiesScaled(toThousandths: 850)))
        == "the whole take: played with 0.85 times the velocity")
  }

  @Test(
    arguments: [
      (.stretched(byBillionths: 1_000_000_000), "the whole take: half as fast"),
      (.velocitiesShifted(by: -10), "the whole take: velocities 10 lower"),
      (.velocitiesShifted(by: 1), "the whole take: velocities 1 higher"),
      (.transposed(bySemitones: -1, part: TakePart()), "the whole take: a semitone lower throughout"),
      (.transposed(bySemitones: 24, part: TakePart(channels: [.number(2)])), "channel 2: two octaves higher"),
      (
        .transposed(bySemitones: 7, part: TakePart(channels: [.number(1), .number(4)])),
        "channels 1, 4: a fifth higher"
      ),
      (.channelChanged(from: .number(1), to: .number(5), source: nil), "channel 1: plays on channel 5"),
      (
        .controllerChanged(from: .controller(1), to: .controller(11), part: TakePart(channels: [.number(3)])),
        "modulation on channel 3: arrives as expression"
      ),
      (.sourceMissing(0), "the whole take: missing"),
      (.sourceDoubled(0, copy: nil), "the whole take: arrives twice"),
      (.sourceDoubled(0, copy: "Copy"), "the whole take: arrives again from Copy"),
      (.sourceExchanged(0, with: "Copy"), "the whole take: arrives from Copy"),
    ] as [(TakeChange, String)])
  func changeOfTheTakeIsReadable(change: TakeChange, text expected: String) {
    #expect(text(.take(change)) == expected)
  }

  @Test func extremeDurationsDoNotOverflow() {
    #expect(
      text(.take(.shifted(by: Nanoseconds(rawValue: .min)))).hasPrefix(
        "the whole take: early by 9223372037 s"))
    for billionths in [.min, -1_000_000_000] as [Int64] {
      #expect(text(.take(.stretched(byBillionths: billionths))).hasSuffix("% faster"))
    }
    #expect(text(.take(.stretched(byBillionths: .max))) == "the whole take: 100% slower")
  }
}
