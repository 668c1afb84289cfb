internal import ArgumentParser
internal import Terminal
internal import Workbench

/// The failures of a command that continues after a failure, such as one that handles several sessions or fonts.
struct CommandFailures {
  /// Whether failures aren't printed, because the user sees them elsewhere.
  var isSilent = false
  private var code: Int32?

  /// Adds a failure, and prints it on standard error.
  mutating func add(_ failure: CommandFailure) {
    if !isSilent { StandardError.say(failure) }
    code = code ?? failure.code
  }

  /// Whether the list has no failures.
  var isEmpty: Bool { code == nil }

  /// Ends the command with the exit code of the first failure, or with `other` if there is no failure.
  func end(orElse other: Int32 = 0) throws {
    let code = code ?? other
    if code != 0 { throw ExitCode(code) }
  }
}
