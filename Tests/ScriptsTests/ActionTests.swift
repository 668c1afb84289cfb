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
    file = try YAMLDecoder().decode(File.self, from: TestEnvironment.text("action.yml"))
  }

  /// Creates an archive with the note, whose program starts this build.
  private func makeArchive(_ name: String = "midirec.tar", note: String = "") async throws -> String {
    let script = """
      mkdir -p midirec-0/{bin,lib,share} "$(dirname '\(name)')" && echo '\(note)' >midirec-0/note &&
      printf '#!/bin/sh\\nexec "%s" "$@"\\n' '\(TestEnvironment.midirec)' >midirec-0/bin/midirec &&
      chmod +x midirec-0/bin/midirec &&
      cp '\(TestEnvironment.projectFolder)/Scripts/packaging/install' midirec-0/ &&
      tar --create --auto-compress --file '\(name)' midirec-0
      """
    let result = try await Program.run("bash", ["-c", script], in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return folder.path(name)
  }

  /// Runs the steps in order, each with the search path that earlier steps extended. The releases of GitHub are below
  /// the folder.
  private func run(_ inputs: [String: String]) async throws -> [Program.Result] {
    var values = [
      "github.action_path": TestEnvironment.projectFolder, "github.action_repository": "owner/midirec",
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
          [
            "HOME=\(folder.path)", "GITHUB_PATH=\(folder.path("path"))",
            "MIDIREC_KERNEL=\(TestEnvironment.cacheFolder)/midirec/kernel-3",
            "GITHUB_SERVER_URL=file://\(folder.path)",
          ] + variables + ["bash", "-euo", "pipefail", "-c", script],
          in: folder.path))
    }
    return results
  }

  @Test func commandRunsWithSequencer() async throws {
    let results = try await run([
      "archive": try await makeArchive(), "run": "aplaymidi -l\naconnect -i", "linnstrument": "true",
    ])
    #expect(results.map(\.status) == [0, 0], "\(results.map(\.errors))")
    #expect(try results.first?.output.hasPrefix("\(TestEnvironment.version)\n") == true)
    #expect(results.last?.output.contains("LinnStrument MIDI") == true, "\(results)")
  }

  @Test func failureOfCommandFailsStep() async throws {
    let results = try await run(["archive": try await makeArchive(), "run": "true\nfalse\ntrue"])
    #expect(results.map(\.status) == [0, 1])
  }

  @Test func sessionsAreTestedAndReported() async throws {
    try FileManager.default.createDirectory(atPath: folder.path("takes"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: "\(TestEnvironment.projectFolder)/Recordings/keys/scale", toPath: folder.path("takes/scale"))
    let results = try await run(["archive": try await makeArchive(), "sessions": "takes"])
    #expect(results.map(\.status) == [0, 0], "\(results)")
    #expect(results.last?.output.hasPrefix("1 passed in ") == true)
    #expect(FileManager.default.fileExists(atPath: folder.path("midirec-report/html/index.html")))
  }

  @Test func archiveOfReleaseIsKeptUntilAnotherIsWanted() async throws {
    let version = try TestEnvironment.version
    let release = try await makeArchive(
      "owner/midirec/releases/download/v\(version)/midirec-\(version)-linux-x86_64.tar.xz", note: "release")
    func note() throws -> String {
      try String(contentsOfFile: folder.path(".cache/midirec-action/note"), encoding: .utf8)
    }
    #expect(try await run([:]).map(\.status) == [0])
    #expect(try note() == "release\n")
    try FileManager.default.removeItem(atPath: release)
    #expect(try await run([:]).map(\.status) == [0])
    #expect(try await run(["archive": try await makeArchive(note: "other")]).map(\.status) == [0])
    #expect(try note() == "other\n")
  }

  @Test func missingReleaseFailsStep() async throws {
    let results = try await run([:])
    #expect(results.map { $0.status != 0 } == [true])
    #expect(results.first?.errors.contains("curl: ") == true, "\(results)")
  }
}
