package import MIDICore
package import MIDIFiles

/// What is in a Standard MIDI File, at a glance.
package struct FileSummary: Hashable, Sendable {
  /// What is in a track.
  package struct Track: Hashable, Sendable {
    /// Its name, where it has one.
    package var name: String?
    /// The channels that its messages are on.
    package var channels: Set<Channel> = []
    /// How many notes begin.
    package var noteCount = 0
    /// The lowest note and the highest.
    package var noteRange: ClosedRange<NoteNumber>?
    /// How many events there are, of every kind.
    package var eventCount = 0
    /// When its End of Track stands.
    package var duration = Nanoseconds.zero
  }

  /// How the tracks belong together.
  package let format: MIDIFile.Format
  /// What a tick is.
  package let division: Division
  /// The tracks, in the order of the file.
  package let tracks: [Track]
  /// The tempos in microseconds a quarter note, in the order of the file.
  package private(set) var tempos: [UInt32] = []
  /// The time signatures, in the order of the file.
  package private(set) var timeSignatures: [TimeSignature] = []
  /// The key signatures, in the order of the file.
  package private(set) var keySignatures: [KeySignature] = []
  /// The chunks that are no tracks.
  package let otherChunks: [MIDIFile.OtherChunk]
  /// What was wrong with the file.
  package let diagnostics: MIDIFile.Diagnostics

  /// Looks at all events of a file once.
  ///
  /// - Complexity: O(*n*) in the number of events and the bytes of meta events.
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

  /// How long the longest track is.
  package var duration: Nanoseconds { tracks.map(\.duration).max() ?? .zero }
}

/// What holds for all tracks.
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
    for event in track.events {
      switch event.event {
      case .message(let message): note(message)
      case .meta(let meta): signs.note(meta)
      case .systemExclusive, .escape: break
      }
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
