import Foundation
import TestSupport
import Testing

/// That the benchmarks can be run; what they measure wants a machine that does nothing else.
@Suite(
  .serialized,
  .enabled(if: TestEnvironment.testsScripts, "starts the test kernel: see Scripts/test"))
struct BenchTests {
  private let script = TestEnvironment.projectFolder + "/Scripts/bench"

  @Test(arguments: [[], ["speed"]])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(script, arguments)
    #expect(result.status == 64)
    #expect(
      result.errors
        == "bench: say what to measure: kernel, files, diff, page, sessions, instruments, fonts, render, sound, programs or sequencer\n"
    )
    #expect(result.output.isEmpty)
  }

  /// The one part whose bar doesn't depend on how busy the machine is.
  @Test func ofTwoInstrumentsOfOneMakeTheChosenOneIsCaptured() async throws {
    let result = try await Program.run(script, ["sequencer", "twins"])
    #expect(result.status == 0, "\(result.errors)")
    let verdicts = result.output.split(separator: "\n").filter { $0.hasSuffix("ok") }
    #expect(!verdicts.isEmpty, "\(result.output)")
  }
}
