import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestEnvironment.isFull, "builds with the sanitizers: Scripts/test --full"))
struct FuzzTests {
  private let script = TestEnvironment.projectFolder + "/Scripts/fuzz"

  @Test(
    .serialized,
    arguments: [
      ("files", 50_000), ("words", 20_000), ("timelines", 20_000), ("sessions", 10_000),
      ("reports", 5_000), ("preferences", 10_000), ("databases", 2_000), ("fonts", 20_000),
      ("sounds", 5_000),
    ])
  func inputsOfFixedSeedFindNoFault(reader: String, count: Int) async throws {
    let result = try await Program.run(
      script, [reader, "--runs", "\(count)", "--seed", "1", "--jobs", "1"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("\(count) inputs from seed 1 in "), "\(result.output)")
  }

  @Test(arguments: [["--runs"], ["--runs", "0"], ["--jobs", "many"], ["--walk", "1"]])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(script, arguments)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("fuzz: "))
    #expect(result.output.isEmpty)
  }
}
