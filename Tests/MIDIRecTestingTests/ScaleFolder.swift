import MIDICore
import MIDIRecSessions
import TestSupport
import Timelines

/// A temporary folder with the session `scale`, whose recording has the notes C4 and C#4 at 0 and 0.5 seconds.
struct ScaleFolder {
  let folder: TemporaryFolder
  /// The session's folder.
  var path: String { folder.path("scale") }

  /// Creates the session.
  ///
  /// - Parameter text: The session's file, or `nil` to create none.
  init(_ text: String? = nil) throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("scale")
    try folder.write(try Samples.file(notesAt: [0, 500]), to: "scale/take.mid")
    if let text { try folder.write(Array(text.utf8), to: "scale/session.yaml") }
  }

  /// The recording.
  var recording: Recording { get throws { try Samples.recording(folder.path("scale/take.mid")) } }

  /// Writes an expectation: the notes of the recording, with a change to their text.
  func expect(_ name: String, change: (String) -> String = { $0 }) throws {
    try folder.write(
      Array(change(Timeline(try recording).text).utf8), to: "scale/\(name).expected.txt")
  }

  /// The text of a file, or `nil` if it doesn't exist.
  func text(_ name: String) -> String? {
    (try? folder.bytes("scale/\(name)")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of the session's expectations and pending files.
  var texts: [String] { get throws { try folder.names(in: "scale").filter { $0.hasSuffix(".txt") } } }
}
