import TestSupport
import Testing

/// A long run on a terminal that Ctrl-C interrupts.
@Suite(.enabled(if: Screen.isAvailable, "there is no tmux"))
struct InterruptedRunTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    try tree.makeSession("a", "x: y\n")
    // Each takes longer than any test, because its recording is played a million times.
    for number in 0..<4 { try tree.makeSession("b\(number)", notesAt: (0..<200).map { $0 * 100 }) }
  }

  private func screen(columns: Int) async throws -> Screen {
    let screen = try await Screen.open(columns: columns)
    let options = "test --jobs 1 --repeat 1000000"
    try await screen.run(
      "cd '\(tree.folder.path)'; clear; '\(TestEnvironment.midirec)' \(options); echo code $?")
    return screen
  }

  @Test func resultsSoFarAreReported() async throws {
    let screen = try await screen(columns: 100)
    try await screen.awaitText("1 of 5 sessions, 1 not as expected")
    try await screen.press("C-c")
    let lines = try await screen.awaitText("code 130")
    // A terminal that shows both streams gets it once.
    #expect(lines.count { $0.contains("./a/session.yaml:1: unknown key \"x\"") } == 1)
    #expect(lines.contains("midirec: interrupted; 4 sessions not run"))
    // The progress line is gone.
    #expect(!lines.contains { $0.contains("of 5 sessions") })
    #expect(try !tree.files().contains { $0.hasSuffix("pending.txt") })
  }

  @Test func narrowTerminalShowsStartOfProgress() async throws {
    let screen = try await screen(columns: 20)
    try await screen.awaitText("1 of 5 sessions, 1")
    try await screen.press("C-c")
    try await screen.awaitText("code 130")
  }
}
