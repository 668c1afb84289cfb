internal import ArgumentParser
internal import Terminal

/// What went wrong with some of several things that a command was given, such as sessions or fonts, while it goes on with the
/// others.
struct CommandFailures {
  /// Whether nothing is said because a person sees it elsewhere.
  var isSilent = false
  private var code: Int32?

  /// Makes a list without failures.
  init(isSilent: Bool = false) { self.isSilent = isSilent }

  /// Says what went wrong, in a line on standard error.
  mutating func add(_ failure: CommandFailure) {
    if !isSilent { StandardError.say(failure) }
    code = code ?? failure.code
  }

  /// Whether nothing went wrong so far.
  var isEmpty: Bool { code == nil }

  /// Ends the command with the code of the first failure, or with this one where there was none.
  func end(orElse other: Int32 = 0) throws {
    let code = code ?? other
    if code != 0 { throw ExitCode(code) }
  }
}
