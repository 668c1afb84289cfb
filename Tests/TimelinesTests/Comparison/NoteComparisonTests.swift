import MIDICore
import Testing
import Timelines

@Suite struct NoteComparisonTests {
  @Test(arguments: [(61, 1), (65, 5), (48, -12)] as [(NoteNumber, Int)])
  func timelyNoteOfDifferentPitchIsWrongPitch(number: NoteNumber, semitones: Int) {
    let comparison = Compared.takes(Compared.note(60, 0), Compared.note(number, 2))
    #expect(comparison.noteChanges == [[.wrongPitch(semitones: semitones)]])
  }

  @Test func nearestPitchesArePaired() {
    let expected = Compared.note(60, 0) + Compared.note(64, 0) + Compared.note(67, 0)
    let actual = Compared.note(66, 0) + Compared.note(61, 0) + Compared.note(72, 0)
    let comparison = Compared.takes(expected, actual)
    #expect(
      comparison.noteChanges == [
        [.wrongPitch(semitones: 1)], [.wrongPitch(semitones: 8)], [.wrongPitch(semitones: -1)],
      ])
  }

  @Test func nearbyEqualNoteIsNotWrongPitch() {
    let comparison = Compared.takes(
      Compared.note(60, 0), Compared.note(62, 0) + Compared.note(60, 900))
    #expect(comparison.kinds == [[.late], [.extra]])
  }

  @Test func noteOnDifferentChannelCanBeLate() {
    let comparison = Compared.takes(Compared.note(60, 0), Compared.note(60, 700, channel: .number(4)))
    #expect(
      comparison.noteChanges == [
        [.wrongChannel(expected: .number(1), actual: .number(4)), .late(by: .milliseconds(700))]
      ])
  }

  @Test func lateNoteKeepsItsLength() {
    let comparison = Compared.takes(Compared.note(60, 0, 250), Compared.note(60, 400, 650))
    #expect(comparison.noteChanges == [[.late(by: .milliseconds(400))]])
  }

  @Test func exchangedNotesAreSwapped() {
    let expected = Compared.note(60, 0) + Compared.note(64, 500) + Compared.note(67, 1000)
    let actual = Compared.note(64, 1) + Compared.note(60, 499) + Compared.note(67, 1000)
    let comparison = Compared.takes(expected, actual)
    #expect(comparison.kinds == [[.orderSwapped]])
    guard case .swapped(let swap)? = comparison.differences.first else { return }
    #expect(swap.first.expected == 0)
    #expect(swap.first.actual == 1)
    #expect(swap.first.changes == [.late(by: .milliseconds(499))])
    #expect(swap.second.expected == 1)
    #expect(swap.second.actual == 0)
    #expect(swap.second.changes == [.early(by: .milliseconds(499))])
  }

  @Test func distantLateAndEarlyNotesAreNotSwapped() {
    let expected = Compared.note(60, 0) + Compared.note(64, 500)
    let actual = Compared.note(64, 100) + Compared.note(60, 500)
    #expect(Compared.takes(expected, actual).kinds == [[.late], [.early]])
  }

  @Test func restartedNoteIsRetriggered() {
    let expected = Compared.note(60, 0, 1000)
    let actual =
      [(0, Played.on(60)), (300, Played.on(60)), (400, Played.off(60)), (1000, Played.off(60))]
      as [(Int64, Message)]
    #expect(Compared.takes(expected, actual).noteChanges == [[.retriggered]])
    #expect(Compared.takes(expected, expected + Compared.note(60, 1000, 1100)).noteChanges == [[.extra]])
  }

  @Test func lostNoteOffChangesNoOtherNote() {
    let notes = Compared.melody([60, 60, 60, 60])
    let lost = notes.enumerated().filter { $0.offset != 3 }.map(\.element)
    let comparison = Compared.takes(notes, lost)
    #expect(comparison.noteChanges == [[.hanging]])
    guard case .note(let difference)? = comparison.differences.first else { return }
    #expect(difference.expected == 1)
  }

  @Test func noteOffOfMissingNoteIsNotReported() {
    let comparison = Compared.takes(Compared.note(60, 0), [(250, Played.off(60))])
    #expect(comparison.noteChanges == [[.missing]])
    #expect(comparison.differences.count == 1)
  }

  @Test func strayNoteOffElsewhereIsReported() {
    let comparison = Compared.takes(Compared.note(60, 0), [(300, Played.off(60))])
    #expect(comparison.kinds == [[.missing], [.extra]])
  }

  @Test func expectedStrayNoteOffOfExtraNoteIsNotReported() {
    let comparison = Compared.takes([(250, Played.off(60))], Compared.note(60, 0))
    #expect(comparison.noteChanges == [[.extra]])
    #expect(comparison.differences.count == 1)
  }
}
