import Foundation
import MIDICore
import MIDIFiles
import MIDIRecReports
import TestSupport
import Timelines

extension Relation {
  /// The part of `show --events --json` that counts.
  private struct Document: Decodable {
    struct Track: Decodable {
      var notes: Int
      var events: Int
    }

    struct Event: Decodable { var track: Int }

    var tracks: [Track]
    var events: [Event]
  }

  /// The tables, the JSON, and the timeline of `show` have the same numbers of events and of notes.
  static func viewsCountTheSame(_ take: WildTake) throws -> String? {
    let decoded = try MIDIFile.decode(take.bytes)
    let file = decoded.file
    let summary = FileSummary(decoded, name: "take.mid", listsEvents: true)
    let text = try JSONText.of(summary)
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    // The list of events also has the end of each track.
    let listed = file.eventDocuments.reduce(0) { count, _ in count + 1 } - file.tracks.count
    let events = [
      file.eventCount, listed, summary.tracks.reduce(0) { $0 + $1.events },
      document.tracks.reduce(0) { $0 + $1.events }, document.events.count - file.tracks.count,
    ]
    if Set(events).count > 1 { return "events of the file, the list, the table, and JSON: \(events)" }
    guard let recording = try? file.recording() else { return nil }
    let timeline = Timeline(recording)
    let notes = [
      recording.messagesInOrder.count { $0.message.isNoteOn }, Performance(timeline).notes.count,
      summary.tracks.reduce(0) { $0 + $1.notes }, document.tracks.reduce(0) { $0 + $1.notes },
    ]
    if Set(notes).count > 1 { return "notes of the take, the timeline, the table, and JSON: \(notes)" }
    let read = try Timeline(text: Array(timeline.text.utf8))
    return read == timeline ? nil : "the timeline changes as text"
  }
}
