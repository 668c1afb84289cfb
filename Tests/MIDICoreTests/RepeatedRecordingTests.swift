import MIDICore
import Testing

@Suite struct RepeatedRecordingTests {
  private let note = Recording(tracks: [
    .init(
      messages: [TimedMessage(time: .milliseconds(1), message: .noteOn(channel: 0, note: 60, velocity: 1))],
      end: .milliseconds(3))
  ])

  @Test func onePassIsTheRecordingAsItIs() throws {
    let passes = try #require(RepeatedRecording(of: note))
    #expect(passes.messageCount == 1)
    #expect(passes[0] == note.messagesInOrder[0])
    #expect(passes[1] == nil)
    #expect(passes.end == .milliseconds(3))
  }

  @Test func whatHangsIsEndedAtTheEndOfEachOfSeveral() throws {
    let passes = try #require(RepeatedRecording(of: note, count: 2))
    #expect(passes.messageCount == 4)
    #expect((0..<4).map { passes[$0]?.time } == [1, 3, 4, 6].map(Nanoseconds.milliseconds))
    #expect(passes[1]?.message == .noteOff(channel: 0, note: 60, velocity: 64))
    #expect(passes.end == .milliseconds(6))
  }

  @Test func withoutEndThereIsAlwaysANextOne() throws {
    let passes = try #require(RepeatedRecording(of: note, count: nil))
    #expect(passes.messageCount == nil)
    #expect(passes.end == nil)
    #expect(passes[2_000_000]?.time == .milliseconds(3_000_001))
    #expect(passes[.max] == nil)
  }

  @Test func whatLastsNoTimeIsPlayedOnceOnly() {
    #expect(RepeatedRecording(of: Recording(), count: 1) != nil)
    #expect(RepeatedRecording(of: Recording(), count: 2) == nil)
    #expect(RepeatedRecording(of: Recording(), count: nil) == nil)
    #expect(RepeatedRecording(of: note, count: 0) == nil)
    #expect(RepeatedRecording(of: note, count: .max) == nil)
  }

  @Test func theGridIsThatOfAllTimes() throws {
    let once = try #require(RepeatedRecording(of: note))
    #expect(once.isOnGrid(of: .milliseconds(1)))
    #expect(!once.isOnGrid(of: .milliseconds(2)))
    let empty = Recording(tracks: [.init(end: .microseconds(500))])
    let (emptyOnce, emptyTwice) = (try #require(RepeatedRecording(of: empty)), try #require(RepeatedRecording(of: empty, count: 2)))
    #expect(emptyOnce.isOnGrid(of: .milliseconds(1)))
    #expect(!emptyTwice.isOnGrid(of: .milliseconds(1)))
  }
}
