internal import ArgumentParser
internal import Programs

/// The command `midirec program-job`: the part of a session that runs on a simulated machine, for use by midirec
/// itself.
struct ProgramJobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProgramJobRunner.commandName, abstract: "Run a program under test, for midirec itself",
    shouldDisplay: false)

  func run() throws { try ProgramJobRunner.run() }
}
