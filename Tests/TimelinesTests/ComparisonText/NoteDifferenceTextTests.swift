import MIDICore
import TestSupport
import Testing

@testable import Timelines

@Suite struct NoteDifferenceTextTests {
  private let comparison = ComparedTakes.triads

  private func text(_ changes: NoteChange..., expected: Int? = 1, actual: Int? = 1) -> DifferenceText {
    comparison.text(of: .note(NoteDifference(expected: expected, actual: actual, changes: changes)))
  }

  @Test(arguments: [
    (NoteChange.missing, "missing"), (.extra, "extra"),
    (.retriggered, "retriggered: played again while still sounding"),
    (.wrongPitch(semitones: 1), "F4 instead, a semitone higher"),
    (.wrongChannel(expected: .number(2), actual: .number(5)), "on channel 5 instead of 2"),
    (.early(by: .microseconds(7250)), "early by 7.25 ms"),
    (.late(by: .milliseconds(1500)), "late by 1.5 s"),
    (.tooLong(by: .milliseconds(30)), "too long by 30 ms"),
    (.tooShort(by: .milliseconds(30)), "too short by 30 ms"),
    (.hanging, "hangs: no note-off"), (.ended, "ended, but was expected to hang"),
    (.heldTooLong(by: .milliseconds(5)), "held too long by 5 ms"),
    (.heldTooLong(by: nil), "held too long: to the end"),
    (.heldTooShort(by: .milliseconds(5)), "held too short by 5 ms"),
    (.heldTooShort(by: nil), "held too short: not to the end"),
    (.rangTooLong(by: .milliseconds(5)), "rang too long by 5 ms"),
    (.rangTooLong(by: nil), "rang too long: to the end"),
    (.rangTooShort(by: .milliseconds(5)), "rang too short by 5 ms"),
    (.rangTooShort(by: nil), "rang too short: not to the end"),
    (.stolen, "stolen: cut off for another note"),
    (.notStolen, "not stolen, but was expected to be cut off"),
    (.wrongVelocity(expected: 100, actual: 90), "velocity 90 instead of 100"),
    (.wrongReleaseVelocity(expected: 64, actual: 0), "release velocity 0 instead of 64"),
    (.wrongAttribute(key: "cells", expected: "3,7", actual: nil), "cells none instead of 3,7"),
    (.wrongAttribute(key: "a\u{1B}", expected: nil, actual: "\n"), "a\\x1B \\x0A instead of none"),
  ])
  func eachChangeHasItsWords(change: NoteChange, words: String) {
    #expect(text(change) == DifferenceText(subject: "E4 on channel 1", verdict: words))
  }

  @Test func severalChangesAreListed() {
    let both = text(.late(by: .milliseconds(7)), .wrongVelocity(expected: 100, actual: 90))
    #expect(both.verdict == "late by 7 ms, velocity 90 instead of 100")
  }

  @Test func extraNoteIsNamed() {
    #expect(text(.extra, expected: nil, actual: 2).subject == "A4 on channel 1")
  }

  @Test func middleCCanBeC3() {
    let difference = Difference.note(
      NoteDifference(expected: 1, actual: 1, changes: [.wrongPitch(semitones: 1)]))
    #expect(
      comparison.text(of: difference, middleC: .octave3)
        == DifferenceText(subject: "E3 on channel 1", verdict: "F3 instead, a semitone higher"))
  }

  @Test(arguments: [
    (1, "a semitone higher"), (-1, "a semitone lower"), (2, "a tone higher"), (3, "a minor third higher"),
    (-4, "a major third lower"), (5, "a fourth higher"), (-5, "a fourth lower"),
    (6, "a tritone higher"), (7, "a fifth higher"), (10, "a minor seventh higher"),
    (11, "a major seventh higher"), (12, "an octave higher"), (-12, "an octave lower"),
    (13, "13 semitones higher"),
    (24, "two octaves higher"), (-127, "127 semitones lower"),
    (.min, "9,223,372,036,854,775,807 semitones lower"),
  ])
  func intervalsHaveTheNamesOfMusicians(semitones: Int, words: String) {
    #expect(intervalText(semitones) == words)
  }

  @Test func swappedNotesAreOneSentence() {
    let swap = NoteSwap(
      first: NoteDifference(expected: 0, actual: 0, changes: [.late(by: .milliseconds(500))]),
      second: NoteDifference(
        expected: 1, actual: 1,
        changes: [.early(by: .milliseconds(500)), .wrongVelocity(expected: 100, actual: 90)]))
    #expect(
      comparison.text(of: .swapped(swap))
        == DifferenceText(
          subject: "C4 on channel 1",
          verdict: "arrived after E4 on channel 1; expected before it, E4 velocity 90 instead of 100"))
  }

  @Test func sourceIsNamedIfThereAreSeveral() {
    let notes = [ComparedTakes.note(60, at: 0, source: 1), ComparedTakes.note(62, at: 0, source: 2)]
    let comparison = Comparison(
      expected: ComparedTakes.performance(notes, sources: ["Keys", "Lin\u{7}n", ""]),
      actual: ComparedTakes.performance([], sources: ["Keys"]))
    func subject(_ index: Int) -> String {
      comparison.text(of: .note(NoteDifference(expected: index, actual: nil, changes: [.missing]))).subject
    }
    #expect(subject(0) == "C4 on channel 1 of Lin\\x07n")
    #expect(subject(1) == "D4 on channel 1 of source 3")
  }
}
