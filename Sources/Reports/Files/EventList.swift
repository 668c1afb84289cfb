package import MIDICore
package import MIDIFiles

/// The events of a file in order of tracks, including End of Track.
package struct EventList: Sequence {
  /// An event of the list.
  package struct Line: Hashable, Sendable {
    /// The index of the track, from 0.
    package var track: Int
    /// The time in ticks.
    package var ticks: Ticks
    /// The time in nanoseconds.
    package var time: Nanoseconds
    /// The event as text.
    package var text: String
    /// The bytes as in a file, without the delta time and running status.
    package var bytes: [UInt8]
  }

  private let file: MIDIFile

  /// Creates a list of the events of a file.
  package init(_ file: MIDIFile) { self.file = file }

  /// Returns an iterator that creates the lines on demand.
  package func makeIterator() -> AnyIterator<Line> {
    AnyIterator(
      zip(file.tracks, file.tempoMaps()).enumerated().lazy.flatMap { index, element in
        let (track, tempoMap) = element
        let end = Line(
          track: index, ticks: track.end, time: tempoMap.time(at: track.end), text: "end of track",
          bytes: [0xFF, 0x2F, 0])
        var notes = ControllerNotes()
        let lines = track.events.lazy.map { event in
          var text = event.event.text
          if case .message(let message) = event.event { text += notes.note(on: message, from: index) }
          return Line(
            track: index, ticks: event.time, time: tempoMap.time(at: event.time), text: text,
            bytes: event.event.bytes)
        }
        return [AnySequence(lines), AnySequence([end])].lazy.joined()
      }.makeIterator())
  }

  /// The heading of the table of ``text(_:)``.
  package static let heading = "TRACK        TICKS       SECONDS  EVENT"

  /// Returns a line of the table, whose columns have fixed widths, so that a long list can be streamed.
  package static func text(_ line: Line) -> String {
    padded("\(line.track + 1)", to: 5) + padded("\(line.ticks.rawValue)", to: 13)
      + padded("\(line.time)", to: 14) + "  " + line.text
  }
}

extension MIDIFile.Event {
  /// The event as text.
  var text: String {
    switch self {
    case .message(let message): message.description
    case .systemExclusive(let bytes): Message.MessageLabel.systemExclusive(bytes).text
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
