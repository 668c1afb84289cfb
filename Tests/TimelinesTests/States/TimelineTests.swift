import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct TimelineTests {
  private func track(
    _ name: String?, port: Int = 0, _ messages: [(Int64, Message)]
  ) -> Recording.Track {
    let messages = messages.map { TimedMessage(time: Nanoseconds(rawValue: $0), message: $1) }
    return Recording.Track(name: name, port: port, messages: messages)
  }

  @Test func trackWithMessagesIsASource() {
    let recording = Recording(tracks: [
      track("Grid", [(0, Played.program(1))]), track("Empty", []), track(nil, [(0, Played.program(2))]),
    ])
    #expect(Timeline(recording).sources == ["Grid", ""])
    #expect(Timeline(recording).entries.map(\.source) == [0, 1])
  }

  @Test func sourcesOfSeveralPortsAreSeparate() {
    let recording = Recording(tracks: [
      track("A", [(0, Played.on(60))]), track("B", port: 1, [(1, Played.off(60)), (1, Played.bend(8192))]),
    ])
    #expect(
      Timeline(recording).anomalies.map(\.change) == [
        .note(60, .hanging), .note(60, .strayNoteOff(releaseVelocity: 64)),
      ])
  }

  @Test func silenceAtTheEndCounts() {
    let recording = Recording(tracks: [
      .init(messages: [TimedMessage(time: .zero, message: .start)], end: .seconds(3))
    ])
    #expect(Timeline(recording).end == .seconds(3))
  }

  @Test func simultaneousEntriesAreInCanonicalOrder() {
    let messages: [(Int64, Message)] = [
      (0, Played.on(64)), (0, Played.on(60)), (0, Played.control(74, 1)), (0, Played.pressure(1)),
      (0, Played.bend(1)), (0, Played.control(99, 0)), (0, Played.control(98, 0)), (0, Played.control(6, 0)),
      (0, Played.control(101, 0)), (0, Played.control(100, 0)), (0, Played.control(6, 0)),
      (0, Played.program(1)), (0, Played.control(7, 1)), (0, Played.control(2, 1)), (0, .start),
      (0, Played.program(9, channel: .number(4))), (0, .timingClock), (0, Played.off(64)),
      (0, Played.off(60)),
    ]
    let timeline = Timeline(
      Recording(tracks: [track("A", messages), track("B", [(0, .stop)])]))
    #expect(
      timeline.text == """
        midirec timeline 1
        source 1 "A"
        source 2 "B"
        0.000000 1 - start FA
        0.000000 1 - clock F8
        0.000000 1 1 controller 2 1
        0.000000 1 1 controller 7 1
        0.000000 1 1 program 1
        0.000000 1 1 rpn 0 value 0
        0.000000 1 1 nrpn 0 value 0
        0.000000 1 1 bend 1
        0.000000 1 1 pressure 1
        0.000000 1 1 timbre 1
        0.000000 1 1 note C4 60 sounding velocity 100
        0.000000 1 1 note C4 60 released velocity 64
        0.000000 1 1 note E4 64 sounding velocity 100
        0.000000 1 1 note E4 64 released velocity 64
        0.000000 1 4 program 9
        0.000000 2 - stop FC
        0.000000 end

        """)
  }

  @Test func timesAreRoundedBeforeSorting() {
    let recording = Recording(tracks: [
      track("A", [(1400, Played.program(1))]), track("B", [(600, Played.program(2))]),
    ])
    #expect(Timeline(recording).entries.map(\.time) == [.microseconds(1), .microseconds(1)])
    #expect(Timeline(recording).entries.map(\.source) == [0, 1])
  }

  @Test(arguments: [Int64.min, .max]) func timesBeyondRangeAreClamped(time: Int64) throws {
    let entry = Timeline.Entry(
      time: Nanoseconds(rawValue: time), source: 0, channel: nil, change: .system(.start))
    let timeline = Timeline(sources: [""], entries: [entry], end: Nanoseconds(rawValue: time))
    #expect(try Timeline(text: Array(timeline.text.utf8)) == timeline)
  }

  @Test func attributesAreReplaced() {
    let timeline = Played.timeline([(0, Played.on(60))]).annotated { _ in [.init("old", "1")] }.annotated {
      $0.change.isAnomaly ? [] : [.init("cells", "3,7")]
    }
    #expect(timeline.entries.map(\.attributes) == [[.init("cells", "3,7")], []])
  }

  @Test func cleanRecordingHasNoAnomaliesAndRoundTrips() throws {
    let timeline = Timeline(try Samples.recording(Samples.etude))
    #expect(timeline.anomalies.isEmpty)
    #expect(timeline.entries.count > 200)
    #expect(try Timeline(text: Array(timeline.text.utf8)) == timeline)
  }
}
