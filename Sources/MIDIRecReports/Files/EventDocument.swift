internal import MIDICore
package import MIDIFiles

/// An event of a file as JSON and as a line of a table: its time, its bytes as in a file, and its text.
package struct EventDocument: Encodable, Sendable {
  /// The number of the track, from 1.
  package let track: Int
  /// The time in ticks.
  let ticks: UInt64
  /// The time in nanoseconds.
  let time: Int64
  /// The event as text.
  let event: String
  /// The bytes in hexadecimal, without the delta time and running status.
  private let bytes: HexadecimalBytes

  fileprivate init(
    _ track: Int, _ time: Ticks, _ tempoMap: TempoMap, _ event: String, _ bytes: HexadecimalBytes
  ) {
    (self.track, ticks, self.event, self.bytes) = (track, time.rawValue, event, bytes)
    self.time = tempoMap.time(at: time).rawValue
  }

  /// The heading of the table of ``line``.
  package static let heading = "TRACK        TICKS       SECONDS  EVENT"

  /// The line of a table, whose columns have fixed widths, so that a long list can be streamed.
  package var line: String {
    padded("\(track)", to: 5) + padded("\(ticks)", to: 13) + padded("\(Nanoseconds(rawValue: time))", to: 14)
      + "  " + event
  }
}

/// The bytes of an event in hexadecimal, which a table doesn't need.
private struct HexadecimalBytes: Encodable {
  /// The event, or `nil` for End of Track.
  let event: MIDIFile.Event?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hexadecimal(event?.bytes ?? [0xFF, 0x2F, 0]))
  }
}

extension MIDIFile {
  /// The events in order of tracks, including End of Track, which are created on demand.
  package var eventDocuments: AnySequence<EventDocument> {
    AnySequence(
      zip(tracks, tempoMaps()).enumerated().lazy.flatMap { index, element in
        let (track, tempoMap) = element
        let end = EventDocument(index + 1, track.end, tempoMap, "end of track", HexadecimalBytes(event: nil))
        var notes = ControllerNotes()
        let lines = track.events.lazy.map { event in
          var text = event.event.text
          if case .message(let message) = event.event { text += notes.note(on: message, from: index) }
          return EventDocument(index + 1, event.time, tempoMap, text, HexadecimalBytes(event: event.event))
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
