import MIDICore
import MIDIFiles
import MIDIRecReports
import TestSupport
import Testing

@Suite struct FileSummaryTests {
  private func summary(
    _ tracks: [[MIDIFile.Event]], format: MIDIFile.Format = .simultaneousTracks,
    division: Division = .ticksPerQuarter(480)
  ) -> FileSummary {
    let tracks = tracks.map { events in
      MIDIFile.Track(
        events: events.map { MIDIFile.TrackEvent(time: .zero, event: $0) }, end: Ticks(rawValue: 960))
    }
    let file = MIDIFile(format: format, division: division, tracks: tracks)
    return FileSummary(MIDIFile.Decoded(file: file), name: "a")
  }

  private func note(_ number: NoteNumber, on channel: Channel) -> MIDIFile.Event {
    .message(.noteOn(channel: channel, note: number, velocity: 1))
  }

  @Test func trackIsCounted() throws {
    let track = try #require(
      summary([
        [
          note(60, on: .number(1)), note(40, on: .number(5)), note(72, on: .number(6)),
          .message(.pitchBend(channel: .number(7), value: 0)),
        ]
      ])
      .tracks.first)
    #expect(track.notes == 3)
    #expect([track.lowestNote, track.highestNote] == [40, 72])
    #expect(track.channels == [.number(1), .number(5), .number(6), .number(7)])
    #expect(track.events == 4)
    #expect(track.duration == .seconds(1))
  }

  @Test func notesOfPacketsAreCounted() {
    let packets = [[0x90, 60, 100], [0x80, 60, 0]].map { MIDIFile.Event.escape($0) }
    let track = summary([packets]).tracks[0]
    #expect(track.notes == 1)
    #expect([track.lowestNote, track.highestNote] == [60, 60])
    #expect(track.channels == [.number(1)])
    #expect(track.events == 2)
  }

  @Test func noteOnWithVelocity0IsNotNote() throws {
    let silent = MIDIFile.Event.message(.noteOn(channel: .number(1), note: 60, velocity: 0))
    #expect(summary([[silent]]).tracks.first?.notes == 0)
  }

  @Test(arguments: [
    ([], "tempo 120.00 BPM (default; no tempo event)"), ([500_000], "tempo 120.00 BPM"),
    ([500_000, 0, 666_667], "2 tempos, 90.00 BPM to 120.00 BPM"),
    ([500_000, 500_000], "tempo 120.00 BPM (2 events)"), ([500_000, 500_001], "2 tempos, about 120.00 BPM"),
  ])
  func temposAreSummarized(tempos: [UInt32], text: String) {
    let events = tempos.map { MIDIFile.Event.meta(.tempo(microsecondsPerQuarter: $0)) }
    #expect(summary([events]).text(.init()).split(separator: "\n")[1] == text)
  }

  @Test func independentPiecesHaveSeparateTempos() {
    let slow = MIDIFile.Event.meta(.tempo(microsecondsPerQuarter: 1_000_000))
    let pieces = summary([[slow], []], format: .independentTracks)
    #expect(pieces.tracks.map(\.duration) == [.seconds(2), .seconds(1)])
    let parts = summary([[slow], []])
    #expect(parts.tracks.map(\.duration) == [.seconds(2), .seconds(2)])
  }

  @Test func timeCodeHasNoTempo() {
    let text = summary([[]], division: .timeCode(.video25, ticksPerFrame: 40)).text(.init())
    #expect(text.hasPrefix("a: format 1, 1 track, 25 frames per second, 40 ticks per frame, 960 ms\n\nTRACK"))
  }

  @Test func textThatIsNotUTF8IsLatin1() {
    let name = MIDIFile.Event.meta(.text(kind: .trackName, bytes: [0x46, 0xFC, 0x72]))
    #expect(summary([[name]]).tracks.first?.name == "Für")
  }

  @Test func signaturesOfAllTracksAreInOrder() {
    let waltz = TimeSignature(numerator: 3, denominatorPower: 2)
    let march = TimeSignature(numerator: 2, denominatorPower: 2)
    let text = summary([[.meta(.timeSignature(waltz))], [.meta(.timeSignature(march))]]).text(.init())
    #expect(text.split(separator: "\n")[1].hasSuffix("time signature 3/4 and 1 change"))
  }

  @Test func eventsHaveBytes() throws {
    let event = MIDIFile.TrackEvent(time: Ticks(rawValue: 480), event: note(60, on: .number(2)))
    let track = MIDIFile.Track(events: [event], end: Ticks(rawValue: 960))
    let file = MIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
    let lines = try file.eventDocuments.map { try JSONText.line(of: $0) }
    #expect(
      lines == [
        #"{"bytes":"91 3C 01","event":"note-on C4 velocity 1 channel 2","ticks":480,"time":500000000,"track":1}"#,
        #"{"bytes":"FF 2F 00","event":"end of track","ticks":960,"time":1000000000,"track":1}"#,
      ])
  }

  @Test(arguments: [(0, "0 notes"), (1, "1 note"), (1234, "1,234 notes"), (1_000_000, "1,000,000 notes")])
  func numbersAreGrouped(count: Int, text: String) { #expect(pluralized(count, "note") == text) }
}
