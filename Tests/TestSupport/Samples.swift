package import MIDICore
internal import MIDIFiles
internal import MIDIRecSystem
internal import SystemPackage

/// The recordings that tests play.
package enum Samples {
  /// The project's own étude: ten seconds with every kind of event that a LinnStrument sends.
  package static let etude = TestEnvironment.projectFolder + "/Recordings/linnstrument-etude/recording.mid"

  /// Reads a recording.
  package static func recording(_ path: String) throws -> Recording {
    try MIDIFile(decoding: try FileSystem.bytes(of: FilePath(path))).recording()
  }

  /// Returns a file with notes from C4 upward at the given times in milliseconds, each 50 ms long.
  package static func file(notesAt milliseconds: [Int64]) throws -> [UInt8] {
    let events = milliseconds.enumerated().flatMap { index, start in
      let note = NoteNumber(masking: UInt8(60 + index % 60))
      return [
        (start, Message.noteOn(channel: .number(1), note: note, velocity: 100)),
        (start + 50, Message.noteOff(channel: .number(1), note: note, velocity: 64)),
      ]
    }
    return try file(events.sorted { $0.0 < $1.0 })
  }

  /// Returns a file with messages at the given times in milliseconds, which must be in order.
  package static func file(_ messages: [(milliseconds: Int64, message: Message)]) throws -> [UInt8] {
    try file(tracks: [messages])
  }

  /// Returns a file with tracks of messages at the given times in milliseconds, which must be in order in each track.
  package static func file(tracks: [[(milliseconds: Int64, message: Message)]]) throws -> [UInt8] {
    let tracks = tracks.map { messages in
      // 500 ticks per quarter note of half a second: a tick is a millisecond.
      let events = messages.map { milliseconds, message in
        MIDIFile.TrackEvent(time: Ticks(rawValue: UInt64(milliseconds)), event: .message(message))
      }
      return MIDIFile.Track(events: events, end: events.last?.time ?? .zero)
    }
    return try MIDIFile(
      format: tracks.count > 1 ? .simultaneousTracks : .singleTrack, division: .ticksPerQuarter(500),
      tracks: tracks
    ).encoded()
  }
}
