internal import ArgumentParser
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Open or merge reports of midirec test",
    subcommands: [ReportOpen.self, ReportMerge.self])
}

struct ReportOpen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open an HTML report in a browser",
    discussion: """
      The variable BROWSER names the browser; the default is xdg-open.

        midirec test --html report
        midirec report open

      Exit codes:
        66  there is no report
        69  the browser can't be started
      """)

  @Argument(help: "HTML report: a folder of midirec test, or a page of midirec diff")
  var report = "report"

  func run() throws {
    var page = FilePath(argument: report)
    if FileSystem.isFolder(page) { page.append("index.html") }
    guard FileSystem.exists(page) else {
      throw CommandFailure(
        .noInput, "can't open \(page): no such report; write one with midirec test --html \(report)".printable
      )
    }
    if let reason = page.openInBrowser() { throw CommandFailure(.unavailable, reason) }
  }
}

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
    } catch let error as SessionError {
      throw CommandFailure(.badData, "\(error)".printable)
    }
    if whole.isEmpty {
      throw CommandFailure(.noInput, "no part ran a session; check the paths and options of midirec test")
    }
    whole.invocation?.command = RunInvocation.commandLine
    // As in midirec test, a run without sessions prints no text.
    try output.show(whole, asText: output.showsText() && whole.sessionCount > 0)
    if output.github { try whole.reportGitHubStep(onStandardOutput: output.showsText()) }
    try reports.write(whole)
    try output.showPage(of: whole, asText: output.showsText() && whole.sessionCount > 0)
    if whole.notRunCount > 0 {
      let reason = whole.isInterrupted ? "interrupted" : "stopped at the first failure"
      StandardError.say("\(reason); \(pluralized(whole.notRunCount, "session")) not run")
    }
    let code = whole.isInterrupted ? ExitStatus.interrupted.rawValue : whole.exitCode
    if code != 0 { throw ExitCode(code) }
  }

  private static func report(in file: String) throws -> RunReport {
    do {
      let bytes = try FileSystem.bytes(of: FilePath(argument: file)) { $0.first == UInt8(ascii: "{") }
      return try RunReport(bytes: bytes, .midirec)
    } catch let error as FileError {
      throw CommandFailure(error.failure.status, "\(error)".printable)
    } catch let error as SessionError {
      throw CommandFailure(.badData, "\(file) \(error)".printable)
    }
  }
}
