package import MIDICore
internal import MIDIFiles
package import MIDIRecTakes
package import SMFCrossCheck
package import SystemPackage

/// The report on a take, as text and JSON. The duration is in nanoseconds.
package struct TakeReport: Encodable {
  var file: String
  var events: Int
  var notes: Int
  var duration: Int64

  // A recorded take.
  var leftOut: Int?
  var filtered: Int?
  var overruns: Int?
  var lost: Int?
  var dropped: Int?
  var absences: Int?
  var inputLeft: Bool?
  var libsmf: String?
  var libsmfReason: String?

  // A recovered take.
  var damage: String?
  var origin: String?
  var kept: [String]?

  /// Creates the report of a take from a file.
  package init(_ recording: Recording, path: FilePath) {
    file = path.string
    events = recording.tracks.reduce(0) { $0 + $1.messages.count }
    notes = recording.tracks.reduce(0) { $0 + $1.messages.count { $0.message.isNoteOn } }
    duration = recording.duration.rawValue
  }

  /// Creates the report of a recorded take, and of the verdict of libsmf on its file.
  package init(_ summary: TakeSummary, path: FilePath, _ verdict: CrossCheck.Verdict) {
    file = path.string
    events = summary.messageCount
    notes = summary.noteCount
    duration = summary.duration.rawValue
    leftOut = summary.leftOutCount
    filtered = summary.filteredCount
    overruns = summary.losses.overrunCount
    lost = summary.losses.lostCount
    dropped = summary.losses.unreadableCount
    absences = summary.losses.absenceCounts.values.reduce(0, +)
    inputLeft = !summary.losses.absenceCounts.isEmpty
    (libsmf, libsmfReason) = verdict.fields
  }

  /// Creates the report of a recovered take.
  package init(_ recovered: OrphanedJournal.Recovered) throws {
    self.init(try recovered.file.recording(), path: recovered.path)
    damage = recovered.damage.map { "\($0)" }
    origin = recovered.origin.string
    kept = recovered.kept.map(\.string)
  }

  /// The summary in one line: `take.mid: 400 notes, 1,200 messages, 61.25 s`.
  package var line: String {
    let counts = "\(pluralized(notes, "note")), \(pluralized(events, "message"))"
    return "\(file.printable): \(counts), \(Nanoseconds(rawValue: duration).shortText)"
  }
}
