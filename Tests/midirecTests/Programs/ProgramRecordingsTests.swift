import TestSupport
import Testing

/// The repository's sessions with real programs.
@Suite struct ProgramRecordingsTests {
  @Test func allPassOnSimulatedMachines() async throws {
    let result = try await Program.midirec(
      "test", "Recordings", "--tag", "programs", "--read-only", in: TestEnvironment.projectFolder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.isEmpty)
  }
}
