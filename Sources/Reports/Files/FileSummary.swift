package import MIDICore
package import MIDIFiles

/// A summary of a Standard MIDI File.
package struct FileSummary: Hashable, Sendable {
  /// A summary of a track.
  package struct Track: Hashable, Sendable {
    /// The name, or `nil` if the track has none.
    package var name: String?
    /// The channels of its messages.
    package var channels: Set<Channel> = []
    /// The number of note-ons.
    package var noteCount = 0
    /// The lowest and the highest note.
    package var noteRange: ClosedRange<NoteNumber>?
    /// The number of events of all kinds.
    package var eventCount = 0
    /// The time of its End of Track.
    package var duration = Nanoseconds.zero
  }

  /// The format of the file.
  package let format: MIDIFile.Format
  /// The unit of ticks.
  package let division: Division
  /// The tracks, in the order of the file.
  package let tracks: [Track]
  /// The tempos in microseconds per quarter note, in the order of the file.
  package private(set) var tempos: [UInt32] = []
  /// The time signatures, in the order of the file.
  package private(set) var timeSignatures: [TimeSignature] = []
  /// The key signatures, in the order of the file.
  package private(set) var keySignatures: [KeySignature] = []
  /// The chunks other than tracks.
  package let otherChunks: [MIDIFile.OtherChunk]
  /// The violations of the specification.
  package let diagnostics: MIDIFile.Diagnostics

  /// Summarizes a decoded file.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events and of bytes of meta events.
  package init(_ decoded: MIDIFile.Decoded) {
    let file = decoded.file
    format = file.format
    division = file.division
    otherChunks = file.otherChunks
    diagnostics = decoded.diagnostics
    var signs = Signs()
    tracks = zip(file.tracks, file.tempoMaps()).map { track, tempoMap in
      Track(track, duration: tempoMap.time(at: track.end), signs: &signs)
    }
    tempos = signs.tempos
    timeSignatures = signs.timeSignatures
    keySignatures = signs.keySignatures
  }

  /// The duration of the longest track.
  package var duration: Nanoseconds { tracks.map(\.duration).max() ?? .zero }
}

/// The signatures and tempos of all tracks.
private struct Signs {
  var tempos: [UInt32] = []
  var timeSignatures: [TimeSignature] = []
  var keySignatures: [KeySignature] = []

  mutating func note(_ meta: MetaEvent) {
    switch meta {
    case .tempo(let microseconds): tempos.append(microseconds)
    case .timeSignature(let signature): timeSignatures.append(signature)
    case .keySignature(let signature): keySignatures.append(signature)
    default: break
    }
  }
}

extension FileSummary.Track {
  fileprivate init(_ track: MIDIFile.Track, duration: Nanoseconds, signs: inout Signs) {
    self.duration = duration
    name = track.name
    eventCount = track.events.count
    var reader = MessageReader()
    for event in track.events {
      if case .meta(let meta) = event.event { signs.note(meta) }
      reader.read(event.event, at: event.time) { message, _ in note(message) }
    }
  }

  private mutating func note(_ message: Message) {
    if let channel = message.channel { channels.insert(channel) }
    guard message.isNoteOn, case .noteOn(_, let note, _) = message else { return }
    noteCount += 1
    let range = noteRange ?? note...note
    noteRange = min(range.lowerBound, note)...max(range.upperBound, note)
  }
}
