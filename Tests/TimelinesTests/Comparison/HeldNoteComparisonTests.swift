import MIDICore
import Testing
import Timelines

@Suite struct HeldNoteComparisonTests {
  private let pedal: [(Int64, Message)] = [(0, Played.control(64, 127)), (2000, Played.control(64, 0))]

  @Test func missingPedalIsReportedOnceWithNoteCount() {
    let notes = Compared.note(60, 100) + Compared.note(64, 500) + Compared.note(67, 3000)
    let comparison = Compared.takes(pedal + notes, notes)
    #expect(comparison.kinds == [[.valueOff]])
    #expect(comparison.valueDifferences.map(\.affectedNotes) == [2])
    #expect(comparison.valueDifferences.map(\.end) == [.milliseconds(2000)])
  }

  @Test func latePedalIsLate() {
    let late: [(Int64, Message)] = [(0, Played.control(64, 127)), (2100, Played.control(64, 0))]
    let comparison = Compared.takes(pedal + Compared.note(60, 100), late + Compared.note(60, 100))
    #expect(comparison.valueDifferences.map(\.change) == [.late(by: .milliseconds(100))])
    #expect(comparison.valueDifferences.map(\.affectedNotes) == [1])
    #expect(comparison.differences.count == 1)
  }

  @Test func pedalOfManagerExplainsZone() {
    let zone: [(Int64, Message)] = [
      (0, Played.control(101, 0)), (0, Played.control(100, 6)), (0, Played.control(6, 15)),
    ]
    let notes = Compared.note(60, 100, channel: .number(5))
    let comparison = Compared.takes(zone + pedal + notes, zone + notes)
    #expect(comparison.kinds == [[.valueOff]])
    #expect(comparison.valueDifferences.map(\.affectedNotes) == [1])
  }

  @Test func pedalOfDifferentChannelIsNotAnExplanation() {
    let timeline = Performance(Played.timeline(Compared.note(60, 0)))
    var held = timeline.notes
    held[0].silence = .seconds(2)
    let actual = Performance(
      sources: timeline.sources, notes: held, curves: timeline.curves, end: timeline.end)
    #expect(
      Comparison(expected: timeline, actual: actual).noteChanges
        == [[.heldTooLong(by: .milliseconds(1750))]])
    #expect(
      Comparison(expected: actual, actual: timeline).noteChanges
        == [[.heldTooShort(by: .milliseconds(1750))]])
  }

  @Test func simultaneousPedalAndReleaseAreAmbiguous() {
    func take(_ pedalDown: Int64) -> [(Int64, Message)] {
      Compared.note(60, 0, 500) + [(pedalDown, Played.control(64, 127)), (2000, Played.control(64, 0))]
    }
    #expect(Compared.takes(take(499), take(501)).differences.isEmpty)
    #expect(Compared.takes(take(501), take(499)).differences.isEmpty)
  }

  @Test func missingStrikeExplainsHeldNote() {
    let first = pedal + Compared.note(60, 100)
    let comparison = Compared.takes(first + Compared.note(60, 1000), first)
    #expect(comparison.kinds == [[.missing]])
  }

  @Test func missingModeMessageExplainsHeldNote() {
    let notes = pedal + Compared.note(60, 100)
    let comparison = Compared.takes(notes + [(1000, Played.control(120, 0))], notes)
    #expect(comparison.kinds == [[.missing]])
    #expect(comparison.eventDifferences.count == 1)
  }

  @Test func lateNoteIsSilentLate() {
    let comparison = Compared.takes(pedal + Compared.note(60, 3000), pedal + Compared.note(60, 3100))
    #expect(comparison.noteChanges == [[.late(by: .milliseconds(100))]])
  }
}
