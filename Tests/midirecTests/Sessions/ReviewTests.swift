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

  private func review(columns: Int = 80, rows: Int = 40) async throws -> Screen {
    let screen = try await Screen.open(columns: columns, rows: rows)
    try await screen.run("cd '\(tree.folder.path)'; '\(TestEnvironment.midirec)' review; echo code $?")
    return screen
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

  @Test(.enabled(if: Screen.isAvailable, "there is no tmux"))
  func keyDecidesOnTerminal() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let screen = try await review()
    try await screen.awaitText("a, notes (1 of 4)")
    try await screen.awaitText("[a]ccept, accept [A]ll 3 that differ in this way, [r]eject, [s]kip, [q]uit?")
    // Keys without a meaning have no effect.
    try await screen.press("x", "Enter", "a")
    try await screen.awaitText("b, notes (2 of 4)")
    try await screen.press("r")
    try await screen.awaitText("c, notes (3 of 4)")
    try await screen.press("s")
    try await screen.awaitText("d, notes (4 of 4)")
    try await screen.press("q")
    try await screen.awaitText("1 accepted, 1 rejected, 2 left for later")
    try await screen.awaitText("code 1")
    let waiting = try tree.files().filter { $0.hasSuffix("pending.txt") }
    #expect(waiting == ["Recordings/c/notes.pending.txt", "Recordings/d/notes.pending.txt"])
    #expect(try !tree.text("Recordings/a/notes.expected.txt").contains("3.000000"))
    #expect(try tree.text("Recordings/b/notes.expected.txt").contains("3.000000"))
  }

  /// a, b, and c lack the same note, and d is new.
  @Test(.enabled(if: Screen.isAvailable, "there is no tmux"))
  func changesOfOneKindAreAcceptedAndUndoneAtOnce() async throws {
    #expect(try await tree.midirec("test").status == 1)
    try tree.makeSession("Recordings/e", notesAt: [0], expectedAt: [0, 500])
    #expect(try await tree.midirec("test", "e").status == 1)
    let before = try tree.files().map { try tree.folder.bytes($0) }
    let screen = try await review(columns: 120, rows: 60)
    try await screen.awaitText("accept [A]ll 4 that differ in this way")
    try await screen.press("A")
    try await screen.awaitText("d, notes (4 of 5)")
    try await screen.awaitText("[a]ccept, [r]eject, [s]kip, [u]ndo, [q]uit?")
    #expect(try tree.files().filter { $0.hasSuffix("pending.txt") } == ["Recordings/d/notes.pending.txt"])
    try await screen.press("u")
    try await screen.awaitLines("the first change again") { lines in
      lines.count { $0 == "a, notes (1 of 5)" } == 2
    }
    #expect(try tree.files().map { try tree.folder.bytes($0) } == before)
    try await screen.press("q")
    try await screen.awaitText("5 left for later")
  }

  @Test(.enabled(if: Screen.isAvailable, "there is no tmux"))
  func undoRestoresRejectedAndNewResults() async throws {
    #expect(try await tree.midirec("test", "c", "d").status == 1)
    let before = try tree.files().map { try tree.folder.bytes($0) }
    let screen = try await review(columns: 120, rows: 60)
    try await screen.awaitText("[a]ccept, [r]eject, [s]kip, [q]uit?")
    try await screen.press("r")
    try await screen.awaitText("d, notes (2 of 2)")
    try await screen.press("a")
    try await screen.awaitText("That was the last one. [u]ndo, [q]uit?")
    #expect(try tree.files().count { $0.hasSuffix("pending.txt") } == 0)
    try await screen.press("u")
    try await screen.awaitLines("the second change again") { lines in
      lines.count { $0 == "d, notes (2 of 2)" } == 2
    }
    try await screen.press("u")
    try await screen.awaitLines("the first change again") { lines in
      lines.count { $0 == "c, notes (1 of 2)" } == 2
    }
    #expect(try tree.files().map { try tree.folder.bytes($0) } == before)
    try await screen.press("q")
    try await screen.awaitText("2 left for later")
  }

  @Test(.enabled(if: Screen.isAvailable, "there is no tmux"))
  func ctrlCRestoresTerminal() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let files = try tree.files()
    let screen = try await review()
    try await screen.awaitText("[a]ccept")
    try await screen.press("C-c")
    try await screen.awaitText("code 130")
    // The terminal echoes typed text again.
    try await screen.run("stty -a | grep -o ' echo '; stty -a | grep -o ' icanon '")
    // Separate lines, because the typed command also contains the words.
    try await screen.awaitLines("echo and icanon") { lines in
      Set(lines.map { $0.trimmingCharacters(in: .whitespaces) }).isSuperset(of: ["echo", "icanon"])
    }
    #expect(try tree.files() == files)
  }

  @Test(.enabled(if: Screen.isAvailable, "there is no tmux"))
  func ctrlDQuits() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let screen = try await review()
    try await screen.awaitText("[a]ccept")
    try await screen.press("C-d")
    try await screen.awaitText("4 left for later")
    try await screen.awaitText("code 1")
  }

  @Test(.enabled(if: Screen.isAvailable, "there is no tmux"))
  func narrowTerminalShowsQuestion() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let screen = try await Screen.open(columns: 24, rows: 40)
    try await screen.run("cd '\(tree.folder.path)'; clear; '\(TestEnvironment.midirec)' review --filter d")
    try await screen.awaitText("[a]ccept")
    try await screen.press("a")
    try await screen.awaitText("That was the last one.")
    try await screen.press("q")
    try await screen.awaitText("1 accepted")
    #expect(try tree.files().contains("Recordings/d/notes.expected.txt"))
  }
}
