import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// Events that are added in any order.
@Suite struct EventOrderTests {
  private func event(_ time: UInt64, _ event: MIDIFile.Event) -> MIDIFile.TrackEvent {
    MIDIFile.TrackEvent(time: Ticks(rawValue: time), event: event)
  }

  private func note(_ note: NoteNumber, from start: UInt64, to end: UInt64) -> [MIDIFile.TrackEvent] {
    [
      event(start, .message(.noteOn(channel: .number(1), note: note, velocity: 100))),
      event(end, .message(.noteOff(channel: .number(1), note: note, velocity: 64))),
    ]
  }

  @Test func overlappingNotesEndInTime() throws {
    let events = MIDIFile.Events(note(60, from: 0, to: 480) + note(64, from: 240, to: 720))
    #expect(events.map(\.time) == [0, 240, 480, 720])
    let track = MIDIFile.Track(events: events, end: 720)
    let file = MIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
    let read = try MIDIFile(decoding: file.encoded())
    #expect(read.tracks[0].events.map(\.event) == events.map(\.event))
    #expect(
      try read.recording().tracks[0].messages.map(\.time)
        == [0, 250, 500, 750].map { .milliseconds($0) })
  }

  /// The stable sort of an array is the model.
  @Test(arguments: 0..<200)
  func eventsAreInOrderOfTimeThenOfAddition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let kinds: [MIDIFile.Event] = [
      .systemExclusive([1, 0xF7]), .escape([0xF8]), .meta(.tempo(microsecondsPerQuarter: 400_000)),
      .message(.systemExclusive(SystemExclusive(payload: [5]))),
    ]
    let added = (0..<Int.random(in: 0...40, using: &random)).map { index in
      event(
        .random(in: 0...20, using: &random) * (Bool.random(using: &random) ? 1 : 0x0FFF_FFFF),
        index % 3 == 0
          ? kinds[Int.random(in: 0..<kinds.count, using: &random)]
          : .message(.programChange(channel: .number(1), program: UInt7(clamping: index))))
    }
    var appended = MIDIFile.Events()
    for event in added { appended.append(event) }
    let sorted = MIDIFile.Events(added.sorted { $0.time < $1.time })
    let isEmptyText = { (event: MIDIFile.TrackEvent) in event.event == .meta(.text(kind: .text, bytes: [])) }
    #expect(MIDIFile.Events(added) == sorted)
    #expect(appended.filter { !isEmptyText($0) } == sorted.filter { !isEmptyText($0) })
    #expect(zip(appended, appended.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  /// The tracks of a decoded file share the memory of their events.
  @Test func insertedEventChangesOneTrackOnly() throws {
    let tracks = [60, 72].map { start in
      MIDIFile.Track(events: note(NoteNumber(clamping: start), from: 100, to: 200), end: 200)
    }
    let file = MIDIFile(format: .simultaneousTracks, division: .ticksPerQuarter(96), tracks: tracks)
    let read = try MIDIFile(decoding: file.encoded())
    var changed = read
    changed.tracks[0].events.append(event(150, .meta(.tempo(microsecondsPerQuarter: 400_000))))
    #expect(changed.tracks[0].events.map(\.time) == [100, 150, 200])
    #expect(changed.tracks[1] == read.tracks[1])
    #expect(read.tracks[0].events.map(\.time) == [100, 200])
  }
}
