import MIDICore
import TestSupport
import Timelines

/// A recording for mutations, and its changeable parts.
struct OriginalTake {
  /// A note as messages: the first note-off ends the first note-on.
  struct PlayedNote {
    /// The index of its track, which equals that of its source.
    var track: Int
    var on: Int
    var off: Int?
    var channel: Channel
    var number: NoteNumber
    var velocity: UInt7
    var onset: Nanoseconds
    var offset: Nanoseconds?

    /// The end, which is far in the future for a hanging note.
    var end: Nanoseconds { offset ?? .seconds(1_000_000) }
  }

  let name: String
  /// The tracks with messages.
  let recording: Recording
  let performance: Performance
  let notes: [PlayedNote]

  init(_ path: String) throws {
    self.init(
      try Samples.recording(path), name: path.split(separator: "/").suffix(3).joined(separator: "/"))
  }

  init(_ all: Recording, name: String) {
    self.name = name
    recording = Recording(tracks: all.tracks.filter { !$0.messages.isEmpty })
    performance = Performance(recording)
    notes = Self.notes(recording)
  }

  private struct Key: Hashable {
    var track: Int
    var channel: Channel
    var number: NoteNumber
  }

  private static func notes(_ recording: Recording) -> [PlayedNote] {
    var notes: [PlayedNote] = []
    var open: [Key: [Int]] = [:]
    for (track, content) in recording.tracks.enumerated() {
      for (index, timed) in content.messages.enumerated() {
        switch timed.message {
        case .noteOn(let channel, let number, let velocity) where velocity != 0:
          open[Key(track: track, channel: channel, number: number), default: []].append(notes.count)
          notes.append(
            PlayedNote(
              track: track, on: index, off: nil, channel: channel, number: number, velocity: velocity,
              onset: timed.time, offset: nil))
        case .noteOff(let channel, let number, _), .noteOn(let channel, let number, _):
          let key = Key(track: track, channel: channel, number: number)
          guard let first = open[key]?.first else { continue }
          open[key]?.removeFirst()
          notes[first].off = index
          notes[first].offset = timed.time
        default: break
        }
      }
    }
    return notes
  }

  /// Returns the index of a note in the performance.
  func index(_ note: PlayedNote) -> Int? {
    performance.notes.firstIndex {
      ($0.onset - note.onset).magnitude < .microseconds(1) && $0.channel == note.channel
        && $0.number == note.number && $0.source == note.track && $0.velocity == note.velocity
    }
  }

  /// Returns whether a key is silent for a time with some margin, except for one note.
  func isFree(
    _ track: Int, _ channel: Channel, _ number: NoteNumber, _ begin: Nanoseconds, _ end: Nanoseconds,
    but index: Int? = nil
  ) -> Bool {
    let room = Nanoseconds.milliseconds(20)
    return !notes.enumerated().contains { other, note in
      other != index && note.track == track && note.channel == channel && note.number == number
        && note.onset - room <= end && note.end + room >= begin
    }
  }

  /// Returns whether a time range has messages that end notes, or a reset.
  func hasModes(_ track: Int, from begin: Nanoseconds, to end: Nanoseconds) -> Bool {
    recording.tracks[track].messages.contains { timed in
      guard begin <= timed.time, timed.time <= end else { return false }
      switch timed.message {
      case .controlChange(_, let controller, _): return controller >= 120
      case .systemReset: return true
      default: return false
      }
    }
  }
}
