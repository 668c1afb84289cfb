import Foundation
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
    #expect(throws: MIDIFile.Violation.self) { try MIDIFile(contentsOf: path) }
    #expect(throws: MIDIFile.Violation.self) { try Recording(contentsOf: path) }
    #expect(try MIDIFile(contentsOf: path, repairing: true).tracks.map(\.events.count) == [1])
    #expect(try Recording(contentsOf: path, repairing: true).messagesInOrder.count == 1)
  }

  @Test func violationNamesItsFile() throws {
    try folder.write([1, 2, 3], to: "a.mid")
    let text = folder.path("a.mid")
    for read in [
      { try MIDIFile(contentsOf: path) }, { try MIDIFile(contentsOf: text) },
      { try MIDIFile(contentsOf: URL(filePath: text)) }, { try MIDIFile.decode(contentsOf: text).file },
    ] {
      let error = #expect(throws: MIDIFile.Violation.self) { _ = try read() }
      #expect(error?.path == text)
      #expect(error?.localizedDescription.hasPrefix("\(text): byte 0: expected a Standard MIDI File") == true)
    }
    let missing = #expect(throws: FileError.self) { _ = try Recording(contentsOf: folder.path("b.mid")) }
    #expect(missing?.localizedDescription.contains(folder.path("b.mid")) == true)
  }

  @Test func recordingIsWrittenAndReadAgain() throws {
    let tracks = (0..<2).map { index in
      Recording.Track(
        name: "Keys \(index)", port: index,
        messages: [
          TimedMessage(
            time: .milliseconds(8 * index), message: .noteOn(channel: .number(3), note: 60, velocity: 100)),
          TimedMessage(time: .seconds(1), message: .systemExclusive(SystemExclusive(payload: [1, 2]))),
        ], end: .seconds(2))
    }
    for recording in [Recording(tracks: tracks), Recording(tracks: [tracks[0]]), Recording(tracks: [])] {
      try recording.write(to: folder.path("a.mid"), replacing: true)
      let read = try Recording(contentsOf: path)
      #expect(read == (recording.tracks.isEmpty ? Recording(tracks: [.init()]) : recording))
    }
    let seconds = MIDIFile(Recording(tracks: tracks), division: .timeCode(.video25, ticksPerFrame: 40))
    #expect(try seconds.recording().tracks[1].messages.map(\.time) == [.milliseconds(8), .seconds(1)])
  }

  @Test func fileIsDecodedAsItWasEncoded() throws {
    let file = try MIDIFile(decoding: fileWithTrack("00 90 3C 64 60 80 3C 40 00 FF 2F 00"))
    let json = try JSONEncoder().encode([file])
    #expect(String(decoding: json, as: UTF8.self).hasPrefix(#"["TVRoZA"#))
    #expect(try JSONDecoder().decode([MIDIFile].self, from: json) == [file])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MIDIFile.self, from: Data(#""TVRo""#.utf8))
    }
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
