internal import Foundation

/// A terminal in which a test runs a program, presses keys, and reads the screen.
///
/// Each terminal has its own tmux server, which ends with the test.
package final class Screen: Sendable {
  /// An error of a screen that never matched.
  package struct NotSeen: Error, CustomStringConvertible {
    /// The expectation, and the screen.
    package let description: String
  }

  /// The time limit for a screen to match: at least two minutes and a hundred looks, because a test among many may wait
  /// for minutes. On a simulated machine, only sleeping takes time.
  private struct Patience {
    private let end = Date.now + (TestEnvironment.isOnSimulatedMachine ? 10 : 120)
    private var lookCount = 0

    /// Waits for a moment.
    ///
    /// - Returns: `false` if the limit is reached.
    mutating func isLeft() async throws -> Bool {
      lookCount += 1
      guard Date.now < end || lookCount < 100 else { return false }
      try await Task.sleep(for: .milliseconds(20))
      return true
    }
  }

  private let socket: String
  /// The server, a child of the test: a daemon would keep inherited descriptors open, and the parent waits for their
  /// end.
  private let server: Program

  /// Whether tmux is installed.
  package static var isAvailable: Bool { TestEnvironment.hasProgram("tmux") }

  /// Opens a terminal with a shell whose prompt is `ready$`.
  ///
  /// - Parameter variables: Additional environment variables, such as `NO_COLOR=1`.
  package static func open(columns: Int = 80, rows: Int = 24, variables: [String] = []) async throws -> Screen
  {
    let screen = try Screen(socket: "midirec-test-\(UUID().uuidString)")
    let variables = ["PS1=ready$ ", "TERM=screen"] + variables
    let newSession =
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env"] + variables + [
        "bash", "--norc", "--noprofile",
      ]
    // The server takes a moment to listen.
    var patience = Patience()
    while try await screen.run(newSession).status != 0, try await patience.isLeft() {}
    try await screen.awaitText("ready$")
    return screen
  }

  private init(socket: String) throws {
    self.socket = socket
    server = try Program.start("tmux", ["-L", socket, "-f", "/dev/null", "-D"])
  }

  /// Ends the terminal and its programs.
  deinit { server.signal(SIGTERM) }

  /// Presses keys by their tmux names, such as `Down`, `Enter`, and `C-c`, and types other words.
  package func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Types a command and presses Enter.
  package func run(_ command: String) async throws {
    try await tmux(["send-keys", "-l", command])
    try await press("Enter")
  }

  /// Resizes the terminal, and returns once its programs can see that.
  package func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    let terminal = try await tmux(["display-message", "-p", "#{pane_tty}"]).filter { !$0.isNewline }
    // tmux changes the terminal some time after it has answered.
    var patience = Patience()
    while try await Program.run("stty", ["-F", terminal, "size"]).output != "\(rows) \(columns)\n" {
      guard try await patience.isLeft() else { throw NotSeen(description: "no resize of \(terminal)") }
    }
  }

  /// Returns the lines of the screen without empty lines at the end.
  package func lines() async throws -> [String] {
    let text = try await tmux(["capture-pane", "-p"])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines[...(lines.lastIndex { !$0.isEmpty } ?? -1)])
  }

  /// Reads the screen until it matches. Each read starts a process.
  ///
  /// - Returns: The lines.
  /// - Throws: ``NotSeen`` if it doesn't match within two minutes.
  @discardableResult
  package func awaitLines(
    _ wanted: String, where isSo: ([String]) -> Bool
  ) async throws -> [String] {
    var patience = Patience()
    while true {
      let lines = try await lines()
      if isSo(lines) { return lines }
      if try await !patience.isLeft() {
        throw NotSeen(description: "not seen: \(wanted); the screen:\n" + lines.joined(separator: "\n"))
      }
    }
  }

  /// Reads the screen until a line contains a text.
  @discardableResult
  package func awaitText(_ text: String) async throws -> [String] {
    try await awaitLines(text) { lines in lines.contains { $0.contains(text) } }
  }

  /// Returns the screen with the control sequences of its colors and styles.
  package func styledText() async throws -> String { try await tmux(["capture-pane", "-e", "-p"]) }

  /// Returns the state of the terminal.
  package func modes() async throws -> Modes {
    let flags = try await tmux(["display-message", "-p", "#{cursor_flag}#{alternate_on}#{mouse_any_flag}"])
    return Modes(
      hasCursor: flags.hasPrefix("1"), hasOtherScreen: flags.dropFirst().hasPrefix("1"),
      reportsPointer: flags.dropFirst(2).hasPrefix("1"))
  }

  /// The state of a terminal that control sequences set.
  package struct Modes: Hashable, Sendable {
    /// Whether the cursor is visible.
    package var hasCursor: Bool
    /// Whether the alternate screen is shown.
    package var hasOtherScreen: Bool
    /// Whether the pointer is reported.
    package var reportsPointer: Bool

    /// The state that a shell uses.
    package static let ofShell = Modes(hasCursor: true, hasOtherScreen: false, reportsPointer: false)
    /// The state that a full-screen program uses.
    package static let ofPicture = Modes(hasCursor: false, hasOtherScreen: true, reportsPointer: false)
  }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run("tmux", ["-L", socket, "-N"] + arguments)
  }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    let result = try await run(arguments)
    guard result.status == 0 else { throw NotSeen(description: "tmux \(arguments): \(result.errors)") }
    return result.output
  }
}
