import MIDICore
import Testing
import Timelines

@Suite struct ComparisonTests {
  private func differences(
    _ actual: Recording, expected: Recording = Score.recording(), tolerance: Nanoseconds = .milliseconds(5),
    aligns: Bool = false
  ) -> [Difference] {
    Comparison(
      expected: expected, actual: actual, options: .init(tolerance: tolerance, alignsStart: aligns)
    ).differences
  }

  /// The changes of the only difference, which must be a changed note.
  private func changes(_ actual: Recording, expected: Recording = Score.recording()) -> [NoteChange] {
    let differences = differences(actual, expected: expected)
    guard differences.count == 1, case .changedNote(_, _, let changes) = differences[0] else {
      Issue.record("\(differences)")
      return []
    }
    return changes
  }

  @Test func equalRecordingsHaveNoDifferences() {
    let comparison = Comparison(expected: Score.recording(), actual: Score.recording())
    #expect(comparison.differences.isEmpty)
    #expect(comparison.shift == .zero)
    #expect(comparison.largestDeviation == .zero)
  }

  @Test func emptyRecordingsAreEqual() {
    #expect(differences(Recording(), expected: Recording(), aligns: true).isEmpty)
  }

  @Test func aNoteThatWasNotPlayedIsMissing() {
    let actual = Score.recording { index, on, off in if index == 1 { (on, off) = (nil, nil) } }
    guard case .missingNote(let note)? = differences(actual).first else { return #expect(Bool(false)) }
    #expect(differences(actual).count == 1)
    #expect(note.number == 64)
    #expect(note.onset == .milliseconds(500))
  }

  @Test func allNotesAreMissingFromAnEmptyRecording() {
    #expect(differences(Recording()).count == 4)
  }

  @Test func aNoteThatNobodyExpectsIsExtra() {
    let expected = Score.recording { index, on, off in if index == 2 { (on, off) = (nil, nil) } }
    let found = differences(Score.recording(), expected: expected)
    #expect(found.count == 1)
    guard case .extraNote(let note)? = found.first else { return #expect(Bool(false)) }
    #expect(note.number == 67)
  }

  @Test func theToleranceIsStillRightAndANanosecondMoreIsNot() {
    func late(by delay: Nanoseconds) -> Recording {
      Score.recording { index, on, off in
        if index == 1 {
          on = Score.note(64, Score.onset(1) + delay)
          off = Score.end(64, Score.onset(1) + .milliseconds(250) + delay)
        }
      }
    }
    #expect(differences(late(by: .milliseconds(5))).isEmpty)
    let more = Nanoseconds.milliseconds(5) + Nanoseconds(rawValue: 1)
    #expect(changes(late(by: more)) == [.late(by: more)])
    #expect(changes(late(by: Nanoseconds.zero - more)) == [.early(by: more)])
    #expect(differences(late(by: more), tolerance: .milliseconds(6)).isEmpty)
  }

  @Test func aNoteMoreThanASecondAwayIsAnotherNote() {
    let actual = Score.recording { index, on, off in
      if index == 1 { (on, off) = (Score.note(64, .milliseconds(1501)), Score.end(64, .milliseconds(1751))) }
    }
    #expect(differences(actual).map(\.time) == [.milliseconds(500), .milliseconds(1501)])
  }

  @Test func lengthMayBeOffByTheToleranceAtEachEnd() {
    func lasting(_ duration: Nanoseconds) -> Recording {
      Score.recording { index, _, off in if index == 0 { off = Score.end(60, duration) } }
    }
    #expect(differences(lasting(.milliseconds(260))).isEmpty)
    #expect(changes(lasting(.milliseconds(261))) == [.tooLong(by: .milliseconds(11))])
    #expect(changes(lasting(.milliseconds(239))) == [.tooShort(by: .milliseconds(11))])
  }

  @Test func aNoteThatNeverEndsHangs() {
    let hanging = Score.recording { index, _, off in if index == 3 { off = nil } }
    #expect(changes(hanging) == [.hanging])
    #expect(changes(Score.recording(), expected: hanging) == [.ended])
    #expect(differences(hanging, expected: hanging).isEmpty)
  }

  @Test func velocitiesAreComparedExactly() {
    let actual = Score.recording { index, on, off in
      if index == 2 {
        (on, off) = (
          Score.note(67, Score.onset(2), velocity: 99), Score.end(67, .milliseconds(1250), velocity: 3)
        )
      }
    }
    #expect(
      changes(actual) == [.velocity(expected: 100, actual: 99), .releaseVelocity(expected: 64, actual: 3)])
  }

  @Test func aNoteOnAnotherChannelIsOneDifferenceNotTwo() {
    let actual = Score.recording { index, on, off in
      if index == 2 {
        (on, off) = (
          Score.note(67, Score.onset(2), channel: 4), Score.end(67, .milliseconds(1250), channel: 4)
        )
      }
    }
    #expect(changes(actual) == [.channel(expected: 0, actual: 4)])
  }

  @Test func otherMessagesAreComparedToo() {
    func pedal(_ value: UInt7, _ milliseconds: Int64) -> Recording {
      var recording = Score.recording()
      recording.tracks[0].messages.append(Score.control(value, .milliseconds(milliseconds)))
      return recording
    }
    #expect(differences(pedal(127, 2003), expected: pedal(127, 2000)).isEmpty)
    #expect(
      differences(pedal(127, 2010), expected: pedal(127, 2000)) == [
        .displacedMessage(
          expected: Score.control(127, .milliseconds(2000)), actual: Score.control(127, .milliseconds(2010)))
      ])
    #expect(
      differences(pedal(126, 2001), expected: pedal(127, 2000)) == [
        .missingMessage(Score.control(127, .milliseconds(2000))),
        .extraMessage(Score.control(126, .milliseconds(2001))),
      ])
  }

  @Test func manyEqualNotesArePairedWithoutLosingAny() {
    // Eleven strokes of one key, a millisecond apart, against the same shifted by three: each finds a partner.
    func strokes(_ shift: Int64) -> Recording {
      let messages = (0...10).flatMap { index in
        [Score.note(60, .milliseconds(index + shift)), Score.end(60, .milliseconds(index + shift + 1))]
      }
      return Recording(tracks: [.init(messages: messages)])
    }
    #expect(differences(strokes(3), expected: strokes(0)).isEmpty)
  }

  @Test func differencesComeInOrderOfTime() {
    let actual = Score.recording { index, on, off in
      switch index {
      case 0: on = Score.note(60, .zero, velocity: 1)
      case 1: (on, off) = (nil, nil)
      case 2: (on, off) = (Score.note(68, .milliseconds(900)), Score.end(68, .milliseconds(1000)))
      default: break
      }
    }
    #expect(
      differences(actual).map(\.time) == [.zero, .milliseconds(500), .milliseconds(900), .milliseconds(1000)])
  }
}
