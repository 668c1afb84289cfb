internal import ArgumentParser

/// The command `midirec report`.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Merge reports of midirec test",
    subcommands: [ReportMerge.self])
}
