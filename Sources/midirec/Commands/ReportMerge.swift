internal import ArgumentParser
internal import FileIO
internal import MIDICore
internal import Reports
internal import SystemPackage
internal import Terminal

/// `midirec report merge`: one report of what several machines have found.
struct ReportMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the reports of all parts of a run together.",
    discussion: """
      Each machine runs its part and keeps what it found; one of them has the report that a run of all sessions would \
      have given, byte for byte.

        midirec test --shard 1/2 --report part-1.json     on one machine
        midirec test --shard 2/2 --report part-2.json     on another one
        midirec report merge part-1.json part-2.json --junit report.xml --html report

      Exit code as that of the whole run: 0 if all is as expected, 1 if something isn't, and so on; 130 if a part was \
      interrupted. 65 if a file is no report, or parts are missing, there twice, or not of one run; 66 if a file isn't \
      there; 73 or 74 if a report can't be written.
      """)

  @Argument(help: "What midirec test --report has written, in any order.")
  var parts: [String]

  @OptionGroup var output: ReportOptions

  func validate() throws {
    if parts.contains("") { throw ValidationError("Give the name of a file.") }
    try output.check()
  }

  func run() throws {
    let reports = output.reports()
    try reports.check()
    let whole: RunReport
    do {
      whole = try RunReport(merging: try parts.map { ($0, try Self.report(in: $0)) })
    } catch let error as RunReport.MergeError {
      throw CommandFailure(CommandFailure.badData, "\(error)".printable)
    }
    // As midirec test has it, whose parts may all have been empty.
    try output.show(whole, asText: output.showsText() && whole.sessionCount > 0)
    try reports.write(whole)
    if whole.notRunCount > 0 {
      let reason = whole.isInterrupted ? "interrupted" : "stopped at the first"
      StandardError.say("\(reason); \(pluralized(whole.notRunCount, "session")) not run")
    }
    let code = whole.isInterrupted ? CommandFailure.interrupted : whole.exitCode
    if code != 0 { throw ExitCode(code) }
  }

  private static func report(in file: String) throws -> RunReport {
    do {
      return try RunReport(bytes: try FileSystem.bytes(of: FilePath(argument: file)), .midirec)
    } catch let error as FileError {
      throw CommandFailure(CommandFailure(error).code, "\(error)".printable)
    } catch let error as RunReport.ReadingError {
      throw CommandFailure(CommandFailure.badData, "\(file) \(error)".printable)
    }
  }
}
