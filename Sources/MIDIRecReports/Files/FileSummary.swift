package import MIDICore
package import MIDIFiles

/// The summary of a Standard MIDI File as text and JSON.
///
/// Times are in nanoseconds, channels from 1 to 16, and notes are numbers.
package struct FileSummary: Encodable, Sendable {
  /// A summary of a track.
  package struct Track: Encodable, Sendable {
    /// The name, or `nil` if the track has none.
    package var name: String?
    /// The channels of its messages.
    package var channels: [Channel] = []
    /// The number of note-ons.
    package var notes = 0
    /// The lowest note, or `nil` if there are no notes.
    package var lowestNote: NoteNumber?
    /// The highest note, or `nil` if there are no notes.
    package var highestNote: NoteNumber?
    /// The number of events of all kinds.
    package var events: Int
    /// The time of its End of Track.
    package var duration: Nanoseconds
  }

  /// A chunk other than a track.
  struct Chunk: Encodable, Sendable {
    var type: String
    var length: Int
  }

  let file: String
  let format: UInt16
  private(set) var ticksPerQuarter: UInt16?
  private(set) var framesPerSecond: Int?
  private(set) var ticksPerFrame: UInt8?
  /// The duration of the longest track.
  private(set) var duration = Nanoseconds.zero
  /// The tempos in microseconds per quarter note, in the order of the file.
  private(set) var tempos: [UInt32] = []
  /// The time signatures, in the order of the file.
  private(set) var timeSignatures: [String] = []
  /// The key signatures, in the order of the file.
  private(set) var keySignatures: [String] = []
  /// The tracks, in the order of the file.
  package private(set) var tracks: [Track] = []
  let otherChunks: [Chunk]
  /// The number of violations, including unlisted violations.
  let violationCount: Int
  let violations: [MIDIFile.Violation]
  /// The events, if they are requested.
  let events: [EventDocument]?

  /// Summarizes a decoded file.
  ///
  /// - Parameters:
  ///   - decoded: The file, and the violations of the specification.
  ///   - name: The name of the file.
  ///   - listsEvents: Whether the JSON document has every event.
  /// - Complexity: O(*n*), where *n* is the number of events and of bytes of meta events.
  package init(_ decoded: MIDIFile.Decoded, name: String, listsEvents: Bool = false) {
    let contents = decoded.file
    file = name
    format = contents.format.rawValue
    otherChunks = contents.otherChunks.map { Chunk(type: $0.type.description, length: $0.bytes.count) }
    violationCount = decoded.diagnostics.count
    violations = decoded.diagnostics.listed
    events = listsEvents ? Array(contents.eventDocuments) : nil
    switch contents.division {
    case .ticksPerQuarter(let ticks): ticksPerQuarter = ticks
    case .timeCode(let rate, let ticks): (framesPerSecond, ticksPerFrame) = (Int(rate.rawValue), ticks)
    }
    for (track, tempoMap) in zip(contents.tracks, contents.tempoMaps()) {
      append(track, duration: tempoMap.time(at: track.end))
    }
    duration = tracks.map(\.duration).max() ?? .zero
  }

  /// Adds a track, and its tempos and signatures.
  private mutating func append(_ track: MIDIFile.Track, duration: Nanoseconds) {
    var summary = Track(name: track.name, events: track.events.count, duration: duration)
    var reader = MessageReader()
    var channels: Set<Channel> = []
    for event in track.events {
      switch event.event {
      case .meta(.tempo(let microseconds)): tempos.append(microseconds)
      case .meta(.timeSignature(let signature)): timeSignatures.append("\(signature)")
      case .meta(.keySignature(let signature)): keySignatures.append("\(signature)")
      default:
        reader.read(event.event, at: event.time) { message, _ in
          if let channel = message.channel { channels.insert(channel) }
          guard message.isNoteOn, case .noteOn(_, let note, _) = message else { return }
          summary.notes += 1
          summary.lowestNote = min(summary.lowestNote ?? note, note)
          summary.highestNote = max(summary.highestNote ?? note, note)
        }
      }
    }
    summary.channels = channels.sorted()
    tracks.append(summary)
  }
}

// MARK: Text

extension FileSummary {
  /// Returns the summary as text: the file in one line, a table of its tracks, and its violations.
  ///
  /// - Parameter diagnostics: The violations of the specification.
  package func text(_ diagnostics: MIDIFile.Diagnostics) -> String {
    var lines = [
      "\(file.printable): format \(format), \(pluralized(tracks.count, "track")), \(divisionText), \(duration.shortText)"
    ]
    let signs = [
      tempoText, Self.text("time signature", timeSignatures), Self.text("key", keySignatures),
    ]
    if !signs.joined().isEmpty { lines.append(signs.filter { !$0.isEmpty }.joined(separator: ", ")) }
    if !tracks.isEmpty { lines += ["", trackTable] }
    if !otherChunks.isEmpty {
      let chunks = otherChunks.map { "\($0.type) (\(pluralized($0.length, "byte")))" }
      lines += ["", "other chunks: \(chunks.joined(separator: ", "))"]
    }
    if !diagnostics.isEmpty { lines += ["", diagnostics.text] }
    return lines.joined(separator: "\n")
  }

  private var trackTable: String {
    var table = TextTable(
      ["TRACK", "NAME", "CHANNELS", "NOTES", "RANGE", "EVENTS", "SECONDS"],
      numbers: ["TRACK", "NOTES", "EVENTS", "SECONDS"])
    for (index, track) in tracks.enumerated() {
      let range = [track.lowestNote, track.highestNote].compactMap { $0?.description }
      table.append([
        "\(index + 1)", track.name?.printable ?? "", track.channelText, "\(track.notes)",
        range.joined(separator: "-"), "\(track.events)", "\(track.duration)",
      ])
    }
    return table.text
  }

  /// The division: `480 ticks per quarter note`, `25 frames per second, 40 ticks per frame`.
  private var divisionText: String {
    ticksPerQuarter.map { "\($0) ticks per quarter note" }
      ?? "\(framesPerSecond ?? 0) frames per second, \(ticksPerFrame ?? 0) ticks per frame"
  }

  private var tempoText: String {
    guard ticksPerQuarter != nil else { return "" }
    let said = tempos.filter { $0 > 0 }
    guard let slowest = said.max(), let fastest = said.min() else {
      return "tempo \(beatsPerMinute(TempoMap.defaultTempo)) (default; no tempo event)"
    }
    let texts = [beatsPerMinute(slowest), beatsPerMinute(fastest)]
    if said.count == 1 { return "tempo \(texts[0])" }
    if slowest == fastest { return "tempo \(texts[0]) (\(pluralized(said.count, "event")))" }
    let range = texts[0] == texts[1] ? "about \(texts[0])" : "\(texts[0]) to \(texts[1])"
    return "\(pluralized(said.count, "tempo")), \(range)"
  }

  private static func text(_ name: String, _ signatures: [String]) -> String {
    guard let first = signatures.first else { return "" }
    let changeCount = zip(signatures, signatures.dropFirst()).count { $0 != $1 }
    return "\(name) \(first)" + (changeCount == 0 ? "" : " and \(pluralized(changeCount, "change"))")
  }
}

extension FileSummary.Track {
  /// The channel numbers from 1 with ranges: `1, 3-5, 10`.
  fileprivate var channelText: String {
    channels.map(\.number).chunked { $0 + 1 == $1 }
      .map { ($0.prefix(1) + $0.dropFirst().suffix(1)).map(String.init).joined(separator: "-") }
      .joined(separator: ", ")
  }
}

extension MIDIFile.Diagnostics {
  /// The number of violations, as in `2 violations of the specification:`, and a line for each listed violation.
  package var text: String {
    let rest = count - listed.count
    let lines = ["\(pluralized(count, "violation")) of the specification:"] + listed.map { "  \($0)" }
    return (lines + (rest > 0 ? ["  … and \(grouped(rest)) more"] : [])).joined(separator: "\n")
  }
}

/// Returns a tempo above 0 with two decimals, rounded: `120.00 BPM`.
func beatsPerMinute(_ microsecondsPerQuarter: UInt32) -> String {
  let hundredths = (6_000_000_000 + UInt64(microsecondsPerQuarter) / 2) / UInt64(microsecondsPerQuarter)
  return decimalText(Int64(hundredths), decimals: 2, keepsZeros: true) + " BPM"
}

/// A converted file as JSON.
package struct ConvertedDocument: Encodable {
  var file: String
  var format: UInt16
  var tracks: Int
  /// The number of events without End of Track.
  var events: Int
  var bytes: Int

  package init(file: String, _ converted: MIDIFile, byteCount: Int) {
    self.file = file
    format = converted.format.rawValue
    tracks = converted.tracks.count
    events = converted.eventCount
    bytes = byteCount
  }

  /// The summary: `one.mid: format 0, 1 track, 1,234 events, 5,678 bytes`.
  package var text: String {
    let parts = [(tracks, "track"), (events, "event"), (bytes, "byte")]
    return "\(file.printable): format \(format), \(parts.map(pluralized).joined(separator: ", "))"
  }
}
