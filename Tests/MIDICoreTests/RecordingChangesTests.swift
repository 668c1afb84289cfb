import MIDICore
import Testing

/// Recordings that are derived from others: faster, filtered, or transposed.
@Suite struct RecordingChangesTests {
  private let recording = Recording(tracks: [
    .init(
      name: "A",
      messages: [
        TimedMessage(time: .milliseconds(10), message: .noteOn(channel: .number(1), note: 60, velocity: 1)),
        TimedMessage(time: .milliseconds(20), message: .tuneRequest),
      ], end: .milliseconds(30)),
    .init(
      name: "B",
      messages: [
        TimedMessage(
          time: .milliseconds(15), message: .polyPressure(channel: .number(10), note: 1, pressure: 2)),
        TimedMessage(time: .milliseconds(16), message: .noteOn(channel: .number(10), note: 1, velocity: 2)),
        TimedMessage(time: .milliseconds(17), message: .noteOff(channel: .number(10), note: 1, velocity: 2)),
      ], end: .milliseconds(40)),
  ])

  @Test func doubleSpeedHalvesTimesAndTrailingSilence() throws {
    let two = try #require(Ratio(2))
    let faster = try #require(recording.faster(by: two))
    #expect(
      faster.messagesInOrder.map(\.time) == [5000, 7500, 8000, 8500, 10_000].map(Nanoseconds.microseconds))
    #expect(faster.messagesInOrder.map(\.message) == recording.messagesInOrder.map(\.message))
    #expect(faster.tracks.map(\.end) == [.milliseconds(15), .milliseconds(20)])
  }

  @Test func overflowingDurationIsRejected() throws {
    let long = Recording(tracks: [.init(end: Nanoseconds(rawValue: .max))])
    let half = try #require(Ratio(1, over: 2))
    #expect(long.faster(by: half) == nil)
  }

  @Test func messagesWithoutChannelAddNoChannel() {
    #expect(recording.channels == [.number(1), .number(10)])
  }

  @Test func notesAndTheirPressureMoveTogether() {
    let (moved, leftOutCount) = recording.transposed(by: 12)
    #expect(leftOutCount == 0)
    #expect(
      moved.messagesInOrder.map(\.message) == [
        .noteOn(channel: .number(1), note: 72, velocity: 1),
        .polyPressure(channel: .number(10), note: 13, pressure: 2),
        .noteOn(channel: .number(10), note: 13, velocity: 2),
        .noteOff(channel: .number(10), note: 13, velocity: 2), .tuneRequest,
      ])
  }

  @Test(arguments: [-2, -127, .min])
  func noteOutOfRangeIsDroppedCompletely(semitones: Int) {
    let (moved, leftOutCount) = recording.transposed(by: semitones)
    #expect(leftOutCount == (semitones == -2 ? 1 : 2))
    #expect(moved.tracks[1].messages.isEmpty)
    #expect(moved.tracks[1].end == .milliseconds(40))
  }
}
