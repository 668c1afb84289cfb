internal import Foundation

/// A terminal in which a test runs a program, as a person would: keys are pressed, and the screen is looked at. A
/// server of tmux of its own, gone when the test is over.
package final class Screen: Sendable {
  /// Why the screen never looked as expected.
  package struct NotSeen: Error, CustomStringConvertible {
    /// What was looked for, and the screen.
    package let description: String
  }

  /// The time that a screen has to look as expected: two minutes at least, and a hundred looks, because among many tests
  /// one may not get to look for minutes. On a simulated machine, programs need no time but that for which they sleep.
  private struct Patience {
    private let end = Date.now + (TestEnvironment.isOnSimulatedMachine ? 10 : 120)
    private var lookCount = 0

    /// Waits for a moment.
    ///
    /// - Returns: Whether it is worth another look.
    mutating func isLeft() async throws -> Bool {
      lookCount += 1
      guard Date.now < end || lookCount < 100 else { return false }
      try await Task.sleep(for: .milliseconds(20))
      return true
    }
  }

  private let socket: String
  /// The server, which stays a child of the test: a daemon would keep what it inherits, by which the end of the program
  /// that starts it is known.
  private let server: Program

  /// Whether there are terminals for tests here.
  package static var isAvailable: Bool { TestEnvironment.hasProgram("tmux") }

  /// Opens a terminal with a shell in it, whose prompt is `ready$`.
  ///
  /// - Parameter variables: What is in the environment on top, such as `NO_COLOR=1`.
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

  /// Ends the terminal, and what runs in it.
  deinit { server.signal(SIGTERM) }

  /// Presses keys, by the names that tmux has for them: `Down`, `Enter`, `C-c`; other words are typed.
  package func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Types a command and presses Enter.
  package func run(_ command: String) async throws {
    try await tmux(["send-keys", "-l", command])
    try await press("Enter")
  }

  /// Gives the terminal another size.
  package func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The lines that are on the screen, without empty ones at the end.
  package func lines() async throws -> [String] {
    let text = try await tmux(["capture-pane", "-p"])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines[...(lines.lastIndex { !$0.isEmpty } ?? -1)])
  }

  /// Looks at the screen until it is as it should be; each look starts a process, so it is not looked at too often.
  ///
  /// - Returns: Its lines.
  /// - Throws: ``NotSeen`` when it isn't within two minutes.
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

  /// Looks at the screen until a text is in one of its lines.
  @discardableResult
  package func awaitText(_ text: String) async throws -> [String] {
    try await awaitLines(text) { lines in lines.contains { $0.contains(text) } }
  }

  /// What is on the screen, with the control sequences that its colors and styles take.
  package func styledText() async throws -> String { try await tmux(["capture-pane", "-e", "-p"]) }

  /// How the terminal is: whether its cursor is seen, whether a program has a screen of its own, whether the pointer is
  /// reported.
  package func modes() async throws -> Modes {
    let flags = try await tmux(["display-message", "-p", "#{cursor_flag}#{alternate_on}#{mouse_any_flag}"])
    return Modes(
      hasCursor: flags.hasPrefix("1"), hasOtherScreen: flags.dropFirst().hasPrefix("1"),
      reportsPointer: flags.dropFirst(2).hasPrefix("1"))
  }

  /// How a terminal is set by control sequences.
  package struct Modes: Hashable, Sendable {
    /// Whether its cursor is seen.
    package var hasCursor: Bool
    /// Whether a program has a screen of its own.
    package var hasOtherScreen: Bool
    /// Whether the pointer is reported.
    package var reportsPointer: Bool

    /// As a shell has it.
    package static let ofShell = Modes(hasCursor: true, hasOtherScreen: false, reportsPointer: false)
    /// As a program has it that shows a picture.
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
