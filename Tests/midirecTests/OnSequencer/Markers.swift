import MIDIFiles
import MIDIRecSystem
import SystemPackage

/// The markers of takes.
enum Markers {
  /// Returns the texts of all markers in a file, ordered by track.
  static func all(in path: String) throws -> [String] {
    try MIDIFile(decoding: try FileSystem.bytes(of: FilePath(path))).tracks.flatMap { track in
      track.events.compactMap { event in
        guard case .meta(.text(kind: .marker, let bytes)) = event.event else { return nil }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}
