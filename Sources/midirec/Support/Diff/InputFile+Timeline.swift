internal import Timelines

extension InputFile {
  /// Reads a recording, or the text of a timeline such as `notes.expected.txt`; the text is known by its first line.
  func timeline() throws -> Timeline { try timeline(from: try bytes()) }

  /// Makes of its bytes what can be made of them.
  func timeline(from bytes: [UInt8]) throws -> Timeline {
    guard Timeline.isText(bytes) else { return Timeline(try recording(of: file(from: bytes))) }
    do {
      return try Timeline(text: bytes)
    } catch {
      throw CommandFailure(CommandFailure.badData, "\(name): \(error)")
    }
  }
}
