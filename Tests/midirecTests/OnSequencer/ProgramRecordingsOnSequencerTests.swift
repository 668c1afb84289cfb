import TestSupport
import Testing

/// The repository has its own sessions run that play to real programs.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct ProgramRecordingsOnSequencerTests {
  @Test func allOfTheRepositoryPass() async throws {
    // One at a time: in the test kernel graphical programs and synthesizers take both processors.
    let result = try await Program.midirec(
      "test", "Recordings", "--tag", "programs", "--jobs", "1", "--no-pending",
      in: TestEnvironment.projectFolder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.isEmpty)
  }
}
