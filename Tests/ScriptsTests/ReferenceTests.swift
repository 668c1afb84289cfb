import TestSupport
import Testing

/// The guides of all options and all JSON documents, which `Scripts/reference` writes.
@Suite struct ReferenceTests {
  @Test func guidesAreCurrentAndOptionsHaveOneMeaning() async throws {
    let result = try await Program.run(
      "python3", ["-B", "Scripts/reference", TestEnvironment.midirec, "--check"],
      in: TestEnvironment.projectFolder)
    #expect(result.status == 0)
    #expect(result.errors == "")
  }
}
