internal import MIDICore
package import MIDIFiles

/// An event of a file as JSON and as a line of a table: its time, its bytes as in a file, and its text.
package struct EventDocument: Encodable, Sendable {
  private enum CodingKeys: CodingKey {
    case track, ticks, time, event, bytes
  }

  /// The number of the track, from 1.
  package let track: Int
  /// The time in ticks.
  let ticks: UInt64
  /// The time in nanoseconds.
  let time: Int64
  /// The event as text.
  let event: String
  /// The event of the file, or `nil` for End of Track.
  private let source: MIDIFile.Event?

  fileprivate init(
    _ track: Int, _ time: Ticks, _ tempoMap: TempoMap, _ event: String, _ source: MIDIFile.Event?
  ) {
    (self.track, ticks, self.event, self.source) = (track, time.rawValue, event, source)
    self.time = tempoMap.time(at: time).rawValue
  }

  /// The bytes in hexadecimal, without the delta time and running status.
  private var bytes: String { hexadecimal(source?.bytes ?? [0xFF, 0x2F, 0]) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(track, forKey: .track)
    try container.encode(ticks, forKey: .ticks)
    try container.encode(time, forKey: .time)
    try container.encode(event, forKey: .event)
    try container.encode(bytes, forKey: .bytes)
  }

  /// The heading of the table of ``line``.
  package static let heading = "TRACK        TICKS       SECONDS  EVENT"

  /// The line of a table, whose columns have fixed widths, so that a long list can be streamed.
  package var line: String {
    padded("\(track)", to: 5) + padded("\(ticks)", to: 13) + padded("\(Nanoseconds(rawValue: time))", to: 14)
      + "  " + event
  }
}

extension MIDIFile {
  /// The events in order of tracks, including End of Track, which are created on demand.
  package var eventDocuments: AnySequence<EventDocument> {
    AnySequence(
      zip(tracks, tempoMaps()).enumerated().lazy.flatMap { index, element in
        let (track, tempoMap) = element
        let end = EventDocument(index + 1, track.end, tempoMap, "end of track", nil)
        var notes = ControllerNotes()
        let lines = track.events.lazy.map { event in
          var text = event.event.text
          if case .message(let message) = event.event { text += notes.note(on: message, from: index) }
          return EventDocument(index + 1, event.time, tempoMap, text, event.event)
        }
        return [AnySequence(lines), AnySequence([end])].lazy.joined()
      })
  }
}

extension MIDIFile.Event {
  /// The event as text.
  var text: String {
    switch self {
    case .message(let message): message.description
    case .systemExclusive(let bytes): "\(Message.Kind.systemExclusive.name) F0 \(bytes.shortText)"
    case .escape(let bytes): "escape or continued System Exclusive \(bytes.shortText)"
    case .meta(let meta): meta.text
    }
  }
}

extension MetaEvent {
  /// The event as text.
  var text: String {
    switch self {
    case .sequenceNumber(let number):
      number.map { "sequence number \($0)" } ?? "sequence number (implicit)"
    case .text(let kind, let bytes): "\(kind.text) \"\(MetaEvent.string(of: bytes).printable)\""
    case .channelPrefix(let channel): "channel prefix \(channel)"
    case .port(let port): "port \(port)"
    case .tempo(let microseconds):
      microseconds == 0
        ? "tempo 0" : "tempo \(beatsPerMinute(microseconds)), \(microseconds) µs per quarter note"
    case .smpteOffset(let offset): "SMPTE offset \(offset)"
    case .timeSignature(let signature): "time signature \(signature)"
    case .keySignature(let signature): "key signature \(signature)"
    case .sequencerSpecific(let bytes): "sequencer-specific \(bytes.shortText)"
    case .other(let type, let bytes): "meta event \(hexadecimal(type)): \(bytes.shortText)"
    }
  }
}

extension MetaEvent.TextKind {
  fileprivate var text: String {
    switch self {
    case .text: "text"
    case .copyright: "copyright"
    case .trackName: "track name"
    case .instrumentName: "instrument name"
    case .lyric: "lyric"
    case .marker: "marker"
    case .cuePoint: "cue point"
    case .programName: "program name"
    case .deviceName: "device name"
    }
  }
}
