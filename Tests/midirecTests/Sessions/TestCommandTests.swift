import Foundation
import TestSupport
import Testing

/// The output, files, and exit codes of `midirec test`.
@Suite struct TestCommandTests {
  let tree: SessionTree

  init() throws { tree = try SessionTree() }

  @Test func passingRunChangesNoFile() async throws {
    try tree.makeSession("Recordings/a", expectedAt: [0, 500])
    let files = try tree.files()
    let result = try await tree.midirec("test")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(try tree.files() == files)
  }

  @Test func differenceExitsWith1AndIsPending() async throws {
    try tree.makeSession("Recordings/a", expectedAt: [0, 500, 3000])
    let result = try await tree.midirec("test")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    #expect(result.output.contains("missing"))
    #expect(try tree.files().contains("Recordings/a/notes.pending.txt"))
  }

  /// The missing note at 3 s is on the third beat of the second bar.
  @Test func positionsCanBeBarsAndBeats() async throws {
    try tree.makeSession("Recordings/a", expectedAt: [0, 500, 3000])
    let result = try await tree.midirec("test", "--beats", "--html", "report")
    #expect(result.output.contains("; first: 2:3.00  "), "\(result.output)")
    #expect(try await tree.midirec("review", "--beats").output.contains("\n2:3.00  "))
    let json = try await tree.midirec("test", "--beats", "--json").output
    #expect(json.contains("\"bar\" : 2") && json.contains("\"beat\" : 3"))
    let junit = try await tree.midirec("test", "--beats", "--junit", "-").output
    #expect(junit.contains("2:3.00  "))
  }

  @Test func failedRunHasFirstDifferenceTimeAndAdvice() async throws {
    try tree.makeSession("it's", expectedAt: [0, 500, 3000])
    try tree.makeSession("b", expectedAt: [0, 500])
    let result = try await tree.midirec("test", "it's", "b", "--filter", "*", "--html", "report")
    let first = /it's: different: 1 missing; first: 3\.000000  D4 on channel 1: missing \(\d\.\d{3} s\)\n\n/
    let counts = /1 passed, 1 different in \d\.\d{3} s\n/
    let advice = #"to see and accept the changes: midirec review 'it'\''s' b --filter '*'\#n"#
    let lines = result.output.prefixMatch(of: first).map { result.output[$0.range.upperBound...] } ?? ""
    let rest = lines.prefixMatch(of: counts).map { lines[$0.range.upperBound...] } ?? ""
    #expect(rest == "report: report/index.html\n" + advice, "\(result.output)")
  }

  @Test func adviceNeedsPendingFiles() async throws {
    try tree.makeSession("a", expectedAt: [0, 500, 3000])
    #expect(try await !tree.midirec("test", "--read-only").output.contains("midirec review"))
  }

  @Test func lastFailedRunsOnlyFailedSessions() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    try tree.makeSession("b", expectedAt: [0, 500, 3000])
    try tree.makeSession("c", "x: 1\n")
    let variables = ["XDG_STATE_HOME=\(tree.folder.path("state"))"]
    func run(_ options: String...) async throws -> (output: String, errors: String, status: Int32) {
      let result = try await tree.midirec(["test", "--read-only"] + options, variables: variables)
      return (SessionTree.withoutTimes(result.output), result.errors, result.status)
    }
    _ = try await run()
    #expect(try await run("--last-failed").output.hasSuffix("\n\n0 passed, 1 different, 1 failed\n"))
    try tree.makeSession("b", expectedAt: [0, 500])
    // A run of other sessions changes nothing about these.
    _ = try await run("a")
    #expect(try await run("--last-failed").output.hasSuffix("\n\n1 passed, 1 failed\n"))
    try tree.makeSession("c", expectedAt: [0, 500])
    #expect(try await run("--last-failed").status == 0)
    let none = try await run("--last-failed")
    #expect(
      none == ("", "midirec: none of 3 sessions failed in its last run; omit --last-failed to run them\n", 66)
    )
  }

  @Test(
    arguments: [
      (["--update", "new"], 1, ["a", "c"]), (["--update", "all"], 0, ["a", "b", "c"]),
    ] as [([String], Int32, [String])])
  func updateAcceptsResults(options: [String], status: Int32, accepted: [String]) async throws {
    try tree.makeSession("a")
    try tree.makeSession("b", expectedAt: [0, 500, 3000])
    try tree.makeSession("c", expectedAt: [0, 500])
    let result = try await tree.midirec(["test"] + options)
    #expect(result.status == status)
    #expect(result.output.hasPrefix("a: passed: accepted as the first result\n"), "\(result.output)")
    #expect(result.output.contains("b: passed: accepted instead of the earlier result\n") == (status == 0))
    #expect(
      try tree.files().filter { $0.hasSuffix("pending.txt") } == (status == 0 ? [] : ["b/notes.pending.txt"]))
    let sessions = try await tree.midirec(["test"] + accepted)
    #expect(sessions.status == 0)
    #expect(SessionTree.withoutTimes(sessions.output) == "\(accepted.count) passed\n")
  }

  @Test func similarSessionIsSuggested() async throws {
    try tree.makeSession("Recordings/scales/major", expectedAt: [0, 500])
    let result = try await tree.midirec("test", "scales/mjaor")
    #expect(result.status == 66)
    #expect(
      result.errors
        == "midirec: scales/mjaor: can't be read: No such file or directory; did you mean \"scales/major\"?\n"
    )
  }

  @Test func watchNeedsSessions() async throws {
    let result = try await tree.midirec("test", "nowhere", "--watch")
    #expect(result.status == 66)
    #expect(result.errors == "midirec: nowhere: can't be read: No such file or directory\n")
  }

  /// The reader stops after a line, so the watch ends without a change.
  @Test func closedPipeEndsWatch() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    let command = "'\(TestEnvironment.midirec)' test --watch | head -1"
    let result = try await Program.run("bash", ["-c", command], in: tree.folder.path)
    #expect(SessionTree.withoutTimes(result.output) == "1 passed\n")
  }

  @Test func githubReportHasAnnotationsAndSummary() async throws {
    try tree.makeSession("a", expectedAt: [0, 500, 3000])
    try tree.folder.write(Array("before\n".utf8), to: "summary.md")
    let result = try await tree.midirec(
      ["test", "--github", "--report", "part.json"],
      variables: ["GITHUB_STEP_SUMMARY=\(tree.folder.path("summary.md"))"])
    #expect(result.status == 1)
    let annotation =
      "::error file=a/notes.expected.txt,title=a::different: 1 missing%0A3.000000  D4 on channel 1: missing"
    #expect(result.output.split(separator: "\n").contains(annotation[...]), "\(result.output)")
    #expect(
      try tree.text("summary.md").hasPrefix("before\n### midirec: 0 passed, 1 different\n\n| Session |"))
    #expect(try tree.files().contains("part.json"))
  }

  @Test func newResultExitsWith1AndIsPending() async throws {
    try tree.makeSession("Recordings/a")
    #expect(try await tree.midirec("test").status == 1)
    #expect(try tree.files().contains("Recordings/a/notes.pending.txt"))
  }

  @Test(arguments: ["CI=true", "CI=1", "CI=x"]) func noFileIsWrittenInCI(variable: String) async throws {
    try tree.makeSession("Recordings/a", expectedAt: [0, 500, 3000])
    try tree.makeSession("Recordings/b")
    let files = try tree.files()
    #expect(try await tree.midirec(["test"], variables: [variable]).status == 1)
    #expect(try tree.files() == files)
  }

  @Test(arguments: ["CI=", "CI=0", "CI=false"]) func falseValueOfCIIsIgnored(variable: String) async throws {
    try tree.makeSession("Recordings/a")
    #expect(try await tree.midirec(["test"], variables: [variable]).status == 1)
    #expect(try tree.files().contains("Recordings/a/notes.pending.txt"))
  }

  @Test func noPendingOptionWritesNoFile() async throws {
    try tree.makeSession("Recordings/a")
    let files = try tree.files()
    #expect(try await tree.midirec("test", "--read-only").status == 1)
    #expect(try tree.files() == files)
  }

  @Test func currentFolderIsSearchedWithoutRecordings() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    #expect(try await tree.midirec("test").status == 0)
  }

  @Test func emptyFolderIsReported() async throws {
    let result = try await tree.midirec("test")
    #expect(result.status == 66)
    #expect(result.errors == "midirec: .: contains no session: no folder in it has a file session.yaml\n")
  }

  @Test func filterWithoutMatchListsSessions() async throws {
    for name in ["a", "b", "c", "d"] { try tree.makeSession(name, expectedAt: [0, 500]) }
    let result = try await tree.midirec("test", "--filter", "x", "--filter", "y\u{1B}")
    #expect(result.status == 66)
    #expect(result.errors == "midirec: --filter \"x\" or \"y\\x1B\" matches none of 4 sessions: a, b, c, …\n")
    #expect(result.output.isEmpty)
  }

  @Test func tagWithoutSessionsIsReported() async throws {
    try tree.makeSession("a", expectedAt: [0, 500], "tags: [slow]\n")
    let result = try await tree.midirec("test", "--tag", "solw")
    #expect(result.status == 66)
    #expect(result.errors == "midirec: none of 1 session has the tag \"solw\"\n")
    #expect(try await tree.midirec("test", "--tag", "slow").status == 0)
  }

  @Test func sessionsWithATagAreSkipped() async throws {
    for (name, tags) in [("a", "slow"), ("b", "slow, mpe"), ("c", "other")] {
      try tree.makeSession(name, expectedAt: [0, 500], "tags: [\(tags)]\n")
    }
    for (options, count) in [
      (["--drop-tag", "mpe"], 2), (["--drop-tag", "mpe", "--drop-tag", "slow"], 1),
      (["--tag", "slow", "--drop-tag", "mpe"], 1),
    ] {
      let output = try await tree.midirec(["test"] + options).output
      #expect(SessionTree.withoutTimes(output) == "\(count) passed\n")
    }
    let none = try await tree.midirec("test", "--tag", "mpe", "--drop-tag", "slow")
    #expect(none.status == 66)
    #expect(
      none.errors == "midirec: none of 3 sessions has the tag \"mpe\", and not the tag \"slow\"\n")
    let all = try await tree.midirec("test", "--drop-tag", "other", "--drop-tag", "slow")
    #expect(all.status == 66)
    #expect(all.errors == "midirec: none of 3 sessions is without the tag \"other\" or \"slow\"\n")
  }

  @Test(arguments: [
    [], ["--filter", "x"], ["--json"], ["--report", "-"], ["--junit", "-"], ["--github"],
    ["--shard", "1/2"], ["--tag", "x"], ["--drop-tag", "x"], ["--last-failed"], ["--repeat", "2"],
    ["--update", "new"], ["--against", "HEAD"], ["--fail-fast"], ["--read-only"], ["--watch"],
  ])
  func runWithoutSessionsIsAnError(options: [String]) async throws {
    try FileManager.default.createDirectory(
      atPath: tree.folder.path("lib/python"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("lib64"), withDestinationPath: "lib")
    let result = try await tree.midirec(["test"] + options)
    #expect(result.status == 66)
    #expect(
      result.errors.hasPrefix(
        "midirec: .: contains no session: no folder in it has a file session.yaml\n"))
  }

  @Test(arguments: [
    (["--filter", "x"], #"--filter "x" matches none of 1 session: a"#),
    (["--tag", "x"], #"none of 1 session has the tag "x""#),
    (["--drop-tag", "slow"], #"none of 1 session is without the tag "slow""#),
    (["--last-failed", "--filter", "x"], #"--filter "x" matches none of 1 session: a"#),
    (["--last-failed"], "none of 1 session failed in its last run; omit --last-failed to run them"),
  ])
  func selectionOfNoSessionIsAnError(options: [String], reason: String) async throws {
    try tree.makeSession("a", expectedAt: [0, 500], "tags: [slow]\n")
    let variables = ["XDG_STATE_HOME=\(tree.folder.path("state"))"]
    for more in options.contains("--last-failed") ? [[], ["--json"]] : [[], ["--json"], ["--watch"]] {
      let result = try await tree.midirec(["test"] + options + more, variables: variables)
      #expect(result.status == 66)
      #expect(result.errors == "midirec: \(reason)\n")
      #expect(result.output.isEmpty)
    }
  }

  @Test func partCanBeEmpty() async throws {
    try tree.makeSession("a", expectedAt: [0, 500], "tags: [slow]\n")
    var emptyCount = 0
    for part in 1...3 {
      let result = try await tree.midirec("test", "--shard", "\(part)/3", "--tag", "slow")
      #expect(result.status == 0)
      if result.errors == "midirec: part \(part)/3 contains none of 1 session\n" { emptyCount += 1 }
    }
    #expect(emptyCount == 2)
  }

  @Test func runTolerancesAreDefaultsOfSessions() async throws {
    try tree.makeSession("a", notesAt: [0, 520], expectedAt: [0, 500])
    #expect(try await tree.midirec("test", "--read-only").status == 1)
    let result = try await tree.midirec("test", "--onset-tolerance", "20ms", "--offset-tolerance", "20ms")
    #expect(result.status == 0)
  }

  @Test func failFastEndsAtFirstFailure() async throws {
    for name in ["a", "b", "c", "d"] { try tree.makeSession(name, expectedAt: name == "a" ? [0, 500] : nil) }
    let result = try await tree.midirec("test", "--fail-fast")
    #expect(result.status == 1)
    #expect(result.errors == "midirec: stopped at the first failure; 2 sessions not run\n")
    #expect(try tree.files().filter { $0.hasSuffix("pending.txt") } == ["b/notes.pending.txt"])
  }

  @Test func invalidSessionsAreReportedAndOthersRun() async throws {
    try tree.makeSession("a", "tolernace: {}\n")
    try tree.makeSession("b", "take: no.mid\n")
    try tree.makeSession("c", expectedAt: [0, 500, 3000])
    try tree.folder.write([1, 2], to: "a/take.mid")
    let result = try await tree.midirec("test")
    #expect(result.status == 65)
    #expect(result.errors == "")
    #expect(
      result.output.hasPrefix(
        """
        a: failed: ./a/session.yaml:1: unknown key "tolernace"; did you mean "tolerance"?
        b: failed: ./b/session.yaml:1: the take "no.mid" can't be read: No such file or directory
        c: different: 1 missing;
        """))
    #expect(try tree.files().contains("c/notes.pending.txt"))
  }

  @Test func duplicateNameIsReportedAndFirstRuns() async throws {
    try tree.makeSession("one/x", expectedAt: [0, 500])
    try tree.makeSession("two/x", expectedAt: [0, 500])
    let result = try await tree.midirec("test", "one", "two")
    #expect(result.status == 65)
    let reason = "has the name \"x\", as one/x does; rename one of them"
    #expect(result.output.hasPrefix("two/x: failed: two/x: \(reason)\n"))
    #expect(result.errors == "")
    #expect(result.output.contains("1 passed"))
  }

  @Test func cyclicLinkIsReportedAndOthersRun() async throws {
    try tree.makeSession("a/x", expectedAt: [0, 500])
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("a/loop"), withDestinationPath: "../a")
    let result = try await tree.midirec("test", "a")
    #expect(result.status == 66)
    #expect(
      result.output.hasPrefix("a/loop: failed: a/loop: is a link that leads back to a folder above it\n"))
    #expect(result.errors == "")
    #expect(result.output.contains("1 passed"))
  }

  /// Each machine prints it, and one of them reports it.
  @Test func unreadableFolderIsInReportOfOnePart() async throws {
    try tree.makeSession("a/x", expectedAt: [0, 500])
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("a/loop"), withDestinationPath: "../a")
    var reportedCount = 0
    for part in 1...3 {
      let result = try await tree.midirec("test", "a", "--shard", "\(part)/3", "--json")
      #expect(result.status == 66)
      #expect(result.errors.contains("midirec: a/loop: is a link"))
      if result.output.contains("a/loop") { reportedCount += 1 }
    }
    #expect(reportedCount == 1)
  }

  @Test func controlCharactersInMessagesAreEscaped() async throws {
    try tree.makeSession("a", "\"x\u{1B}[31m\\n\": y\n")
    let result = try await tree.midirec("test")
    #expect(result.status == 65)
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.split(separator: "\n").count == 2)
  }

  @Test func repairsOfRecordingAreReported() async throws {
    try tree.makeSession("a", expectedAt: [0, 500])
    try tree.folder.write(tree.folder.bytes("a/take.mid").dropLast(4), to: "a/take.mid")
    let result = try await tree.midirec("test")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("midirec: ./a/take.mid: 2 violations repaired while reading"))
  }

  @Test func unwritableFileIsReported() async throws {
    try tree.makeSession("a")
    try FileManager.default.createDirectory(
      atPath: tree.folder.path("a/notes.pending.txt"), withIntermediateDirectories: false)
    let result = try await tree.midirec("test")
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("midirec: can't create ./a/notes.pending.txt: Is a directory"))
    #expect(!result.output.isEmpty)
  }

  /// The reader may stop at any time.
  @Test func closedPipeChangesOnlyOutput() async throws {
    try tree.makeSession("a", expectedAt: [0, 500, 3000])
    let command = "'\(TestEnvironment.midirec)' test | true; echo ${PIPESTATUS[0]} >&2"
    let result = try await Program.run("env", ["-u", "CI", "bash", "-c", command], in: tree.folder.path)
    #expect(result.errors == "1\n")
    #expect(try tree.files().contains("a/notes.pending.txt"))
  }

  @Test(arguments: [
    (["--shard", "6/5"], "shard"), (["--repeat", "0"], "--repeat"), (["--jobs", "0"], "--jobs"),
    (["--junit", ""], "--junit"), (["--html", ""], "--html"), (["--force"], "--force"), ([""], "folder"),
    (["--json", "--junit", "-"], "--json"), (["--update", "all", "--read-only"], "--update"),
    (["--update", "some"], "--update"),
    (["--velocity-tolerance", "128"], "velocity"),
    (["--onset-tolerance", "2h"], "onset"), (["--onset-tolerance", "soon"], "onset"),
  ])
  func wrongUsageIsExplained(options: [String], word: String) async throws {
    let result = try await tree.midirec(["test"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(word))
    #expect(result.output.isEmpty)
  }
}
