import Foundation
import TestSupport
import Testing

/// `Scripts/sessions`, and the GitHub Actions workflow that uses it.
///
/// These tests don't cover GitHub's own actions, caches, and machines. They run every shell step of the workflow in
/// clean clones and in the order of the jobs, with three sessions instead of all.
@Suite(.serialized)
struct SessionsScriptTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Keeps three sessions in a clone, one of them failing if requested, and adds a built program.
  @Sendable private static func keepThreeSessions(in clone: String, failing: Bool) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: "\(clone)/Recordings") where name != "keys" {
      try files.removeItem(atPath: "\(clone)/Recordings/\(name)")
    }
    if failing {
      let path = "\(clone)/Recordings/keys/scale/notes.expected.txt"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("velocity 58", with: "velocity 20").write(
        toFile: path, atomically: true, encoding: .utf8)
    }
    try files.createDirectory(atPath: "\(clone)/.build/release", withIntermediateDirectories: true)
    let program = "\(clone)/.build/release/midirec"
    try files.copyItem(atPath: TestEnvironment.midirec, toPath: program)
    try files.setAttributes([.modificationDate: Date()], ofItemAtPath: program)
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func workflowSplitsSessionsAndReportsDifferences() async throws {
    let workflow = try Workflow(".github/workflows/sessions.yml", in: folder) {
      try Self.keepThreeSessions(in: $0, failing: true)
    }
    let results = try await workflow.run()
    #expect(results.map(\.name) == ["build", "part", "part", "report"])
    // One of the two parts has the failing session.
    #expect(results.map { $0.statuses.last ?? 0 }.sorted() == [0, 0, 1, 1], "\(results)")
    #expect(results.last?.hasFailed == true)
    let report = try text(workflow.artifact("report") + "/junit.xml")
    #expect(
      report.contains(#"<testsuites name="midirec" tests="3" failures="1" errors="0" time="#), "\(report)")
    let page = try text(workflow.artifact("report") + "/html/index.html")
    #expect(page.contains("keys/<wbr>scale"))
  }

  @Test func scriptRunsAllPartsOnOneMachine() async throws {
    let clone = folder.path("clone")
    let cloned = try await Program.run("git", ["clone", "--quiet", TestEnvironment.projectFolder, clone])
    try #require(cloned.status == 0, "\(cloned.errors)")
    try Self.keepThreeSessions(in: clone, failing: false)
    let result = try await Program.run("\(clone)/Scripts/sessions", ["all", "2", folder.path("reports")])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(try folder.names().contains("reports"))
    #expect(
      try text(folder.path("reports/junit.xml")).contains(#"tests="3" failures="0" errors="0""#))
  }

  @Test(arguments: [[], ["all"], ["all", "0", "reports"], ["part", "2", "reports"], ["merge", "a", "b"]])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(TestEnvironment.projectFolder + "/Scripts/sessions", arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("Scripts/sessions part 2/5 FOLDER"))
  }
}
