import TestSupport
import Testing

/// The repository's own sessions.
@Suite struct GoldenSessionsTests {
  @Test func allSessionsPassWithoutSequencer() async throws {
    let result = try await Program.midirec(
      "test", "Recordings", "--drop-tag", "programs", "--read-only", in: TestEnvironment.projectFolder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.errors.isEmpty)
  }
}
