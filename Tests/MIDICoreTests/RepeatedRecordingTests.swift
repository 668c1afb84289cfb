import MIDICore
import Testing

@Suite struct RepeatedRecordingTests {
  private let note = Recording(tracks: [
    .init(
      messages: [
        TimedMessage(time: .milliseconds(1), message: .noteOn(channel: .number(1), note: 60, velocity: 1))
      ],
      end: .milliseconds(3))
  ])

  @Test func singlePassEqualsTheRecording() throws {
    let repeated = try #require(RepeatedRecording(of: note))
    #expect(repeated.messageCount == 1)
    #expect(repeated[0] == note.messagesInOrder[0])
    #expect(repeated[1] == nil)
    #expect(repeated.end == .milliseconds(3))
  }

  @Test func hangingNotesAreReleasedAfterEachPass() throws {
    let repeated = try #require(RepeatedRecording(of: note, count: 2))
    #expect(repeated.messageCount == 4)
    #expect((0..<4).map { repeated[$0]?.time } == [1, 3, 4, 6].map(Nanoseconds.milliseconds))
    #expect(repeated[1]?.message == .noteOff(channel: .number(1), note: 60, velocity: 64))
    #expect(repeated.end == .milliseconds(6))
  }

  @Test func endlessRepetitionAlwaysHasNextMessage() throws {
    let repeated = try #require(RepeatedRecording(of: note, count: nil))
    #expect(repeated.messageCount == nil)
    #expect(repeated.end == nil)
    #expect(repeated[2_000_000]?.time == .milliseconds(3_000_001))
    #expect(repeated[.max] == nil)
  }

  @Test func emptyRecordingCannotBeRepeated() {
    #expect(RepeatedRecording(of: Recording(), count: 1) != nil)
    #expect(RepeatedRecording(of: Recording(), count: 2) == nil)
    #expect(RepeatedRecording(of: Recording(), count: nil) == nil)
    #expect(RepeatedRecording(of: note, count: 0) == nil)
    #expect(RepeatedRecording(of: note, count: .max) == nil)
  }

  @Test func gridIncludesAllTimes() throws {
    let once = try #require(RepeatedRecording(of: note))
    #expect(once.isOnGrid(of: .milliseconds(1)))
    #expect(!once.isOnGrid(of: .milliseconds(2)))
    let empty = Recording(tracks: [.init(end: .microseconds(500))])
    let emptyOnce = try #require(RepeatedRecording(of: empty))
    let emptyTwice = try #require(RepeatedRecording(of: empty, count: 2))
    #expect(emptyOnce.isOnGrid(of: .milliseconds(1)))
    #expect(!emptyTwice.isOnGrid(of: .milliseconds(1)))
  }
}
