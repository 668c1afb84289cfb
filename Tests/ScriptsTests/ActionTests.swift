import Foundation
import TestSupport
import Testing
import Yams

/// The steps of action.yml, run as scripts in a clean folder.
@Suite struct ActionTests {
  private struct File: Decodable {
    struct Input: Decodable { var `default`: String }
    struct Runs: Decodable { var steps: [Step] }
    struct Step: Decodable {
      var run: String?
      var env: [String: String]?
      var `if`: String?
    }
    var inputs: [String: Input]
    var runs: Runs
  }

  private let folder: TemporaryFolder
  private let file: File

  init() throws {
    folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(TestEnvironment.projectFolder)/action.yml", encoding: .utf8)
    file = try YAMLDecoder().decode(File.self, from: text)
  }

  /// Creates an archive of this build.
  private func makeArchive() async throws -> String {
    let script = """
      mkdir -p midirec-0/bin && cp '\(TestEnvironment.midirec)' midirec-0/bin/midirec &&
      cp '\(TestEnvironment.projectFolder)/Scripts/packaging/install' midirec-0/ && mkdir midirec-0/lib midirec-0/share &&
      tar --create --file midirec.tar midirec-0
      """
    let result = try await Program.run("bash", ["-c", script], in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return folder.path("midirec.tar")
  }

  /// Runs the steps in order, each with the search path that earlier steps extended.
  private func run(_ inputs: [String: String]) async throws -> [Program.Result] {
    var inputs = inputs
    inputs["archive"] = try await makeArchive()
    var values = [
      "github.action_path": TestEnvironment.projectFolder, "github.action_repository": "a/b",
      "github.action_ref": "v1.0.0",
    ]
    for (name, input) in file.inputs { values["inputs.\(name)"] = inputs[name] ?? input.default }
    var results: [Program.Result] = []
    for step in file.runs.steps {
      guard let command = step.run else { continue }
      if let condition = step.if {
        let name = try #require(condition.split(separator: " ").first)
        if values[String(name)]?.isEmpty == true { continue }
      }
      let variables = (step.env ?? [:]).map { name, value in
        let filled = values.reduce(value) { $0.replacing("${{ \($1.key) }}", with: $1.value) }
        return "\(name)=\(filled)"
      }
      let path = FileManager.default.fileExists(atPath: folder.path("path")) ? "$(tr '\\n' ':' <path)" : ""
      let script = "export PATH=\"\(path)$PATH\"; \(command)"
      results.append(
        try await Program.run(
          "env",
          ["HOME=\(folder.path)", "GITHUB_PATH=\(folder.path("path"))", "MIDIREC_KERNEL=\(kernel)"]
            + variables
            + ["bash", "-euo", "pipefail", "-c", script],
          in: folder.path))
    }
    return results
  }

  private var kernel: String {
    let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    return cache + "/midirec/kernel-1"
  }

  @Test func commandRunsWithSequencer() async throws {
    let results = try await run(["run": "aplaymidi -l\naconnect -i", "linnstrument": "true"])
    #expect(results.map(\.status) == [0, 0], "\(results.map(\.errors))")
    #expect(results.first?.output.hasPrefix("0.1.0\n") == true)
    #expect(results.last?.output.contains("LinnStrument MIDI") == true, "\(results)")
  }

  @Test func failureOfCommandFailsStep() async throws {
    #expect(try await run(["run": "true\nfalse\ntrue"]).map(\.status) == [0, 1])
  }

  @Test func sessionsAreTestedAndReported() async throws {
    try FileManager.default.createDirectory(atPath: folder.path("takes"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: "\(TestEnvironment.projectFolder)/Recordings/keys/scale", toPath: folder.path("takes/scale"))
    let results = try await run(["sessions": "takes"])
    #expect(results.map(\.status) == [0, 0], "\(results)")
    #expect(results.last?.output.hasPrefix("1 passed in ") == true)
    #expect(FileManager.default.fileExists(atPath: folder.path("midirec-report/html/index.html")))
  }
}
