internal import MIDICore
internal import SystemPackage
internal import Takes

/// What a take holds, as one line for people.
struct TakeReport {
  var path: FilePath
  var events: Int
  var notes: Int
  var duration: Nanoseconds

  /// Of a take that was recorded just now.
  init(_ summary: TakeSummary, path: FilePath) {
    self.path = path
    events = summary.messageCount
    notes = summary.noteCount
    duration = summary.duration
  }

  /// Of one that was read.
  init(_ recording: Recording, path: FilePath) {
    self.path = path
    events = recording.tracks.reduce(0) { $0 + $1.messages.count }
    notes = recording.tracks.reduce(0) { $0 + $1.messages.count { $0.message.isNoteOn } }
    duration = recording.duration
  }

  /// `take.mid: 1200 events, 400 notes, 61.250000 s`.
  var line: String { "\(path.string.printable): \(events) events, \(notes) notes, \(duration) s" }
}
