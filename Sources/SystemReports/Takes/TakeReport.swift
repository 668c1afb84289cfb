package import MIDICore
package import MIDIFiles
package import SMFCrossCheck
package import SystemPackage
package import Takes

/// The summary of a take.
package struct TakeReport {
  var path: FilePath
  var events: Int
  var notes: Int
  var duration: Nanoseconds

  /// Creates the report of a new take.
  package init(_ summary: TakeSummary, path: FilePath) {
    self.path = path
    events = summary.messageCount
    notes = summary.noteCount
    duration = summary.duration
  }

  /// Creates the report of a take from a file.
  package init(_ recording: Recording, path: FilePath) {
    self.path = path
    events = recording.tracks.reduce(0) { $0 + $1.messages.count }
    notes = recording.tracks.reduce(0) { $0 + $1.messages.count { $0.message.isNoteOn } }
    duration = recording.duration
  }

  /// The summary in one line: `take.mid: 400 notes, 1,200 messages, 61.25 s`.
  package var line: String {
    let counts = "\(pluralized(notes, "note")), \(pluralized(events, "message"))"
    return "\(path.string.printable): \(counts), \(duration.shortText)"
  }
}

/// A recorded take as JSON. The duration is in nanoseconds.
package struct TakeDocument: Encodable {
  var file: String
  var events: Int
  var notes: Int
  var duration: Int64
  var leftOut: Int
  var filtered: Int
  var overruns: Int
  var lost: Int?
  var dropped: Int
  var absences: Int
  var inputLeft: Bool
  var libsmf: String
  var libsmfReason: String?

  package init(_ take: TakeRecorder.FinishedTake, _ verdict: CrossCheck.Verdict) {
    (libsmf, libsmfReason) = verdict.fields
    let summary = take.summary
    file = take.path.string
    events = summary.messageCount
    notes = summary.noteCount
    duration = summary.duration.rawValue
    leftOut = summary.leftOutCount
    filtered = summary.filteredCount
    overruns = summary.overrunCount
    lost = summary.lostCount
    dropped = summary.unreadableCount
    absences = summary.absenceCounts.values.reduce(0, +)
    inputLeft = !summary.absenceCounts.isEmpty
  }
}

/// A recovered take as JSON. The duration is in nanoseconds.
package struct RecoveredDocument: Encodable {
  var file: String
  var events: Int
  var notes: Int
  var duration: Int64
  var damage: String?
  var origin: String
  var kept: [String]

  package init(_ report: TakeReport, _ recovered: OrphanedJournal.Recovered) {
    file = report.path.string
    events = report.events
    notes = report.notes
    duration = report.duration.rawValue
    damage = recovered.damage.map { "\($0)" }
    origin = recovered.origin.string
    kept = recovered.kept.map(\.string)
  }
}
