import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecStudio

/// Sessions of a program whose command line a page has. The program runs on a simulated machine.
struct ProgramOfPageTests {
  private let folder: TemporaryFolder
  private let studio: Studio

  init() throws {
    folder = try TemporaryFolder()
    studio = try Studio(in: FilePath(folder.path), stop: try #require(StopToken()))
    let channel = Channel.number(1)
    let messages = [
      TimedMessage(time: .zero, message: .noteOn(channel: channel, note: 60, velocity: 80)),
      TimedMessage(time: .milliseconds(50), message: .noteOff(channel: channel, note: 60, velocity: 64)),
    ]
    try MIDIFile(Recording(tracks: [Recording.Track(messages: messages)])).write(to: folder.path("c.mid"))
  }

  @Test(arguments: ["%@ map 12", "exec '%@' 'map' \"12\""])
  func resultIsAcceptedAndThenExpected(command: String) async throws {
    let program = command.replacing("%@", with: TestEnvironment.builtBesideTests("ProgramUnderTest"))
    try await onMachineSlot {
      _ = try studio.makeSession("octave", of: "c.mid", subject: nil, program: program, from: nil, to: nil)
      let review = try studio.review("octave")
      #expect(review.text?.contains("note C5 72 sounding velocity 80") == true, "\(review)")
      _ = try studio.accept("octave", digest: try #require(review.digest))
      #expect(try studio.runSession("octave").verdict == "passed")
    }
  }

  @Test func programThatIsMissingLeavesNoSession() throws {
    let error = #expect(throws: (any Error).self) {
      try studio.makeSession(
        "octave", of: "c.mid", subject: nil, program: "absent-program", from: nil, to: nil)
    }
    #expect(try Studio.text(of: #require(error)).contains("absent-program"))
    #expect(!FileSystem.exists(FilePath(folder.path("Recordings/octave"))))
  }
}
