import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct ComparisonTests {
  private func differences(
    _ actual: Recording, expected: Recording = Score.recording(), tolerance: Nanoseconds = .milliseconds(5)
  ) -> [Difference] {
    Comparison(
      expected: Performance(expected), actual: Performance(actual),
      options: .init(onsetTolerance: tolerance, offsetTolerance: tolerance, alignsStart: false)
    ).differences
  }

  /// Returns the changes of the only difference, which must concern a note.
  private func changes(_ actual: Recording, expected: Recording = Score.recording()) -> [NoteChange] {
    let differences = differences(actual, expected: expected)
    guard differences.count == 1, case .note(let difference) = differences[0] else {
      Issue.record("\(differences)")
      return []
    }
    return difference.changes
  }

  @Test func equalRecordingsHaveNoDifferences() {
    let take = Performance(Score.recording())
    let comparison = Comparison(expected: take, actual: take)
    #expect(comparison.differences.isEmpty)
    #expect(comparison.alignment == TakeAlignment())
    #expect(comparison.maxDeviation == .zero)
    #expect(comparison.pairs.map(\.expected) == [0, 1, 2, 3])
    #expect(comparison.pairs.map(\.actual) == [0, 1, 2, 3])
  }

  @Test(arguments: [true, false]) func emptyRecordingsAreEqual(aligns: Bool) {
    let nothing = Performance(Recording())
    let comparison = Comparison(
      expected: nothing, actual: nothing, options: .init(alignsStart: aligns))
    #expect(comparison.differences.isEmpty)
  }

  @Test func unplayedNoteIsMissing() {
    let actual = Score.recording { index, on, off in if index == 1 { (on, off) = (nil, nil) } }
    guard case .note(let difference)? = differences(actual).first else { return #expect(Bool(false)) }
    #expect(differences(actual).count == 1)
    #expect(difference.expected == 1)
    #expect(difference.actual == nil)
    #expect(difference.changes == [.missing])
  }

  @Test func allNotesAreMissingFromEmptyRecording() {
    #expect(differences(Recording()).map(\.kinds) == Array(repeating: [.missing], count: 4))
  }

  @Test func unexpectedNoteIsExtra() {
    let expected = Score.recording { index, on, off in if index == 2 { (on, off) = (nil, nil) } }
    let found = differences(Score.recording(), expected: expected)
    #expect(found.count == 1)
    guard case .note(let difference)? = found.first else { return #expect(Bool(false)) }
    #expect(difference.expected == nil)
    #expect(difference.actual == 2)
    #expect(difference.changes == [.extra])
  }

  @Test func toleranceIsInclusive() {
    func late(by delay: Nanoseconds) -> Recording {
      Score.recording { index, on, off in
        if index == 1 {
          on = Score.note(64, Score.onset(1) + delay)
          off = Score.end(64, Score.onset(1) + .milliseconds(250) + delay)
        }
      }
    }
    #expect(differences(late(by: .milliseconds(5))).isEmpty)
    let more = Nanoseconds.microseconds(5001)
    #expect(changes(late(by: more)) == [.late(by: more)])
    #expect(changes(late(by: Nanoseconds.zero - more)) == [.early(by: more)])
    #expect(differences(late(by: more), tolerance: .milliseconds(6)).isEmpty)
  }

  @Test func noteMoreThanOneSecondAwayIsDifferentNote() {
    let actual = Score.recording { index, on, off in
      if index == 1 { (on, off) = (Score.note(64, .milliseconds(1501)), Score.end(64, .milliseconds(1751))) }
    }
    #expect(differences(actual).map(\.kinds) == [[.missing], [.extra]])
  }

  @Test func endOfTimelyNoteIsCompared() {
    func ending(_ offset: Nanoseconds, onset: Nanoseconds = .zero) -> Recording {
      Score.recording { index, on, off in
        if index == 0 { (on, off) = (Score.note(60, onset), Score.end(60, offset)) }
      }
    }
    #expect(differences(ending(.milliseconds(255))).isEmpty)
    #expect(differences(ending(.milliseconds(255), onset: .milliseconds(-5))).isEmpty)
    #expect(changes(ending(.milliseconds(256))) == [.tooLong(by: .milliseconds(6))])
    #expect(changes(ending(.milliseconds(244))) == [.tooShort(by: .milliseconds(6))])
    #expect(changes(ending(.milliseconds(256), onset: .milliseconds(5))) == [.tooLong(by: .milliseconds(6))])
  }

  @Test func lengthOfLateNoteIsCompared() {
    func late(_ duration: Int64) -> [NoteChange] {
      changes(
        Score.recording { index, on, off in
          if index == 0 {
            (on, off) = (Score.note(60, .milliseconds(50)), Score.end(60, .milliseconds(50 + duration)))
          }
        })
    }
    #expect(late(255) == [.late(by: .milliseconds(50))])
    #expect(late(240) == [.late(by: .milliseconds(50)), .tooShort(by: .milliseconds(10))])
  }

  @Test func offsetRatioScalesWithLength() throws {
    let ratio = try #require(Ratio(1, over: 10))
    func compare(_ end: Int64) -> Comparison {
      Compared.takes(Compared.note(60, 0, 1000), Compared.note(60, 0, end)) { $0.offsetRatio = ratio }
    }
    #expect(compare(1100).differences.isEmpty)
    #expect(compare(1101).noteChanges == [[.tooLong(by: .milliseconds(101))]])
  }

  @Test func noteWithoutEndIsHanging() {
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
      changes(actual) == [
        .wrongVelocity(expected: 100, actual: 99), .wrongReleaseVelocity(expected: 64, actual: 3),
      ])
  }

  @Test func velocitiesMayDifferByTolerance() {
    func compare(_ velocity: UInt7) -> Comparison {
      Compared.takes(Compared.note(60, 0), Compared.note(60, 0, velocity: velocity)) {
        $0.velocityTolerance = 3
      }
    }
    #expect(compare(97).differences.isEmpty)
    #expect(compare(96).noteChanges == [[.wrongVelocity(expected: 100, actual: 96)]])
  }

  @Test func noteOnDifferentChannelIsOneDifference() {
    let actual = Score.recording { index, on, off in
      if index == 2 {
        (on, off) = (
          Score.note(67, Score.onset(2), channel: .number(5)),
          Score.end(67, .milliseconds(1250), channel: .number(5))
        )
      }
    }
    #expect(changes(actual) == [.wrongChannel(expected: .number(1), actual: .number(5))])
  }

  @Test func channelsCanBeMapped() {
    let (one, five) = (Compared.note(60, 0), Compared.note(60, 0, channel: .number(5)))
    #expect(Compared.takes(one, five) { $0.channels = [.number(1): .number(5)] }.differences.isEmpty)
    #expect(
      Compared.takes(one, one) { $0.channels = [.number(1): .number(5)] }.noteChanges
        == [[.wrongChannel(expected: .number(5), actual: .number(1))]])
  }

  @Test func attributesAreCompared() {
    func take(_ attributes: [Timeline.Attribute]) -> Performance {
      Performance(
        sources: [""],
        notes: [
          Note(
            channel: .number(1), number: 60, velocity: 1, onset: .zero, offset: .zero, attributes: attributes)
        ],
        end: .zero)
    }
    let comparison = Comparison(
      expected: take([.init("cells", "3,7"), .init("color", "red")]),
      actual: take([.init("color", "blue"), .init("voice", "2")]))
    #expect(
      comparison.noteChanges == [
        [
          .wrongAttribute(key: "cells", expected: "3,7", actual: nil),
          .wrongAttribute(key: "color", expected: "red", actual: "blue"),
          .wrongAttribute(key: "voice", expected: nil, actual: "2"),
        ]
      ])
  }

  @Test func equalNotesAreAllPaired() {
    // Eleven strikes of one key, a millisecond apart, against the same strikes shifted by three: each has a partner.
    func strokes(_ shift: Int64) -> Recording {
      let messages = (0...10).flatMap { index in
        [Score.note(60, .milliseconds(index + shift)), Score.end(60, .milliseconds(index + shift + 1))]
      }
      return Recording(tracks: [.init(messages: messages)])
    }
    #expect(differences(strokes(3), expected: strokes(0)).isEmpty)
  }

  @Test func differencesAreInOrderOfTime() {
    let actual = Score.recording { index, on, off in
      switch index {
      case 0: on = Score.note(60, .zero, velocity: 1)
      case 1: (on, off) = (nil, nil)
      case 2: (on, off) = (Score.note(72, .milliseconds(900)), Score.end(72, .milliseconds(1000)))
      default: break
      }
    }
    #expect(
      differences(actual).map(\.kinds) == [[.wrongVelocity], [.missing], [.extra], [.missing]])
  }

  @Test func sourcesAreMatchedByNameThenPosition() {
    func take(_ names: [String], _ notes: [(source: Int, number: NoteNumber)]) -> Performance {
      Performance(
        sources: names,
        notes: notes.map {
          Note(
            source: $0.source, channel: .number(1), number: $0.number, velocity: 1, onset: .zero,
            offset: .zero)
        }, end: .zero)
    }
    let expected = take(["A", "B"], [(0, 60), (1, 60)])
    func kinds(_ actual: Performance) -> [[Difference.Kind]] {
      Comparison(expected: expected, actual: actual).kinds
    }
    #expect(kinds(take(["B", "A"], [(0, 60), (1, 60)])).isEmpty)
    #expect(kinds(take(["B", "A"], [(0, 60), (0, 60)])) == [[.missing], [.retriggered]])
    #expect(kinds(take(["X", "Y"], [(0, 60), (1, 60)])).isEmpty)
    #expect(kinds(take(["X"], [(0, 60), (0, 60)])).isEmpty)
    #expect(kinds(take(["A"], [(0, 60)])) == [[.missing]])
  }
}
