import Foundation
import TestSupport
import Testing

/// The picker in a terminal.
@Suite(
  .onSimulatedMachine,
  .enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"))
struct PickerOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts midirec so that it shows the picker.
  private func open(columns: Int = 80, rows: Int = 24) async throws -> Screen {
    let screen = try await Screen.open(
      columns: columns, rows: rows, variables: ["XDG_CONFIG_HOME=\(folder.path)", "NO_COLOR=1"])
    let command = "echo $$ >\(folder.path("pid")); exec \(TestEnvironment.midirec) ports alias it"
    try await screen.run("sh -c '\(command)'; echo status $?")
    try await screen.awaitText("> 14:0")
    return screen
  }

  private func storedName() throws -> String? {
    let book =
      try JSONSerialization.jsonObject(
        with: Data(try folder.bytes("midirec/endpoints.json"))) as? [String: Any]
    let aliases = book?["aliases"] as? [String: [String: Any]]
    return aliases?["it"]?["displayName"] as? String
  }

  private func createPort(_ name: String) async throws -> Program {
    let program = try Program.start(TestEnvironment.midirec, ["ports", "create", name])
    try await program.line(containing: "created")
    return program
  }

  @Test func arrowsAndEnterChooseAndListDisappears() async throws {
    let screen = try await open()
    let list = try await screen.lines()
    #expect(list.first == "Choose port")
    #expect(list.contains("  14:1 Midi Through Port-1"))
    #expect(list.contains("  none"))
    try await screen.press("Down", "Down", "Up", "Enter")
    let after = try await screen.awaitText("status 0")
    #expect(after.contains("midirec: port: 14:1 Midi Through Port-1"))
    #expect(!after.contains { $0.contains("14:0") })
    #expect(try storedName() == "Midi Through Port-1")
    // The terminal echoes typed text again.
    try await screen.run("echo typed")
    try await screen.awaitLines("an echo") {
      $0.contains("typed") && $0.contains { $0.hasSuffix("$ echo typed") }
    }
  }

  @Test func listFollowsEndpointsAndKeepsSelection() async throws {
    let screen = try await open()
    let visitor = try await createPort("Visitor")
    try await screen.awaitText("Visitor")
    try await screen.press("v", "i", "s")
    try await screen.awaitLines("the visitor alone") { $0.first == "port: vis_" && $0[1].hasPrefix(">") }
    try await screen.press("C-u", "End", "Up", "Home")
    try await screen.awaitLines("the visitor") {
      $0.contains { $0.hasPrefix("> ") && $0.hasSuffix("Visitor") }
    }
    #expect(await visitor.interrupt().status == 0)
    try await screen.awaitText("> missing Visitor")
    let again = try await createPort("Visitor")
    try await screen.awaitLines("the visitor again") {
      $0.contains { $0.hasPrefix("> 1") && $0.hasSuffix("Visitor") }
    }
    _ = await again.interrupt()
    try await screen.awaitText("> missing Visitor")
    try await screen.press("Enter")
    #expect(
      try await screen.awaitText("status 0").contains("midirec: port: Visitor, which isn't connected"))
    #expect(try storedName() == "Visitor")
  }

  @Test(arguments: ["Escape", "C-c"])
  func leavingTheListCancels(key: String) async throws {
    let screen = try await open()
    try await screen.press(key)
    #expect(try await screen.awaitText("status 130").contains("midirec: no port was chosen"))
    #expect(try folder.names() == ["pid"])
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func signalRestoresTerminal(number: Int32) async throws {
    let screen = try await open()
    let text = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
    kill(try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))), number)
    try await screen.awaitText("status 130")
    try await screen.run("stty -a")
    try await screen.awaitLines("the settings of a shell's terminal") { lines in
      lines.contains { $0.contains(" icanon") } && lines.contains { $0.contains(" echo ") }
    }
  }

  @Test func ctrlZHidesListUntilResumed() async throws {
    let screen = try await open()
    try await screen.press("Down")
    try await screen.awaitText("> 14:1")
    try await screen.press("C-z")
    try await screen.awaitText("Stopped")
    try await screen.run("echo between")
    try await screen.awaitLines("the shell") { $0.contains("between") }
    try await screen.run("fg")
    try await screen.awaitText("> 14:1")
    try await screen.press("Down", "Enter")
    try await screen.awaitText("port: 14:2 Midi Through Port-2")
  }

  @Test func smallTerminalShowsSelectionAndResizeShowsRest() async throws {
    let screen = try await open(columns: 20, rows: 4)
    try await screen.press("Down", "Down", "Down")
    let list = try await screen.awaitText("> 14:3")
    #expect(list.count == 4)
    #expect(list[0] == "Choose port 4/9")
    #expect(list[2] == "> 14:3 Midi Throug…")
    try await screen.resize(columns: 60, rows: 20)
    #expect(try await screen.awaitText("> 14:3 Midi Through Port-3").count == 11)
    try await screen.resize(columns: 30, rows: 2)
    try await screen.awaitLines("two lines") {
      $0 == ["Choose port 4/9", "> 14:3 Midi Through Port-3"]
    }
    try await screen.press("Escape")
  }
}
