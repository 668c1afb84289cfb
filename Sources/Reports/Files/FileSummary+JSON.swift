internal import MIDICore
package import MIDIFiles

/// A file as JSON: times in nanoseconds, channels from 1 to 16, and notes as numbers.
package struct FileDocument: Encodable {
  struct Track: Encodable {
    var name: String?
    var channels: [Int]
    var notes: Int
    var lowestNote: Int?
    var highestNote: Int?
    var events: Int
    var duration: Int64
  }

  struct Chunk: Encodable {
    var type: String
    var length: Int
  }

  var file: String
  var format: Int
  var ticksPerQuarter: Int?
  var framesPerSecond: Int?
  var ticksPerFrame: Int?
  var duration: Int64
  var tempos: [UInt32]
  var timeSignatures: [String]
  var keySignatures: [String]
  var tracks: [Track]
  var otherChunks: [Chunk]
  var violationCount: Int
  var violations: [ViolationDocument]
  var events: [EventDocument]?

  /// Creates the document of a summary and, if `file` is given, of every event.
  package init(_ summary: FileSummary, name: String, eventsOf file: MIDIFile? = nil) {
    self.file = name
    format = Int(summary.format.rawValue)
    switch summary.division {
    case .ticksPerQuarter(let ticks): ticksPerQuarter = Int(ticks)
    case .timeCode(let rate, let ticks):
      framesPerSecond = Int(rate.rawValue)
      ticksPerFrame = Int(ticks)
    }
    duration = summary.duration.rawValue
    tempos = summary.tempos
    timeSignatures = summary.timeSignatures.map(\.description)
    keySignatures = summary.keySignatures.map(\.description)
    tracks = summary.tracks.map { track in
      Track(
        name: track.name, channels: track.channels.map(\.number).sorted(), notes: track.noteCount,
        lowestNote: track.noteRange.map { Int($0.lowerBound.rawValue) },
        highestNote: track.noteRange.map { Int($0.upperBound.rawValue) }, events: track.eventCount,
        duration: track.duration.rawValue)
    }
    otherChunks = summary.otherChunks.map { Chunk(type: $0.type.description, length: $0.bytes.count) }
    violationCount = summary.diagnostics.count
    violations = summary.diagnostics.listed.map(ViolationDocument.init)
    events = file.map { EventList($0).map(EventDocument.init) }
  }
}

/// An event as JSON: its time in ticks and nanoseconds, its bytes as in a file, and its text.
struct EventDocument: Encodable {
  var track: Int
  var ticks: UInt64
  var time: Int64
  var event: String
  var bytes: String

  init(_ line: EventList.Line) {
    track = line.track + 1
    ticks = line.ticks.rawValue
    time = line.time.rawValue
    event = line.text
    bytes = hexadecimal(line.bytes)
  }
}
