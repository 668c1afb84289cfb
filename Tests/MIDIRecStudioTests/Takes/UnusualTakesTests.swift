import Glibc
import MIDICore
import TestSupport
import Testing

@testable import MIDIRecStudio

struct UnusualTakesTests {
  private let files: StudioFolder
  private var folder: TemporaryFolder { files.folder }
  private var studio: Studio { files.studio }

  init() throws { files = try StudioFolder() }

  @Test func pipeIsNoTake() throws {
    try files.writeTake("a.mid")
    #expect(mkfifo(folder.path("x.mid"), 0o600) == 0)
    #expect(studio.takes().takes?.map(\.file) == ["a.mid"])
    expectRefusal("x.mid isn't a file") { _ = try studio.recording(of: "x.mid") }
  }

  @Test func passOfALoopHasAMinimumLength() throws {
    try files.writeTake("a.mid", lasting: .milliseconds(60))
    func loop(speed: Double) throws {
      _ = try studio.replay("a.mid", from: .zero, speed: speed, isLoop: true, isHeard: true)
    }
    expectRefusal("a.mid is too short to loop; a pass lasts at least 50 ms") { try loop(speed: 2) }
    try loop(speed: 1)
    _ = studio.halt()
  }

  @Test func soundOfAPageHasAMaximumNumberOfNotes() throws {
    try files.writeTake("most.mid", noteCount: 100_000, lasting: .seconds(1))
    try files.writeTake("more.mid", noteCount: 100_001, lasting: .seconds(1))
    #expect(try studio.notes(of: "most.mid").noteList?.count == 100_000)
    expectRefusal("more.mid has too many notes for the page's sound") { _ = try studio.notes(of: "more.mid") }
  }

  private func expectRefusal(_ text: String, _ action: () throws -> Void) {
    let error = #expect(throws: StudioError.self) { try action() }
    #expect(error?.description == text)
  }
}
