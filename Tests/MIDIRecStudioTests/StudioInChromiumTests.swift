import TestSupport
import Testing

/// The studio on a simulated machine in real time, with a LinnStrument and Chromium: what the page does to ports and files,
/// and what attackers can't do. Each check is a function of the same name in `Tests/StudioChecks`.
@Suite(
  .enabled(
    if: TestEnvironment.browserPython != nil, "MIDIREC_BROWSER_PYTHON names no Python: see Scripts/test"),
  EarlyChecks(studioChecks))
struct StudioInChromiumTests {
  @Test(arguments: names) func check(name: String) async throws {
    let failure = try #require(try await studioChecks.results()[name], "no such check")
    #expect(failure.isEmpty, "\(failure)")
  }

  @Test func allChecksAreListed() async throws {
    #expect(try await studioChecks.results().keys.sorted() == Self.names.sorted())
  }

  private static let names: [String] = []
}

private let studioChecks = PythonChecks {
  let folder = try TemporaryFolder()
  let full = TestEnvironment.isFull ? ["--full"] : []
  return try await Program.run(
    TestEnvironment.midirec,
    ["simulate", "--real-time", "--linnstrument", "--writable", folder.path, "--"]
      + [
        TestEnvironment.browserPython ?? "python3", "-B",
        "\(TestEnvironment.projectFolder)/Tests/StudioChecks",
      ]
      + full
      + [TestEnvironment.midirec, TestEnvironment.builtBesideTests("midirec-studio"), folder.path])
}
