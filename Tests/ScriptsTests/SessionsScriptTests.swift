import Foundation
import TestSupport
import Testing

/// A clone of the repository with three sessions instead of all.
struct SessionsClone {
  private let folder: String

  /// - Parameter failing: Whether one of the sessions fails.
  init(in parent: TemporaryFolder, failing: Bool) async throws {
    folder = parent.path("clone")
    let cloned = try await Program.run("git", ["clone", "--quiet", TestEnvironment.projectFolder, folder])
    try #require(cloned.status == 0, "\(cloned.errors)")
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: "\(folder)/Recordings") where name != "keys" {
      try files.removeItem(atPath: "\(folder)/Recordings/\(name)")
    }
    if failing {
      try text("Recordings/keys/scale/notes.expected.txt").replacing("velocity 58", with: "velocity 20")
        .write(
          toFile: "\(folder)/Recordings/keys/scale/notes.expected.txt", atomically: true, encoding: .utf8)
    }
    // An artifact of GitHub isn't executable.
    try files.createDirectory(atPath: "\(folder)/program", withIntermediateDirectories: true)
    try files.copyItem(atPath: TestEnvironment.midirec, toPath: "\(folder)/program/midirec")
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/program/midirec")
  }

  func run(_ command: String) async throws -> Program.Result {
    try await Program.run(
      "env", ["CI=true", "MIDIREC_PROGRAM=program/midirec", "bash", "-e", "-c", command], in: folder)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
  }
}

@Suite struct SessionsScriptTests {
  @Test func scriptRunsAllPartsOnOneMachine() async throws {
    let folder = try TemporaryFolder()
    let clone = try await SessionsClone(in: folder, failing: false)
    let result = try await clone.run("Scripts/sessions all 2 reports")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(try clone.text("reports/junit.xml").contains(#"tests="3" failures="0" errors="0""#))
  }

  @Test(arguments: [[], ["all"], ["all", "0", "reports"], ["part", "2", "reports"], ["merge", "a", "b"]])
  func wrongUsageIsExplained(arguments: [String]) async throws {
    let result = try await Program.run(TestEnvironment.projectFolder + "/Scripts/sessions", arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("Scripts/sessions part 2/5 FOLDER"))
  }
}
