import Foundation
import TestSupport
import Testing
import Yams

/// The GitHub Actions workflows. A step runs one script, so that it can also be run and checked elsewhere.
///
/// These tests don't cover GitHub's own actions, caches, and machines.
@Suite struct WorkflowTests {
  private struct Workflow: Decodable {
    struct Job: Decodable {
      var needs: String?
      var `if`: String?
      var steps: [Step]
    }
    struct Step: Decodable {
      var uses: String?
      var run: String?
      var `if`: String?
      var with: [String: String]?

      /// The value of an input, if the step uses the action. An expression becomes a star.
      func input(_ names: String..., of action: String) -> String? {
        guard uses?.hasPrefix("actions/\(action)@") == true else { return nil }
        return names.compactMap { with?[$0] }.first?.replacing(/\$\{\{.*?\}\}/, with: "*")
      }
    }
    var jobs: [String: Job]
  }

  private static func text(_ name: String) throws -> String {
    try TestEnvironment.text(".github/workflows/\(name).yml")
  }

  private static func jobs(_ name: String) throws -> [String: Workflow.Job] {
    try YAMLDecoder().decode(Workflow.self, from: text(name)).jobs
  }

  @Test(arguments: ["checks", "sessions"])
  func stepsRunScripts(workflow: String) throws {
    let commands = try Self.jobs(workflow).values.flatMap(\.steps).compactMap(\.run)
    #expect(!commands.isEmpty)
    for command in commands {
      let script = try #require(command.wholeMatch(of: /(?:sudo )?(Scripts\/[\w-]+)[^\n;&|]*/), "\(command)")
        .output.1
      #expect(FileManager.default.isExecutableFile(atPath: "\(TestEnvironment.projectFolder)/\(script)"))
    }
  }

  @Test(arguments: ["checks", "sessions"])
  func keysOfCachesNameFiles(workflow: String) throws {
    for files in try Self.text(workflow).matches(of: /hashFiles\((.*?)\)/) {
      for file in files.output.1.matches(of: /'(.*?)'/) {
        #expect(FileManager.default.fileExists(atPath: "\(TestEnvironment.projectFolder)/\(file.output.1)"))
      }
    }
  }

  /// A job also needs what the job before it needs.
  @Test(arguments: ["checks", "sessions"])
  func downloadsAreUploadedByEarlierJobs(workflow: String) throws {
    let jobs = try Self.jobs(workflow)
    for (name, job) in jobs {
      var uploads: [String] = []
      var needed = job.needs
      while let earlier = needed.flatMap({ jobs[$0] }) {
        uploads += earlier.steps.compactMap { $0.input("name", of: "upload-artifact") }
        needed = earlier.needs
      }
      let downloads = job.steps.compactMap { $0.input("name", "pattern", of: "download-artifact") }
      #expect(Set(downloads).isSubset(of: uploads), "\(name)")
    }
  }

  /// Differences fail a step, and its report is still wanted.
  @Test func reportsAreUploadedAfterDifferences() throws {
    let jobs = try Self.jobs("sessions")
    #expect(jobs["report"]?.if == "always()")
    for job in jobs.values where job.steps.contains(where: { $0.run?.hasPrefix("Scripts/sessions") == true })
    {
      let upload = job.steps.first { $0.input("path", of: "upload-artifact") == "reports" }
      #expect(upload?.if == "always()")
    }
  }

  @Test func sessionsAreSplitAndDifferencesReported() async throws {
    let folder = try TemporaryFolder()
    let clone = try await SessionsClone(in: folder, failing: true)
    let jobs = try Self.jobs("sessions")
    let commands = ["part", "report"].flatMap { jobs[$0]?.steps.compactMap(\.run) ?? [] }
    try #require(
      commands == ["Scripts/sessions part ${{ matrix.part }} reports", "Scripts/sessions merge reports"])
    let parts = try #require(try Self.text("sessions").firstMatch(of: /part: \[(.*)\]/)).output.1
    var statuses: [Int32] = []
    for part in parts.split(separator: ", ") {
      statuses.append(try await clone.run(commands[0].replacing("${{ matrix.part }}", with: part)).status)
    }
    // One of the two parts has the failing session.
    #expect(statuses.sorted() == [0, 1])
    #expect(try await clone.run(commands[1]).status == 1)
    let report = try clone.text("reports/junit.xml")
    #expect(
      report.contains(#"<testsuites name="midirec" tests="3" failures="1" errors="0" time="#), "\(report)")
    #expect(try clone.text("reports/html/index.html").contains("keys/<wbr>scale"))
  }
}

/// The container in which an editor opens the project.
@Suite struct DevelopmentContainerTests {
  private struct Container: Decodable {
    var image: String
    var postCreateCommand: String
  }

  /// `Scripts/setup` knows the packages, and continuous integration uses the same image.
  @Test func containerIsThatOfContinuousIntegration() throws {
    let container = try JSONDecoder().decode(
      Container.self, from: Data(TestEnvironment.text(".devcontainer/devcontainer.json").utf8))
    #expect(
      try TestEnvironment.text(".github/workflows/checks.yml").contains("container: \(container.image)\n"))
    let groups = try #require(container.postCreateCommand.wholeMatch(of: /Scripts\/setup ([a-z ]+)/)).output.1
    let known = try TestEnvironment.text("Scripts/common.sh").matches(of: /\n  \[(\w+)\]=/).map(\.output.1)
    #expect(Set(groups.split(separator: " ")).isSubset(of: known))
  }
}
