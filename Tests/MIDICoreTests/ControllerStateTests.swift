import MIDICore
import Testing

@Suite struct ControllerStateTests {
  private func messages(after sent: [Message]) -> [Message] {
    var state = ControllerState()
    for message in sent { state.apply(message) }
    return state.messages
  }

  @Test func lastValuesAreRestoredPerChannel() {
    #expect(
      messages(after: [
        .pitchBend(channel: .number(2), value: 9000),
        .controlChange(channel: .number(1), controller: 7, value: 1),
        .controlChange(channel: .number(1), controller: 7, value: 2),
        .programChange(channel: .number(1), program: 5),
        .channelPressure(channel: .number(2), pressure: 3),
      ]) == [
        .programChange(channel: .number(1), program: 5),
        .controlChange(channel: .number(1), controller: 7, value: 2),
        .pitchBend(channel: .number(2), value: 9000), .channelPressure(channel: .number(2), pressure: 3),
      ])
  }

  @Test func notesAndSystemMessagesSetNoState() {
    #expect(
      messages(after: [
        .noteOn(channel: .number(1), note: 60, velocity: 1),
        .noteOff(channel: .number(1), note: 60, velocity: 1), .timingClock,
        .polyPressure(channel: .number(1), note: 60, pressure: 1),
      ]).isEmpty)
  }

  @Test func systemResetClearsTheState() {
    #expect(messages(after: [.programChange(channel: .number(1), program: 5), .systemReset]).isEmpty)
  }
}
