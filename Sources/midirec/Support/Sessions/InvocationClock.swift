internal import FoundationEssentials
internal import MIDICore
internal import Reports
internal import System

/// The start of a command, from which the header of its reports is made.
struct InvocationClock {
  private let date = Date()
  private let start = ContinuousClock.now

  /// The invocation up to now.
  var invocation: RunInvocation {
    RunInvocation(
      start: date, duration: Nanoseconds(ContinuousClock.now - start), command: Self.commandLine,
      version: Midirec.version)
  }

  /// The command line of this process as a shell takes it, with the program's name without its folder.
  static var commandLine: String {
    (["midirec"] + ProcessEnvironment.commandLine.dropFirst().map(\.shellWord)).joined(separator: " ")
      .printable
  }
}
