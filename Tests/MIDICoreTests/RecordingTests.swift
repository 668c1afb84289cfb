import MIDICore
import Testing

@Suite struct RecordingTests {
  @Test func simultaneousMessagesAreOrderedByTrackAndPosition() {
    func on(_ note: NoteNumber) -> Message { .noteOn(channel: .number(1), note: note, velocity: 1) }
    let recording = Recording(tracks: [
      .init(messages: [
        TimedMessage(time: .seconds(1), message: on(1)), TimedMessage(time: .seconds(1), message: on(2)),
      ]),
      .init(messages: [
        TimedMessage(time: .zero, message: on(3)), TimedMessage(time: .seconds(1), message: on(4)),
      ]),
    ])
    #expect(recording.messagesInOrder.map(\.message) == [on(3), on(1), on(2), on(4)])
    #expect(recording.duration == .seconds(1))
  }

  @Test func trailingSilenceCounts() {
    let note = TimedMessage(time: .seconds(1), message: .noteOn(channel: .number(1), note: 1, velocity: 1))
    #expect(Recording(tracks: [.init(messages: [note], end: .seconds(3)), .init()]).duration == .seconds(3))
    #expect(Recording(tracks: [.init(messages: [note])]).duration == .seconds(1))
    #expect(Recording().duration == .zero)
  }
}
