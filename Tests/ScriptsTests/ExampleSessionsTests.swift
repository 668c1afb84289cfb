import Foundation
import TestSupport
import Testing

/// The sessions of Sources/Examples, with the programs of this build.
@Suite struct ExampleSessionsTests {
  @Test func programsAreAsExpectedInEachRun() async throws {
    let programs = URL(filePath: TestEnvironment.midirec).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try await Program.run(
      "env",
      [
        "PATH=\(programs):\(path)", TestEnvironment.midirec, "test", "--read-only",
        "Sources/Examples/Sessions",
        "--repeat", TestEnvironment.isFull ? "20" : "2",
      ], in: TestEnvironment.projectFolder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("8 passed"))
  }
}
