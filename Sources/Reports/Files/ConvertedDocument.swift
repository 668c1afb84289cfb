internal import MIDICore
package import MIDIFiles

/// A converted file as JSON.
package struct ConvertedDocument: Encodable {
  var file: String
  var format: UInt16
  var tracks: Int
  /// The number of events without End of Track.
  var events: Int
  var bytes: Int

  package init(file: String, _ converted: MIDIFile, byteCount: Int) {
    self.file = file
    format = converted.format.rawValue
    tracks = converted.tracks.count
    events = converted.eventCount
    bytes = byteCount
  }

  /// The summary: `one.mid: format 0, 1 track, 1,234 events, 5,678 bytes`.
  package var text: String {
    let parts = [(tracks, "track"), (events, "event"), (bytes, "byte")]
    return "\(file.printable): format \(format), \(parts.map(pluralized).joined(separator: ", "))"
  }
}
