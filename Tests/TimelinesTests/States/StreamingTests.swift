import MIDICore
import TestSupport
import Testing
import Timelines

/// The reducer from one message to the next, as live views use it.
@Suite struct StreamingTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func streamedEntriesEqualTimeline(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let recording = Recording.random(200, sources: 2, &generator)
    let sources = recording.tracks.map { $0.name ?? "" }
    var reducer = TimelineReducer(sources: sources)
    var entries: [Timeline.Entry] = []
    let messages = recording.tracks.enumerated().flatMap { source, track in
      track.messages.map { (source, $0) }
    }
    for (source, timed) in messages.sorted(by: { $0.1.time < $1.1.time }) {
      reducer.apply(timed.message, at: timed.time, from: source)
      entries += reducer.entries
      reducer.removeEntries()
    }
    reducer.finish(at: recording.duration)
    entries += reducer.entries
    #expect(Timeline(sources: sources, entries: entries, end: recording.duration) == Timeline(recording))
  }

  @Test func valueWithoutLSBIsAddedWithItsOwnTime() {
    var reducer = TimelineReducer(sources: [""])
    for (controller, value) in [(101, 0), (100, 0), (6, 2)] as [(Controller, UInt7)] {
      reducer.apply(Played.control(controller, value), at: .milliseconds(1), from: 0)
    }
    #expect(reducer.entries.isEmpty)
    reducer.apply(Played.on(60), at: .milliseconds(5), from: 0)
    #expect(reducer.entries.map(\.time) == [.milliseconds(1), .milliseconds(5)])
  }

  @Test func finishAllowsMoreMessages() {
    var reducer = TimelineReducer(sources: [""])
    reducer.apply(Played.on(60), at: .milliseconds(1), from: 0)
    reducer.finish(at: .zero)
    reducer.apply(Played.off(60, 1), at: .milliseconds(2), from: 0)
    #expect(
      reducer.entries.map(\.change) == [
        .note(60, .sounding(velocity: 100)), .note(60, .hanging), .note(60, .released(releaseVelocity: 1)),
      ])
  }
}
