import Foundation
import TestSupport
import Testing

/// `midirec test --watch` on a terminal.
@Suite(.enabled(if: Screen.isAvailable, "there is no tmux"))
struct WatchTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    try tree.makeSession("a", expectedAt: [0, 500])
    try tree.makeSession("b", expectedAt: [0, 500])
  }

  private func watch() async throws -> Screen {
    let screen = try await Screen.open(columns: 100, rows: 60)
    try await screen.run("cd '\(tree.folder.path)'; '\(TestEnvironment.midirec)' test --watch; echo code $?")
    return screen
  }

  /// Waits for lines that start with the given texts, in order.
  private func await(_ screen: Screen, _ starts: String...) async throws {
    try await screen.awaitLines(starts.joined(separator: ", ")) { lines in
      var rest = starts[...]
      for line in lines where rest.first.map(line.hasPrefix) == true { rest.removeFirst() }
      return rest.isEmpty
    }
  }

  /// Many editors write a new file, and rename it over the old one.
  @Test func onlySessionOfSavedFileRunsAgain() async throws {
    let screen = try await watch()
    try await self.await(screen, "2 passed in ", "midirec: watching 2 sessions; Ctrl-C ends")
    try tree.folder.write(Samples.file(notesAt: [0, 750]), to: "a/.take.mid.new")
    try FileManager.default.removeItem(atPath: tree.folder.path("a/take.mid"))
    try FileManager.default.moveItem(
      atPath: tree.folder.path("a/.take.mid.new"), toPath: tree.folder.path("a/take.mid"))
    try await self.await(screen, "take.mid changed", "a: different: 1 late", "0 passed, 1 different in ")
    // The pending file that the run wrote isn't a change.
    try tree.folder.write(Samples.file(notesAt: [0, 500]), to: "a/take.mid")
    try await self.await(
      screen, "0 passed, 1 different in ", "midirec: watching", "take.mid changed", "1 passed in ")
    try await screen.press("C-c")
    try await screen.awaitText("code 0")
  }

  @Test func newSessionRuns() async throws {
    let screen = try await watch()
    try await self.await(screen, "midirec: watching 2 sessions")
    try tree.makeSession("more/c", expectedAt: [0, 500])
    try await self.await(
      screen, "midirec: watching 2 sessions", "1 passed in ", "midirec: watching 3 sessions")
    try await screen.press("C-c")
    try await screen.awaitText("code 0")
  }
}
