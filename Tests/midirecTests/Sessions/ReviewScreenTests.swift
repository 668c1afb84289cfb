import Foundation
import TestSupport
import Testing

/// The screen and the keys of `midirec review` on a terminal.
@Suite(.enabled(if: Screen.isAvailable, "there is no tmux"))
struct ReviewScreenTests {
  let tree: SessionTree

  /// Creates sessions that lack the same note; d is new.
  init() async throws {
    tree = try SessionTree()
    for name in ["a", "b", "c", "d"] {
      try tree.makeSession("Recordings/\(name)", expectedAt: name == "d" ? nil : [0, 500, 3000])
    }
  }

  private func review(
    columns: Int = 80, rows: Int = 40, variables: String = "", filter: String = ""
  ) async throws -> Screen {
    #expect(try await tree.midirec("test").status == 1)
    let screen = try await Screen.open(columns: columns, rows: rows)
    let command = "\(variables) '\(TestEnvironment.midirec)' review \(filter)"
    try await screen.run("cd '\(tree.folder.path)'; clear; \(command); echo code $?")
    return screen
  }

  private var pendingFiles: [String] {
    get throws { try tree.files().filter { $0.hasSuffix("pending.txt") } }
  }

  private var contents: [[UInt8]] { get throws { try tree.files().map { try tree.folder.bytes($0) } } }

  /// Writes a program that passes a file on to ``passedFile()``.
  private func makePassingProgram(_ name: String) async throws {
    try tree.folder.write(Array("#!/bin/sh\ncat \"$1\" > passed\n".utf8), to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tree.folder.path(name))
    #expect(try await Program.run("mkfifo", [tree.folder.path("passed")]).status == 0)
  }

  /// Waits for the file that a program passes on.
  private func passedFile() async throws -> [UInt8] {
    let copy = try await Program.run("sh", ["-c", "cat passed > copy"], in: tree.folder.path)
    #expect(copy.status == 0)
    return try tree.folder.bytes("copy")
  }

  @Test func keysDecide() async throws {
    let screen = try await review()
    try await screen.awaitText("a, notes (1 of 4)")
    try await screen.awaitText("[a]ccept, accept [A]ll 3 that differ in this way, [r]eject, [s]kip")
    // Keys without a meaning have no effect.
    try await screen.press("x", "Enter", "a")
    try await screen.awaitText("b, notes (2 of 4)")
    try await screen.press("r")
    try await screen.awaitText("c, notes (3 of 4)")
    try await screen.press("s")
    try await screen.awaitText("d, notes (4 of 4)")
    try await screen.press("q")
    for line in [
      "accepted a, notes", "rejected b, notes", "1 accepted, 1 rejected, 2 left for later", "code 1",
    ] {
      try await screen.awaitText(line)
    }
    #expect(try pendingFiles == ["Recordings/c/notes.pending.txt", "Recordings/d/notes.pending.txt"])
    #expect(try !tree.text("Recordings/a/notes.expected.txt").contains("3.000000"))
    #expect(try tree.text("Recordings/b/notes.expected.txt").contains("3.000000"))
  }

  @Test func changesOfOneKindAreAcceptedAndUndoneAtOnce() async throws {
    let screen = try await review(columns: 120)
    try await screen.awaitText("accept [A]ll 3 that differ in this way")
    let before = try contents
    try await screen.press("A")
    try await screen.awaitText("d, notes (4 of 4)")
    #expect(try pendingFiles == ["Recordings/d/notes.pending.txt"])
    try await screen.press("u")
    try await screen.awaitText("a, notes (1 of 4)")
    #expect(try contents == before)
  }

  @Test(arguments: ["pending", "expected"])
  func resultIsNotAcceptedIfAFileHasChangedSinceItWasShown(_ changed: String) async throws {
    let screen = try await review(columns: 120, filter: "--filter a --filter b")
    try await screen.awaitText("accept [A]ll 2 that differ in this way")
    for name in ["a", "b"] {
      switch changed {
      case "pending": try tree.makeSession("Recordings/\(name)", notesAt: [0], expectedAt: [0, 500, 3000])
      default: try tree.makeSession("Recordings/\(name)", expectedAt: [0, 500, 4000])
      }
    }
    if changed == "pending" { #expect(try await tree.midirec("test").status == 1) }
    let before = try contents
    try await screen.press("A")
    try await screen.awaitText("notes.\(changed).txt: has changed since it was shown; review it again")
    try await screen.awaitText("a, notes (1 of 2)")
    #expect(try contents == before)
    let pending = try tree.text("Recordings/a/notes.pending.txt")
    try await screen.press("a")
    try await screen.awaitText("b, notes (2 of 2)")
    #expect(try tree.text("Recordings/a/notes.expected.txt") == pending)
  }

  @Test func undoRestoresRejectedAndNewResults() async throws {
    let screen = try await review(filter: "--filter c --filter d")
    try await screen.awaitText("c, notes (1 of 2)")
    let before = try contents
    try await screen.press("r")
    try await screen.awaitText("d, notes (2 of 2)")
    try await screen.press("a")
    try await screen.awaitText("That was the last one.")
    try await screen.press("u")
    try await screen.awaitText("d, notes (2 of 2)")
    try await screen.press("u")
    try await screen.awaitText("c, notes (1 of 2)")
    #expect(try contents == before)
    try await screen.press("q")
    try await screen.awaitText("2 left for later")
  }

  /// A result with more lines than the terminal.
  @Test(arguments: [60, 80, 120]) func longResultScrollsBetweenHeaderAndKeys(columns: Int) async throws {
    try tree.makeSession("Recordings/a", notesAt: [0], expectedAt: (0..<60).map { $0 * 100 })
    let screen = try await review(columns: columns, rows: 24)
    let first = try await screen.awaitText("[q]uit")
    #expect(first.count == 24)
    #expect(first[0] == "a, notes (1 of 4)")
    #expect(first[1].contains(" lines 1 to "))
    #expect(first.contains { $0.contains("different: ") })
    #expect(first.allSatisfy { $0.count < columns })
    try await screen.press("PageDown")
    let second = try await screen.awaitLines("the second page") { !$0[1].contains(" lines 1 to ") }
    #expect(second[0] == first[0])
    #expect(second.last == first.last)
    try await screen.press("End")
    try await screen.awaitText("5.900000 1 1 note")
    try await screen.press("Home")
    try await screen.awaitLines("the first page again") { $0 == first }
  }

  @Test func arrowsAndNumbersGoToResults() async throws {
    let screen = try await review()
    try await screen.awaitText("a, notes (1 of 4)")
    try await screen.press("Right", "Right")
    try await screen.awaitText("c, notes (3 of 4)")
    try await screen.press("Left")
    try await screen.awaitText("b, notes (2 of 4)")
    try await screen.press("a", "g", "2")
    try await screen.awaitText("go to result 2_ of 4")
    try await screen.press("Enter")
    try await screen.awaitText("result 2 is already accepted")
    try await screen.press("g", "4", "Enter")
    try await screen.awaitText("d, notes (4 of 4)")
    try await screen.press("g", "9", "Enter")
    try await screen.awaitText("there are 4 results")
    try await screen.press("q")
    try await screen.awaitText("1 accepted, 3 left for later")
  }

  @Test func pageOpensInBrowser() async throws {
    try await makePassingProgram("browser")
    let screen = try await review(variables: "BROWSER=./browser XDG_STATE_HOME=$PWD/state TMPDIR=$PWD/empty")
    try await screen.awaitText("open [p]age")
    try await screen.press("p")
    #expect(try await String(decoding: passedFile(), as: UTF8.self).contains("<title>a, notes</title>"))
    try await screen.awaitText("opened")
    #expect(try tree.folder.bytes("state/midirec/review.html").isEmpty == false)
  }

  @Test func runIsReviewedAtOnce() async throws {
    let screen = try await Screen.open(columns: 80, rows: 40)
    let command = "'\(TestEnvironment.midirec)' test --review"
    try await screen.run("cd '\(tree.folder.path)'; unset CI; clear; \(command); echo code $?")
    try await screen.awaitText("a, notes (1 of 4)")
    try await screen.press("A")
    try await screen.awaitText("d, notes (4 of 4)")
    try await screen.press("a", "q")
    try await screen.awaitText("4 accepted")
    try await screen.awaitText("code 0")
    #expect(try pendingFiles == [])
  }

  @Test func failingPlayerIsReported() async throws {
    let screen = try await review(variables: "MIDIREC_PLAYER=false")
    try await screen.awaitText("[e]xpected")
    try await screen.press("e")
    try await screen.awaitText("can't play: false ended with status 1; set MIDIREC_PLAYER to another player")
  }

  @Test func bothVersionsAreHeard() async throws {
    try await makePassingProgram("player")
    let screen = try await review(variables: "MIDIREC_PLAYER=./player")
    var sizes: [Int] = []
    for (key, name) in [("e", "expected"), ("n", "new")] {
      try await screen.awaitText("hear [e]xpected or [n]ew")
      try await screen.press(key)
      let sound = try await passedFile()
      #expect(sound.starts(with: Array("RIFF".utf8)))
      sizes.append(sound.count)
      try await screen.awaitText("playing the \(name) version")
    }
    // The expected version has a further note at 3 s.
    #expect(sizes[0] > sizes[1] + 300_000, "\(sizes)")
  }

  @Test func missingPlayerIsReported() async throws {
    let screen = try await review(variables: "PATH=/nowhere")
    try await screen.awaitText("[e]xpected")
    try await screen.press("e")
    try await screen.awaitText("no audio player found")
  }

  @Test func ctrlCRestoresTerminal() async throws {
    let screen = try await review()
    try await screen.awaitText("[a]ccept")
    let before = try contents
    try await screen.press("C-c")
    try await screen.awaitText("code 130")
    // The terminal echoes typed text again.
    try await screen.run("stty -a | grep -o ' echo '; stty -a | grep -o ' icanon '")
    // Separate lines, because the typed command also contains the words.
    try await screen.awaitLines("echo and icanon") { lines in
      Set(lines.map { $0.trimmingCharacters(in: .whitespaces) }).isSuperset(of: ["echo", "icanon"])
    }
    #expect(try contents == before)
  }

  @Test func ctrlDQuits() async throws {
    let screen = try await review()
    try await screen.awaitText("[a]ccept")
    try await screen.press("C-d")
    try await screen.awaitText("4 left for later")
    try await screen.awaitText("code 1")
  }

  @Test func narrowTerminalShowsKeys() async throws {
    let screen = try await review(columns: 24, filter: "--filter d")
    try await screen.awaitText("[a]ccept")
    try await screen.press("a")
    try await screen.awaitText("That was the last one.")
    try await screen.press("q")
    try await screen.awaitText("1 accepted")
    #expect(try tree.files().contains("Recordings/d/notes.expected.txt"))
  }
}
