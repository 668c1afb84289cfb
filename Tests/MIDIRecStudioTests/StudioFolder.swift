import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecStudio

/// A temporary folder with the studio of a test.
struct StudioFolder {
  let folder: TemporaryFolder
  let studio: Studio

  init() throws {
    folder = try TemporaryFolder()
    studio = try Studio(in: FilePath(folder.path), stop: try #require(StopToken()))
  }

  /// Writes a take of equally long notes C4, one after the other.
  func writeTake(_ name: String, noteCount: Int = 1, lasting duration: Nanoseconds = .milliseconds(50)) throws
  {
    let channel = Channel.number(1)
    func time(_ index: Int) -> Nanoseconds {
      Nanoseconds(rawValue: duration.rawValue * Int64(index) / Int64(noteCount))
    }
    let messages = (0..<noteCount).flatMap { index in
      [
        TimedMessage(time: time(index), message: .noteOn(channel: channel, note: 60, velocity: 80)),
        TimedMessage(time: time(index + 1), message: .noteOff(channel: channel, note: 60, velocity: 64)),
      ]
    }
    try MIDIFile(Recording(tracks: [Recording.Track(messages: messages, end: duration)])).write(
      to: folder.path(name))
  }
}
