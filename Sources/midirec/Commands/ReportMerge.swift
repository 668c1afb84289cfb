internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import System
internal import SystemPackage
internal import Terminal

/// The command `midirec report merge`.
struct ReportMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the reports of several machines",
    discussion: """
      Each machine runs one part of the sessions and writes a report file. Merging all parts gives the \
      report of a single run.

        midirec test --shard 1/2 --report part-1.json     on one machine
        midirec test --shard 2/2 --report part-2.json     on another machine
        midirec report merge part-1.json part-2.json --junit report.xml --html report

      The exit code is that of the whole run, such as 0 if every result is as expected, or 130 if a part was \
      interrupted. Other exit codes:
        65      a file isn't a report, or the parts aren't those of one run
        66      a file doesn't exist, or no part ran a session
        73, 74  a report can't be written
      """)

  @Argument(help: "Report files of midirec test --report, in any order")
  var parts: [String]

  @OptionGroup var output: ReportOptions

  func validate() throws {
    if parts.contains("") { throw ValidationError("Give the name of a file.") }
    try output.check()
  }

  func run() throws {
    let reports = output.reports()
    try reports.check()
    var whole: RunReport
    do {
      whole = try RunReport(merging: try parts.map { ($0, try Self.report(in: $0)) })
    } catch let error as RunReport.MergeError {
      throw CommandFailure(CommandFailure.badData, "\(error)".printable)
    }
    if whole.isEmpty {
      throw CommandFailure(
        CommandFailure.noInput, "no part ran a session; check the paths and options of midirec test")
    }
    whole.invocation?.command = InvocationClock.commandLine
    // As in midirec test, a run without sessions prints no text.
    try output.show(whole, asText: output.showsText() && whole.sessionCount > 0)
    if output.github { try GitHubStep(whole.outcomes).report(onStandardOutput: output.showsText()) }
    try reports.write(whole)
    try output.showPage(of: whole, asText: output.showsText() && whole.sessionCount > 0)
    if whole.notRunCount > 0 {
      let reason = whole.isInterrupted ? "interrupted" : "stopped at the first failure"
      StandardError.say("\(reason); \(pluralized(whole.notRunCount, "session")) not run")
    }
    let code = whole.isInterrupted ? CommandFailure.interrupted : whole.exitCode
    if code != 0 { throw ExitCode(code) }
  }

  private static func report(in file: String) throws -> RunReport {
    do {
      let bytes = try FileSystem.bytes(of: FilePath(argument: file)) { $0.first == UInt8(ascii: "{") }
      return try RunReport(bytes: bytes, .midirec)
    } catch let error as FileError {
      throw CommandFailure(CommandFailure(error).code, "\(error)".printable)
    } catch let error as RunReport.ReadingError {
      throw CommandFailure(CommandFailure.badData, "\(file) \(error)".printable)
    }
  }
}
