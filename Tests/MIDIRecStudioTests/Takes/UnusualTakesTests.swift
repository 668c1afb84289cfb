import Glibc
import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecStudio

struct UnusualTakesTests {
  private let folder: TemporaryFolder
  private let studio: Studio

  init() throws {
    folder = try TemporaryFolder()
    studio = try Studio(in: FilePath(folder.path), stop: try #require(StopToken()))
  }

  /// Writes a take of notes, one every microsecond.
  private func write(_ count: Int, lasting duration: Nanoseconds, to name: String) throws {
    let channel = Channel.number(1)
    let messages = (0..<count).flatMap { index in
      [
        Message.noteOn(channel: channel, note: 60, velocity: 80),
        .noteOff(channel: channel, note: 60, velocity: 64),
      ]
      .map { TimedMessage(time: .microseconds(Int64(index)), message: $0) }
    }
    try MIDIFile(Recording(tracks: [Recording.Track(messages: messages, end: duration)])).write(
      to: folder.path(name))
  }

  @Test func pipeIsNoTake() throws {
    try write(1, lasting: .milliseconds(50), to: "a.mid")
    #expect(mkfifo(folder.path("x.mid"), 0o600) == 0)
    #expect(studio.takes().takes?.map(\.file) == ["a.mid"])
    expectRefusal("x.mid isn't a file") { _ = try studio.recording(of: "x.mid") }
  }

  @Test func passOfALoopHasAMinimumLength() throws {
    try write(1, lasting: .milliseconds(60), to: "a.mid")
    func loop(speed: Double) throws {
      _ = try studio.replay("a.mid", from: .zero, speed: speed, isLoop: true, isHeard: true)
    }
    expectRefusal("a.mid is too short to loop; a pass lasts at least 50 ms") { try loop(speed: 2) }
    try loop(speed: 1)
    _ = studio.halt()
  }

  @Test func soundOfAPageHasAMaximumNumberOfNotes() throws {
    try write(100_000, lasting: .seconds(1), to: "most.mid")
    try write(100_001, lasting: .seconds(1), to: "more.mid")
    #expect(try studio.notes(of: "most.mid").noteList?.count == 100_000)
    expectRefusal("more.mid has too many notes for the page's sound") { _ = try studio.notes(of: "more.mid") }
  }

  private func expectRefusal(_ text: String, _ action: () throws -> Void) {
    let error = #expect(throws: StudioError.self) { try action() }
    #expect(error?.description == text)
  }
}
