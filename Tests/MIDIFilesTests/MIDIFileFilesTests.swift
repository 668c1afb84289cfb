import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// Reading and writing of files by path.
@Suite struct MIDIFileFilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("a.mid")) }

  @Test func writtenFileIsReadAgain() throws {
    let file = try MIDIFile(decoding: fileWithTrack("00 90 3C 64 60 80 3C 40 00 FF 2F 00"))
    try file.write(to: path)
    #expect(try MIDIFile(contentsOf: path) == file)
    let recording = try Recording(contentsOf: path)
    #expect(recording == (try file.recording()))
    #expect(recording.duration == .milliseconds(500))
  }

  @Test func existingFileIsReplacedOnlyOnRequest() throws {
    try folder.write([1, 2, 3], to: "a.mid")
    let file = try MIDIFile(decoding: fileWithTrack("00 FF 2F 00"))
    let error = #expect(throws: FileError.self) { try file.write(to: path) }
    #expect(error?.errno == .fileExists)
    #expect(try folder.bytes("a.mid") == [1, 2, 3])
    try file.write(to: path, replacing: true)
    #expect(try MIDIFile(contentsOf: path) == file)
  }

  @Test func strictnessControlsRepairs() throws {
    // The second data byte is missing.
    try folder.write(fileWithTrack("00 90 3C 64 00 90 3C"), to: "a.mid")
    #expect(throws: MIDIFileError.self) { try MIDIFile(contentsOf: path) }
    #expect(throws: MIDIFileError.self) { try Recording(contentsOf: path) }
    #expect(try MIDIFile(contentsOf: path, repairing: true).tracks.map(\.events.count) == [1])
    #expect(try Recording(contentsOf: path, repairing: true).messagesInOrder.count == 1)
  }

  @Test func eventsOfAllTracksAreInOrderOfTime() throws {
    func track(_ times: UInt64...) -> MIDIFile.Track {
      let note = MIDIFile.Event.message(.noteOn(channel: .number(1), note: 60, velocity: 1))
      let events = times.map { MIDIFile.TrackEvent(time: Ticks(rawValue: $0), event: note) }
      return MIDIFile.Track(events: events, end: Ticks(rawValue: 96))
    }
    let file = MIDIFile(
      format: .simultaneousTracks, division: .ticksPerQuarter(96), tracks: [track(0, 20), track(0, 10)])
    #expect(file.events.map(\.track) == [0, 1, 1, 0])
    #expect(file.events.map(\.event.time.rawValue) == [0, 0, 10, 20])
  }
}
