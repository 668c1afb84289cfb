import MIDICore
import Testing
import Timelines

@Suite struct AlignmentTests {
  private func compare(_ expected: Recording, _ actual: Recording) -> Comparison {
    Comparison(expected: expected, actual: actual)
  }

  @Test(arguments: [12_345_678_901, -1, 250_000_000] as [Int64])
  func aTakeThatBeganAtAnotherMomentIsTheSame(shift: Int64) {
    let shift = Nanoseconds(rawValue: shift)
    let late = Nanoseconds.seconds(1)
    let comparison = compare(Score.recording(shift: late), Score.recording(shift: late + shift))
    #expect(comparison.shift == shift)
    #expect(comparison.differences.isEmpty)
  }

  @Test func aMissingFirstNoteDoesNotMoveTheOthers() {
    let actual = Score.recording(shift: .seconds(3)) { index, on, off in
      if index == 0 { (on, off) = (nil, nil) }
    }
    let comparison = compare(Score.recording(), actual)
    #expect(comparison.shift == .seconds(3))
    #expect(comparison.differences.count == 1)
    #expect(comparison.differences.first?.time == .zero)
  }

  @Test func oneLateNoteDoesNotMoveTheOthers() {
    let actual = Score.recording(shift: .seconds(3)) { index, on, off in
      if index == 0 { (on, off) = (Score.note(60, .milliseconds(100)), Score.end(60, .milliseconds(350))) }
    }
    let comparison = compare(Score.recording(), actual)
    #expect(comparison.shift == .seconds(3))
    guard case .changedNote(_, _, let changes)? = comparison.differences.first else {
      return #expect(Bool(false))
    }
    #expect(changes == [.late(by: .milliseconds(100))])
  }

  @Test func recordingsWithoutNotesAreAlignedByTheirMessages() {
    func pedals(_ shift: Nanoseconds) -> Recording {
      let messages = [Score.control(127, shift), Score.control(0, shift + .seconds(1))]
      return Recording(tracks: [.init(messages: messages)])
    }
    let comparison = compare(pedals(.zero), pedals(.milliseconds(70)))
    #expect(comparison.shift == .milliseconds(70))
    #expect(comparison.differences.isEmpty)
  }

  @Test func alignmentCanBeLeftOut() {
    let comparison = Comparison(
      expected: Score.recording(), actual: Score.recording(shift: .milliseconds(20)),
      options: .init(alignsStart: false))
    #expect(comparison.shift == .zero)
    #expect(comparison.differences.count == 4)
  }
}
