import Foundation
import TestSupport
import Testing

/// The output and the keys of `midirec review`.
@Suite struct ReviewTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    for name in ["a", "b", "c", "d"] {
      try tree.makeSession("Recordings/\(name)", expectedAt: name == "d" ? nil : [0, 500, 3000])
    }
  }

  @Test func pipeGetsDifferencesAndCommands() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let files = try tree.files()
    let result = try await tree.midirec("review", "--filter", "a", "--filter", "d")
    #expect(result.status == 1)
    #expect(result.output.contains("a, notes (1 of 2)\n"))
    #expect(result.output.contains("missing"))
    #expect(result.output.contains("\n- 3.000000 1 1 note D4 62 sounding velocity 100\n"))
    #expect(
      result.output.contains("d, notes (2 of 2)\nNo expected result yet. The actual result has 2 notes:\n"))
    #expect(result.output.contains("\n+ 0.000000 1 1 note C4 60 sounding velocity 100\n"))
    #expect(result.output.hasSuffix("\n2 left for later\n"))
    #expect(
      result.errors == "midirec: use midirec accept or midirec reject, or run midirec review on a terminal\n")
    #expect(try tree.files() == files)
  }

  /// Lines that end as on Windows.
  @Test func carriageReturnBelongsToItsLine() async throws {
    let tree = try SessionTree()
    try tree.makeSession("a", "subjects: {program: {command: x, compare: [output]}}\n")
    try tree.folder.write(Array("one\r\ntwo\r\n".utf8), to: "a/program.output.pending.txt")
    let result = try await tree.midirec("review", "a")
    #expect(
      result.output.contains("The actual result has 2 lines:\n+ one\\x0D\n+ two\\x0D\n"), "\(result.output)")
  }

  /// The output of a program is text.
  @Test func linesOfTextAreShownAndAccepted() async throws {
    let tree = try SessionTree()
    try tree.makeSession("a", "subjects: {program: {command: x, compare: [output, errors]}}\n")
    try tree.folder.write(Array("one\ntwo\n".utf8), to: "a/program.output.expected.txt")
    try tree.folder.write(Array("one\n2\u{1B}\n".utf8), to: "a/program.output.pending.txt")
    try tree.folder.write(Array("new\n".utf8), to: "a/program.errors.pending.txt")
    let result = try await tree.midirec("review", "a")
    #expect(
      result.output == """
        a, program.errors (1 of 2)
        No expected result yet. The actual result has 1 line:
        + new

        a, program.output (2 of 2)
        different: 1 line missing, 1 line extra

          one
        - two
        + 2\\x1B

        2 left for later

        """)
    #expect(try await tree.midirec("accept", "a").status == 0)
    #expect(try tree.text("a/program.output.expected.txt") == "one\n2\u{1B}\n")
    #expect(try tree.text("a/program.errors.expected.txt") == "new\n")
    #expect(try tree.files().allSatisfy { !$0.hasSuffix("pending.txt") })
  }

  @Test func missingFolderIsTheOnlyThingReported() async throws {
    for command in ["review", "accept", "reject"] {
      let result = try await tree.midirec(command, "nowhere")
      #expect(result.status == 66)
      #expect(result.errors == "midirec: nowhere: can't be read: No such file or directory\n")
      #expect(result.output.isEmpty)
    }
  }

  @Test func sessionIsFoundByTheNameThatNewTakes() async throws {
    #expect(try await tree.midirec("test", "a").status == 1)
    #expect(try await tree.midirec("review", "a").output.contains("a, notes (1 of 1)\n"))
    #expect(try await tree.midirec("accept", "a").status == 0)
    #expect(try await tree.midirec("test", "a").status == 0)
  }

  @Test func missingPendingResultsAreReported() async throws {
    let result = try await tree.midirec("review")
    #expect(result.status == 0)
    #expect(result.output == "no pending results\n")
    #expect(result.errors.isEmpty)
  }
}
