import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecStudio

/// Sessions of a program whose command line a page has. The program runs on a simulated machine.
struct ProgramOfPageTests {
  private let files: StudioFolder
  private var folder: TemporaryFolder { files.folder }
  private var studio: Studio { files.studio }

  init() throws {
    files = try StudioFolder()
    try files.writeTake("c.mid")
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
