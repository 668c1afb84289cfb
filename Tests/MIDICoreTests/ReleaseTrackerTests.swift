import MIDICore
import Testing

@Suite struct ReleaseTrackerTests {
  private func state(after messages: [Message]) -> ReleaseTracker {
    var state = ReleaseTracker()
    for message in messages { state.apply(message) }
    return state
  }

  @Test func noteOnsWithoutNoteOffAreReleased() {
    let state = state(after: [
      .noteOn(channel: .number(2), note: 60, velocity: 9),
      .noteOn(channel: .number(1), note: 64, velocity: 9),
      .noteOn(channel: .number(1), note: 64, velocity: 9),
      .noteOn(channel: .number(1), note: 67, velocity: 9),
      .noteOff(channel: .number(1), note: 67, velocity: 0),
    ])
    #expect(
      state.releaseMessages == [
        .noteOff(channel: .number(1), note: 64, velocity: 64),
        .noteOff(channel: .number(1), note: 64, velocity: 64),
        .noteOff(channel: .number(2), note: 60, velocity: 64),
      ])
  }

  @Test func pedalsBendsAndPressureAreReset() {
    let state = state(after: [
      .controlChange(channel: .number(1), controller: 64, value: 127),
      .controlChange(channel: .number(1), controller: 66, value: 1),
      .controlChange(channel: .number(1), controller: 1, value: 9), .pitchBend(channel: .number(4), value: 0),
      .channelPressure(channel: .number(3), pressure: 5),
    ])
    #expect(
      state.releaseMessages == [
        .controlChange(channel: .number(1), controller: 64, value: 0),
        .controlChange(channel: .number(1), controller: 66, value: 0),
        .pitchBend(channel: .number(4), value: 8192), .channelPressure(channel: .number(3), pressure: 0),
      ])
  }

  @Test func resetValuesAreNotResetAgain() {
    let state = state(after: [
      .noteOn(channel: .number(1), note: 60, velocity: 9),
      .noteOn(channel: .number(1), note: 60, velocity: 0),
      .noteOff(channel: .number(1), note: 61, velocity: 0),
      .controlChange(channel: .number(1), controller: 64, value: 127),
      .controlChange(channel: .number(1), controller: 64, value: 0),
      .pitchBend(channel: .number(1), value: 1), .pitchBend(channel: .number(1), value: .bendCenter),
      .controlChange(channel: .number(2), controller: 67, value: 9),
      .controlChange(channel: .number(2), controller: 121, value: 0),
    ])
    #expect(state.isSilent)
    #expect(state.releaseMessages.isEmpty)
  }

  @Test func allNotesOffDoesNotClearNotes() {
    let state = state(after: [
      .noteOn(channel: .number(1), note: 60, velocity: 9),
      .controlChange(channel: .number(1), controller: 123, value: 0),
    ])
    #expect(state.releaseMessages == [.noteOff(channel: .number(1), note: 60, velocity: 64)])
  }
}
