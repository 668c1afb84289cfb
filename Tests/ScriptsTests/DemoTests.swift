import TestSupport
import Testing

/// `Scripts/demo` in simulated time, where every time is exact.
struct DemoTests {
  @Test func takeAndReplayEqualThePerformance() async throws {
    let result = try await Program.run(TestEnvironment.projectFolder + "/Scripts/demo", ["--simulated"])
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.output.contains("Verdict: the take and the replay equal the piece."))
    #expect(result.output.split(separator: "\n").filter { $0.hasPrefix("same: ") }.count == 3)
  }
}
