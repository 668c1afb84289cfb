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

  @Test func messagesAreReplacedLeftOutAndSorted() {
    let changed = recording.mapMessages { timed in
      guard timed.message.channel != nil else { return nil }
      return TimedMessage(time: .milliseconds(50) - timed.time, message: timed.message)
    }
    #expect(
      changed.tracks.map { $0.messages.map(\.time) }
        == [[40], [33, 34, 35]].map { $0.map { .milliseconds($0) } })
    #expect(
      changed.tracks[1].messages.map(\.message) == recording.tracks[1].messages.map(\.message).reversed())
    #expect(changed.tracks.map(\.end) == [.milliseconds(40), .milliseconds(40)])
  }

  @Test func channelsAreKept() {
    let kept = recording.keepingChannels([.number(10)])
    #expect(kept.tracks.map(\.messages.count) == [1, 3])
    #expect(kept.tracks[0].messages.map(\.message) == [.tuneRequest])
  }

  /// The second note of the key ends after the first one; controllers stay.
  @Test func notesStartOnGridAndKeepTheirLengths() {
    func message(_ time: Int64, _ message: Message) -> TimedMessage {
      TimedMessage(time: .milliseconds(time), message: message)
    }
    let on = Message.noteOn(channel: .number(1), note: 60, velocity: 100)
    let off = Message.noteOff(channel: .number(1), note: 60, velocity: 64)
    let pedal = Message.controlChange(channel: .number(1), controller: .sustain, value: 127)
    let played = Recording(tracks: [
      .init(messages: [
        message(40, on), message(90, pedal), message(125, on), message(130, off), message(210, off),
        message(220, off),
      ])
    ])
    #expect(
      played.quantized(to: .milliseconds(50)).tracks[0].messages == [
        message(50, on), message(90, pedal), message(140, off), message(150, on), message(220, off),
        message(235, off),
      ])
  }
}
