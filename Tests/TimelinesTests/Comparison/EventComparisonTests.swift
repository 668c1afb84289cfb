import MIDICore
import Testing
import Timelines

@Suite struct EventComparisonTests {
  private func sysex(_ time: Int64, _ byte: UInt7) -> [(Int64, Message)] {
    [(time, .systemExclusive(SystemExclusive(payload: [0x7E, byte])))]
  }

  private func change(_ expected: [(Int64, Message)], _ actual: [(Int64, Message)]) -> EventDifference.Change?
  {
    let comparison = Compared.takes(expected, actual)
    #expect(comparison.differences.count == 1)
    return comparison.eventDifferences.first?.change
  }

  @Test func timelyEventMatches() {
    #expect(Compared.takes(sysex(1000, 1), sysex(1005, 1)).differences.isEmpty)
  }

  @Test func nearbyEventIsEarlyOrLate() {
    #expect(change(sysex(1000, 1), sysex(1020, 1)) == .late(by: .milliseconds(20)))
    #expect(change(sysex(1000, 1), sysex(300, 1)) == .early(by: .milliseconds(700)))
  }

  @Test func eventWithDifferentBytesIsChanged() {
    #expect(change(sysex(1000, 1), sysex(1003, 2)) == .changed)
  }

  @Test func unpairedEventIsMissingOrExtra() {
    #expect(change(sysex(1000, 1), []) == .missing)
    #expect(change([], sysex(1000, 1)) == .extra)
    #expect(Compared.takes(sysex(0, 1), sysex(1200, 1)).kinds == [[.missing], [.extra]])
  }

  @Test func modeMessagesAndStepsOfParametersAreEvents() {
    #expect(change([(0, Played.control(123, 0))], []) == .missing)
    let select: [(Int64, Message)] = [(0, Played.control(101, 0)), (0, Played.control(100, 0))]
    #expect(change(select + [(1, Played.control(96, 0))], select) == .missing)
  }

  @Test func strayNoteOffIsAnEvent() {
    #expect(change([(0, Played.off(60))], []) == .missing)
  }
}
