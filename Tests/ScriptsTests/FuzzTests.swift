import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestEnvironment.isFull, "builds with the sanitizers: Scripts/test --full"))
struct FuzzTests {
  private let script = TestEnvironment.projectFolder + "/Scripts/fuzz"

  @Test func inputsFromAFixedSeedFindNothing() async throws {
    let result = try await Program.run(script, ["--runs", "50000", "--seed", "1", "--jobs", "1"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("50000 inputs from seed 1 in "), "\(result.output)")
  }

  @Test(arguments: [["--runs"], ["--runs", "0"], ["--jobs", "many"], ["--walk", "1"]])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(script, arguments)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("fuzz: "))
    #expect(result.output.isEmpty)
  }
}
