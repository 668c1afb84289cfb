import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// The code of the module's articles, which `ArticleCodeTests` finds here.
@Suite struct ArticleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: FilePath { FilePath(folder.path("chord.mid")) }
  private var copy: FilePath { FilePath(folder.path("softer.mid")) }

  private func block(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  @Test func editedFileHasSofterNotes() throws {
    let outputs = try Article("Sources/MIDIFiles/MIDIFiles.docc/EditingAFile.md").blocks()

    var events = MIDIFile.Events()
    for (index, note) in ([60, 64, 67] as [NoteNumber]).enumerated() {
      let start: Ticks = 480 * index
      let end = start + 480
      let noteOn = Message.noteOn(channel: .number(1), note: note, velocity: UInt7(clamping: 70 + 20 * index))
      let noteOff = Message.noteOff(channel: .number(1), note: note, velocity: 64)
      events.append(MIDIFile.TrackEvent(time: start, event: .message(noteOn)))
      events.append(MIDIFile.TrackEvent(time: end, event: .message(noteOff)))
    }
    let track = MIDIFile.Track(events: events, end: 1440)
    let chord = MIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
    try chord.write(to: path)

    var file = try MIDIFile(contentsOf: path)
    #expect(file == chord)

    var lines: [String] = []
    for (track, event) in file.events {
      guard case .message(let message) = event.event else { continue }
      lines.append("track \(track), tick \(event.time.rawValue): \(message)")
    }
    #expect(block(lines) == outputs.first)

    for index in file.tracks.indices {
      let events = file.tracks[index].events.map { event in
        guard case .message(.noteOn(let channel, let note, let velocity)) = event.event else { return event }
        let softer = Message.noteOn(channel: channel, note: note, velocity: min(velocity, 80))
        return MIDIFile.TrackEvent(time: event.time, event: .message(softer))
      }
      file.tracks[index].events = MIDIFile.Events(events)
    }
    try file.write(to: copy)
    #expect(try MIDIFile(contentsOf: copy) == file)

    lines = []
    let recording = try Recording(contentsOf: copy)
    for timed in recording.messagesInOrder where timed.message.isNoteOn {
      lines.append("\(timed.time) s: \(timed.message)")
    }
    #expect(block(lines) == outputs.last)
    #expect(recording.duration == .milliseconds(1500))
  }

  @Test func damagedFileIsRepairedAsInTheArticle() throws {
    let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 3, 0, 1, 0, 96]
    let track = Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0x90, 60, 64]
    let decoded = try MIDIFile.decode(header + track)
    let repairs = decoded.diagnostics.listed.map(\.description)
    let outputs = try Article("Sources/MIDIFiles/MIDIFiles.docc/DamagedFiles.md").blocks()
    #expect(block(repairs) == outputs.first)
    #expect(decoded.file.tracks.map(\.events.count) == [1])
    #expect(throws: MIDIFile.Violation.self) { try MIDIFile(decoding: header + track) }
  }
}
