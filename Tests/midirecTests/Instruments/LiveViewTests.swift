import Foundation
import MIDICore
import TestSupport
import Testing

/// `midirec grid` and `midirec piano` on a terminal.
@Suite(.enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"))
struct LiveViewTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Self.file(lasting: 600_000), to: "long.mid")
    try folder.write(try Self.file(lasting: 5000), to: "short.mid")
  }

  /// Returns a file with a C4 of the given length in milliseconds.
  private static func file(lasting milliseconds: Int64) throws -> [UInt8] {
    try Samples.file([
      (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
      (milliseconds, .noteOff(channel: .number(1), note: 60, velocity: 64)),
    ])
  }

  /// Opens a terminal, records its state, and starts midirec in it.
  private func open(
    _ command: String, _ file: String, variables: [String] = []
  ) async throws -> Screen {
    // The typed line names the program by a variable, so that it isn't wrapped.
    let screen = try await Screen.open(
      columns: 100, rows: 30, variables: variables + ["PROGRAM=\(TestEnvironment.midirec)"])
    try await screen.run("cd \(folder.path); stty -g >before; echo text before")
    try await screen.awaitLines("the text") { $0.contains("text before") }
    try await screen.run(
      "sh -c 'echo $$ >pid; exec $PROGRAM \(command) \(file)'; echo status $?")
    return screen
  }

  /// Waits until the image is visible.
  private func awaitPicture(of name: String, on screen: Screen) async throws {
    try await screen.awaitLines("a picture") { $0.first?.hasPrefix(name) == true && $0.count > 5 }
  }

  /// Expects the terminal to have the state from before midirec started.
  private func expectShell(on screen: Screen) async throws {
    #expect(try await screen.modes() == .ofShell)
    let lines = try await screen.lines()
    #expect(lines.contains("text before"))
    #expect(!lines.contains { $0.hasPrefix("long.mid") || $0.hasPrefix("short.mid") })
    try await screen.run("stty -g >after; echo settings noted")
    try await screen.awaitLines("the settings") { $0.contains("settings noted") }
    #expect(try folder.bytes("after") == folder.bytes("before"))
  }

  /// Waits until midirec sleeps below a whole picture after it has read so many bytes, and returns
  /// the numbers of bytes that it has read and written.
  private func awaitSleep(
    on screen: Screen, afterReading isRead: (Int) -> Bool = { _ in true }
  ) async throws -> (read: Int, written: Int) {
    func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    let process = "/proc/" + text(folder.path("pid")).filter(\.isNumber)
    func counts() -> (read: Int, written: Int) {
      let match = text("\(process)/io").firstMatch(of: /rchar: (\d+)\nwchar: (\d+)/)
      return (match.flatMap { Int($0.1) } ?? 0, match.flatMap { Int($0.2) } ?? 0)
    }
    try await screen.awaitLines("midirec sleeping") { lines in
      lines.contains { $0.hasPrefix("* C4") } && isRead(counts().read)
        && text("\(process)/stat").contains(") S ")
    }
    return counts()
  }

  /// The note's color, blue, as the terminal receives it.
  private static let blue = "2;30;108;255"

  @Test func pictureHasTrueColors() async throws {
    let screen = try await open("grid", "long.mid", variables: ["NO_COLOR="])
    try await awaitPicture(of: "long.mid", on: screen)
    #expect(try await screen.modes() == .ofPicture)
    #expect(try await screen.styledText().contains(Self.blue))
    try await screen.press("q")
    try await screen.awaitText("status 0")
  }

  @Test func endOfFileRestoresTerminal() async throws {
    let screen = try await open("grid", "short.mid")
    try await screen.awaitText("status 0")
    try await expectShell(on: screen)
  }

  @Test func symbolsReplaceColors() async throws {
    let screen = try await open("grid", "long.mid", variables: ["NO_COLOR=1"])
    try await awaitPicture(of: "long.mid", on: screen)
    #expect(try await screen.lines().contains { $0.contains("C4") })
    #expect(!(try await screen.styledText().contains("\u{1B}[")))
    try await screen.press("q")
    try await screen.awaitText("status 0")
  }

  @Test func dumbTerminalGetsTimeline() async throws {
    let screen = try await open("grid", "short.mid", variables: ["TERM=dumb"])
    let lines = try await screen.awaitText("status 0")
    #expect(lines.contains("midirec timeline 1"))
  }

  @Test(arguments: ["grid", "piano"])
  func resizeIsFollowed(command: String) async throws {
    let screen = try await open(command, "long.mid")
    try await awaitPicture(of: "long.mid", on: screen)
    try await screen.resize(columns: 60, rows: 14)
    // The heading ends with the time.
    try await screen.awaitLines("a narrower picture") {
      $0.first?.hasPrefix("long.mid") == true && 50...60 ~= $0[0].count && $0.count <= 14
    }
    try await screen.resize(columns: 90, rows: 28)
    try await screen.awaitLines("a wider picture") {
      $0.first?.hasPrefix("long.mid") == true && 80...90 ~= $0[0].count
    }
    try await screen.press("q")
    try await screen.awaitText("status 0")
  }

  @Test(arguments: [("grid", "q", 0), ("piano", "q", 0), ("grid", "Escape", 0), ("piano", "C-c", 130)])
  func keyEndsViewAndRestoresTerminal(command: String, key: String, status: Int) async throws {
    let screen = try await open(command, "long.mid")
    try await awaitPicture(of: "long.mid", on: screen)
    try await screen.press(key)
    try await screen.awaitText("status \(status)")
    try await expectShell(on: screen)
  }

  @Test(arguments: [(SIGTERM, 130), (SIGHUP, 130), (SIGINT, 130), (SIGQUIT, 0)])
  func signalEndsViewAndRestoresTerminal(number: Int32, status: Int) async throws {
    let screen = try await open("grid", "long.mid")
    try await awaitPicture(of: "long.mid", on: screen)
    let text = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
    kill(try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))), number)
    try await screen.awaitText("status \(status)")
    try await expectShell(on: screen)
  }

  @Test func ctrlZRestoresTerminalUntilResumed() async throws {
    let screen = try await open("grid", "long.mid")
    try await awaitPicture(of: "long.mid", on: screen)
    try await screen.press("C-z")
    try await screen.awaitText("Stopped")
    try await expectShell(on: screen)
    try await screen.run("fg")
    try await awaitPicture(of: "long.mid", on: screen)
    #expect(try await screen.modes().hasOtherScreen)
    try await screen.press("q")
    try await screen.awaitLines("the shell") { !$0.contains { $0.hasPrefix("long.mid") } }
    try await expectShell(on: screen)
  }

  @Test func keysWorkWhileFileComesFromPipe() async throws {
    let screen = try await open("grid", "- <long.mid")
    try await awaitPicture(of: "standard input", on: screen)
    try await screen.press("q")
    try await screen.awaitText("status 0")
    try await expectShell(on: screen)
  }

  @Test func unchangedViewWritesNoBytes() async throws {
    let screen = try await open("piano", "long.mid")
    try await awaitPicture(of: "long.mid", on: screen)
    // A part of the picture is visible before its write has returned.
    let before = try await awaitSleep(on: screen)
    // A key without a meaning wakes midirec.
    for _ in 0..<5 { try await screen.press("x") }
    let after = try await awaitSleep(on: screen) { $0 >= before.read + 5 }
    #expect(after.written == before.written)
    try await screen.press("Right")
    let moved = try await awaitSleep(on: screen) { $0 > after.read }
    #expect(moved.written > after.written)
    try await screen.press("q")
    try await screen.awaitText("status 0")
  }
}
