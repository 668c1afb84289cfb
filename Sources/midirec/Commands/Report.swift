internal import ArgumentParser

/// `midirec report`: what can be done with the reports of runs.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Work with what midirec test has reported.",
    subcommands: [ReportMerge.self])
}
