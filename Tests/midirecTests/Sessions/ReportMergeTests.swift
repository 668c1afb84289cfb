import Foundation
import TestSupport
import Testing

/// `midirec report merge`: the parts of a run give the reports of the whole run.
@Suite struct ReportMergeTests {
  let tree: SessionTree

  init() throws { tree = try SessionTree() }

  /// Creates sessions that pass, differ, are new, or can't run.
  private func fillFolder(_ count: Int = 12) throws {
    for number in 0..<count {
      let name = "Recordings/\(number % 2 == 0 ? "even" : "odd")/s\(number)"
      switch number % 6 {
      case 0: try tree.makeSession(name, expectedAt: [0, 500])
      case 1:
        try tree.makeSession(name, expectedAt: [0, 504, 3000 + Int64(number)], "tolerance: {onset: 1ms}\n")
      case 2: try tree.makeSession(name, "subjects: [notes, grid, piano]\n")
      case 3: try tree.makeSession(name, "x\(number): 1\n")
      case 4:
        try tree.makeSession(name, "subjects: [grid]\n")
        try tree.folder.write(
          Array("midirec timeline 1\n9.000000 end\n".utf8), to: "\(name)/grid.expected.txt")
      // It fails without a machine.
      default:
        try tree.makeSession(name, "subjects: {program: {command: ./program-\(number), clock: real}}\n")
      }
    }
  }

  /// The output of a command.
  private struct Output: Equatable {
    var text: String
    var json: String
    var status: Int32
    var files: [String: [UInt8]]
  }

  /// Runs `midirec test` or `midirec report merge`, and returns its output and files.
  private func output(_ command: [String]) async throws -> Output {
    let text = try await tree.midirec(command + ["--junit", "out.xml", "--html", "out", "--force"])
    let json = try await tree.midirec(command + ["--json"])
    #expect(json.status == text.status)
    var files: [String: [UInt8]] = [:]
    for name in try tree.files() where name.hasPrefix("out") {
      files[name] = Array(SessionTree.withoutTimes(try tree.text(name)).utf8)
      try tree.folder.remove(name)
    }
    return Output(
      text: SessionTree.withoutTimes(text.output), json: json.output, status: text.status, files: files)
  }

  /// Runs all parts, and merges them in a different order.
  private func merged(_ count: Int, _ options: [String] = []) async throws -> Output {
    var names: [String] = []
    for number in 1...count {
      let name = "part-\(number).json"
      names.insert(name, at: 0)
      let part = ["--shard", "\(number)/\(count)", "--report", name, "--force"]
      _ = try await tree.midirec(["test", "--read-only"] + part + options)
    }
    return try await output(["report", "merge"] + names)
  }

  @Test(arguments: [1, 2, 5]) func partsGiveReportsOfWholeRun(count: Int) async throws {
    try fillFolder()
    let whole = try await output(["test", "--read-only"])
    // The exit code of the first session that can't run, a program; a later one would give 65.
    #expect(whole.status == 69)
    #expect(whole.files.count > 4)
    #expect(try await merged(count) == whole)
  }

  @Test(arguments: [["--onset-tolerance", "10ms"], ["--beats"]])
  func runOptionsApplyToMergedReport(options: [String]) async throws {
    try fillFolder(6)
    let whole = try await output(["test", "--read-only"] + options)
    #expect(try await merged(3, options) == whole)
  }

  @Test func passingPartsMergeToSuccess() async throws {
    for name in ["a", "b", "c"] { try tree.makeSession(name, expectedAt: [0, 500]) }
    let whole = try await output(["test"])
    #expect(whole.status == 0)
    #expect(whole.text == "3 passed\n")
    #expect(try await merged(7) == whole)
  }

  @Test func mergedReportAnnotatesFilesInGitHubActions() async throws {
    try tree.makeSession("a", expectedAt: [0, 500, 3000])
    _ = try await tree.midirec("test", "--report", "part")
    let result = try await tree.midirec(
      ["report", "merge", "part", "--json", "--github"],
      variables: ["GITHUB_STEP_SUMMARY=\(tree.folder.path("summary.md"))"])
    #expect(result.errors.hasPrefix("::error file=a/notes.expected.txt,title=a::different: 1 missing%0A"))
    #expect(try tree.text("summary.md").hasPrefix("### midirec: 0 passed, 1 different\n"))
  }

  @Test func unstartableProgramSetsExitCode() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    try tree.makeSession("b", "subjects: {program: {command: ./no-such-program}}\n")
    let whole = try await output(["test"])
    #expect(whole.status == 69)
    #expect(try await merged(2) == whole)
  }

  @Test func unreadableFolderIsReportedOnce() async throws {
    try tree.makeSession("one/x", expectedAt: [0, 500])
    try tree.makeSession("two/x", expectedAt: [0, 500])
    let whole = try await output(["test", "one", "two"])
    #expect(whole.status == 65)
    #expect(try await merged(4, ["one", "two"]) == whole)
  }

  @Test func partsOfDifferentRunsAreRejected() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    for part in ["1/2", "2/2", "2/3"] {
      let name = part.replacing("/", with: "-")
      #expect(try await tree.midirec("test", "--shard", part, "--report", name).status == 0)
    }
    let missing = try await tree.midirec("report", "merge", "1-2")
    #expect(missing.status == 65)
    #expect(missing.errors == "midirec: part 2/2 is missing\n")
    #expect(missing.output.isEmpty)
    let twice = try await tree.midirec("report", "merge", "1-2", "2-2", "1-2")
    #expect(twice.status == 65)
    #expect(twice.errors == "midirec: part 1/2 is duplicated: 1-2 and 1-2\n")
    let other = try await tree.midirec("report", "merge", "1-2", "2-3")
    #expect(other.status == 65)
    #expect(other.errors == "midirec: the parts are from different runs: 1-2 is part 1/2, 2-3 is part 2/3\n")
  }

  @Test func partsWithoutSessionsAreAnError() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    for part in 1...3 {
      let result = try await tree.midirec("test", "--shard", "\(part)/3", "--report", "\(part).json")
      #expect(result.status == 0)
    }
    let empty = try (1...3).filter { try !tree.text("\($0).json").contains("passed") }
    let alone = try tree.text("\(try #require(empty.first)).json").replacing(/"parts?" : \d/) {
      $0.output.dropLast() + "1"
    }
    try tree.folder.write(Array(alone.utf8), to: "alone.json")
    for options in [[], ["--json"], ["--junit", "-"], ["--github"]] {
      let result = try await tree.midirec(["report", "merge", "alone.json"] + options)
      #expect(result.status == 66)
      #expect(
        result.errors == "midirec: no part ran a session; check the paths and options of midirec test\n")
      #expect(result.output.isEmpty)
    }
  }

  @Test func reportThatLacksOutcomesIsInvalid() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    #expect(try await tree.midirec("test", "--report", "x").status == 0)
    let emptied = try tree.text("x").replacing(
      /"outcomes" : \[.*\]/.dotMatchesNewlines(), with: "\"outcomes\" : []")
    try tree.folder.write(Array(emptied.utf8), to: "x")
    let result = try await tree.midirec("report", "merge", "x")
    #expect(result.status == 65)
    #expect(result.errors == "midirec: x lacks the outcome of a session\n")
  }

  @Test func invalidReportIsNamed() async throws {
    try tree.folder.write([1, 2, 3], to: "x")
    let result = try await tree.midirec("report", "merge", "x")
    #expect(result.status == 65)
    #expect(result.errors == "midirec: x isn't a report of midirec test --report\n")
    #expect(try await tree.midirec("report", "merge", "gone").status == 66)
    #expect(try await tree.midirec("report", "merge").status == 64)
    #expect(try await tree.midirec("report", "merge", "x", "--force").status == 64)
  }

  @Test func interruptedPartIsReported() async throws {
    for name in ["a", "b", "c"] { try tree.makeSession(name) }
    #expect(try await tree.midirec("test", "--fail-fast", "--report", "part").status == 1)
    let result = try await tree.midirec("report", "merge", "part")
    #expect(result.status == 1)
    #expect(result.errors == "midirec: stopped at the first failure; 2 sessions not run\n")
  }

  @Test func existingReportIsNotReplaced() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    try tree.folder.write([1], to: "part")
    let result = try await tree.midirec("test", "--report", "part")
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("midirec: part already exists"))
    #expect(try await tree.midirec("test", "--report", "part", "--force").status == 0)
    let output = try await tree.midirec("test", "--report", "-")
    #expect(try SessionTree.withoutTimes(output.output) == SessionTree.withoutTimes(tree.text("part")))
  }

  @Test func standardOutputIsAcceptedOnlyOnce() async throws {
    for options in [["--report", "-", "--json"], ["--report", "-", "--junit", "-"]] {
      #expect(try await tree.midirec(["test"] + options).status == 64)
    }
    #expect(try await tree.midirec("test", "--report", "").status == 64)
  }
}
