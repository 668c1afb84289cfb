import Foundation
import TestSupport
import Testing
import Yams

/// A GitHub Actions workflow whose `run:` steps are run locally, each job in a clean clone of the repository.
///
/// Only the actions that pass files on are imitated, by copying: `upload-artifact` and `download-artifact`. A clone
/// replaces `checkout`; there is no cache.
struct Workflow {
  /// The result of a job.
  struct JobResult {
    let name: String
    /// The status of each `run:` step that was run, in order.
    var statuses: [Int32] = []
    /// The output of these steps.
    var output = ""
    var hasFailed: Bool { statuses.contains { $0 != 0 } }
  }

  private struct File: Decodable {
    var jobs: [String: Job]
  }

  private struct Job: Decodable {
    struct Strategy: Decodable { var matrix: [String: [String]] }
    var needs: String?
    var strategy: Strategy?
    var steps: [Step]
  }

  private struct Step: Decodable {
    var uses: String?
    var run: String?
    var `if`: String?
    var with: [String: String]?
  }

  private let jobs: [String: Job]
  private let folder: TemporaryFolder
  /// Changes each clone before its steps, like another commit.
  private let change: @Sendable (_ clone: String) throws -> Void

  /// Reads a workflow.
  init(
    _ path: String, in folder: TemporaryFolder, change: @escaping @Sendable (_ clone: String) throws -> Void
  ) throws {
    let text = try String(contentsOfFile: "\(TestEnvironment.projectFolder)/\(path)", encoding: .utf8)
    jobs = try YAMLDecoder().decode(File.self, from: text).jobs
    self.folder = folder
    self.change = change
  }

  /// Returns the path of an artifact.
  func artifact(_ name: String) -> String { folder.path("artifacts/\(name)") }

  /// Runs all jobs in sequence; the jobs that others need come first.
  func run() async throws -> [JobResult] {
    var results: [JobResult] = []
    var done: Set<String> = []
    while done.count < jobs.count {
      let next = try #require(
        jobs.keys.sorted().first { name in
          !done.contains(name) && jobs[name]?.needs.map(done.contains) != false
        })
      let job = try #require(jobs[next])
      let values = job.strategy?.matrix.first?.value ?? [""]
      for (index, value) in values.enumerated() {
        let contexts = [
          "matrix.\(job.strategy?.matrix.first?.key ?? "")": value, "strategy.job-index": "\(index)",
        ]
        results.append(try await run(job, called: next, contexts))
      }
      done.insert(next)
    }
    return results
  }

  private func run(_ job: Job, called name: String, _ contexts: [String: String]) async throws -> JobResult {
    var result = JobResult(name: name)
    let clone = folder.path("clone-\(UUID().uuidString)")
    let cloned = try await Program.run(
      "git", ["clone", "--quiet", TestEnvironment.projectFolder, clone])
    try #require(cloned.status == 0, "\(cloned.errors)")
    try change(clone)
    for step in job.steps where !result.hasFailed || step.if == "always()" {
      let with = (step.with ?? [:]).mapValues { Self.expanded($0, contexts) }
      let action = step.uses.map { String($0.prefix { $0 != "@" }) }
      switch action {
      case "actions/upload-artifact"?:
        try copy("\(clone)/\(try #require(with["path"]))", to: artifact(try #require(with["name"])))
      case "actions/download-artifact"?:
        let pattern = try #require(with["name"] ?? with["pattern"])
        for name in try FileManager.default.contentsOfDirectory(atPath: artifact("")).sorted()
        where name == pattern || pattern.hasSuffix("*") && name.hasPrefix(pattern.dropLast()) {
          try copy(artifact(name), to: "\(clone)/\(try #require(with["path"]))")
        }
      default: break
      }
      guard let script = step.run else { continue }
      let run = try await Program.run(
        "env",
        [
          "CI=true", "GITHUB_OUTPUT=\(clone)/output", "bash", "-e", "-c",
          Self.expanded(script, contexts),
        ], in: clone)
      result.statuses.append(run.status)
      result.output += run.output + run.errors
    }
    return result
  }

  private static func expanded(_ text: String, _ contexts: [String: String]) -> String {
    contexts.reduce(text) { $0.replacing("${{ \($1.key) }}", with: $1.value) }
  }

  /// Copies all files of a folder to another folder.
  private func copy(_ source: String, to target: String) throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
    #expect(!names.isEmpty, "\(source) has nothing to pass on")
    for name in names {
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: "\(target)/\(name)")
    }
  }
}
