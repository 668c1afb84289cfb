import Foundation
import TestSupport
import Testing

/// The arguments of the benchmarks, which themselves need an idle machine.
struct BenchTests {
  private let script = TestEnvironment.projectFolder + "/Scripts/bench"

  @Test(arguments: [[], ["speed"]])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(script, arguments)
    #expect(result.status == 64)
    #expect(
      result.errors
        == "bench: missing or unknown benchmark; choose files, diff, follow, output, page, sessions, watch, instruments, fonts, render, sound, programs, or sequencer\n"
    )
    #expect(result.output.isEmpty)
  }
}
