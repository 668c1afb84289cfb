internal import ArgumentParser

/// The command `midirec report`.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Open or merge reports of midirec test",
    subcommands: [ReportOpen.self, ReportMerge.self])
}
