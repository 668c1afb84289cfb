import Foundation
import TestSupport
import Testing

/// The reports of `midirec test`.
@Suite struct TestReportsTests {
  let tree: SessionTree

  init() throws { tree = try SessionTree.passingAndDiffering() }

  @Test func resultIsPrintedAsJSON() async throws {
    let result = try await tree.midirec("test", "--json")
    #expect(result.status == 1)
    _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
  }

  @Test func reportsAreWrittenToFiles() async throws {
    let result = try await tree.midirec(
      "test", "--read-only", "--junit", "report.xml", "--html", "out/report")
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    #expect(!result.output.isEmpty)
    #expect(try tree.files().contains("report.xml"))
  }

  /// Opening a FIFO for writing waits for its reader, so the browser may outlive midirec.
  @Test(arguments: [
    ["test", "--html", "report", "--open"], ["report", "open"], ["report", "open", "report/index.html"],
  ])
  func reportOpensInBrowser(command: [String]) async throws {
    if command[0] == "report" { _ = try await tree.midirec("test", "--html", "report") }
    let script = """
      printf '#!/bin/sh\\necho "$1" >opened\\n' >browser && chmod +x browser && mkfifo opened || exit
      BROWSER=./browser XDG_STATE_HOME=$PWD/state '\(TestEnvironment.midirec)' \(command.joined(separator: " ")) >&2
      cat opened
      """
    let result = try await Program.run("sh", ["-c", script], in: tree.folder.path)
    #expect(result.output == "report/index.html\n", "\(result.errors)")
  }

  @Test func failureOfBrowserIsReported() async throws {
    _ = try await tree.midirec("test", "--html", "report")
    let result = try await Program.run(
      "env", ["BROWSER=false", TestEnvironment.midirec, "report", "open"], in: tree.folder.path)
    #expect(result.status == 69)
    #expect(
      result.errors == "midirec: false ended with status 1; open report/index.html yourself\n",
      "\(result.errors)")
  }

  @Test func missingReportCanNotBeOpened() async throws {
    let result = try await tree.midirec("report", "open")
    #expect(result.status == 66)
    #expect(
      result.errors
        == "midirec: can't open report: no such report; write one with midirec test --html report\n")
  }

  @Test func existingReportPreventsRun() async throws {
    try tree.folder.write([1], to: "report.xml")
    let result = try await tree.midirec("test", "--junit", "report.xml")
    #expect(result.status == 73)
    let advice = "use --force to replace it or choose another name"
    #expect(result.errors == "midirec: report.xml already exists; \(advice)\n")
    #expect(result.output.isEmpty)
    #expect(try tree.folder.bytes("report.xml") == [1])
    #expect(try !tree.files().contains("b/notes.pending.txt"))
    #expect(try await tree.midirec("test", "--junit", "report.xml", "--force").status == 1)
    #expect(try tree.folder.bytes("report.xml") != [1])
  }

  @Test func earlierReportIsReplacedUnlessFolderHasOtherFiles() async throws {
    let test = ["test", "--read-only", "--html", "out"]
    #expect(try await tree.midirec(test).status == 1)
    let pages = try tree.files().filter { $0.hasPrefix("out/") }
    #expect(pages.count == 2)
    try tree.makeSession("b", expectedAt: [0, 500])
    #expect(try await tree.midirec(test).status == 0)
    #expect(try tree.files().filter { $0.hasPrefix("out/") } == ["out/index.html"])
    try tree.folder.write([1], to: "out/notes.html")
    let result = try await tree.midirec(test)
    #expect(result.status == 73)
    #expect(try tree.folder.bytes("out/notes.html") == [1])
  }

  @Test func nonemptyFolderIsNotUsed() async throws {
    for name in ["a", "a/take.mid"] {
      let result = try await tree.midirec("test", "--html", name)
      #expect(result.status == 73)
      #expect(result.errors.hasPrefix("midirec: \(name) already exists; "))
    }
  }

  @Test func unwritableReportIsReportedAfterResults() async throws {
    let result = try await tree.midirec("test", "--junit", "no/report.xml")
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("midirec: can't create no/report.xml: No such file or directory"))
    #expect(!result.output.isEmpty)
  }

  @Test func xmlMayGoToStandardOutput() async throws {
    let file = try await tree.midirec("test", "--read-only", "--junit", "report.xml")
    #expect(!file.output.isEmpty)
    let result = try await tree.midirec("test", "--read-only", "--junit", "-")
    #expect(try SessionTree.withoutTimes(result.output) == SessionTree.withoutTimes(tree.text("report.xml")))
  }

  @Test func reportsNeedDifferentFiles() async throws {
    let result = try await tree.midirec(
      "test", "--read-only", "--junit", "both", "--report", "both", "--force")
    #expect(result.status == 64)
    #expect(result.errors.contains("--junit and --report can't both write both."))
    #expect(try !tree.files().contains("both"))
  }
}
