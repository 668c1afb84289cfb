internal import ArgumentParser
internal import MIDICore
internal import System
internal import SystemPackage

/// The command `midirec report open`.
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
        CommandFailure.noInput,
        "can't open \(page): no such report; write one with midirec test --html \(report)".printable)
    }
    if let reason = Browser.open(page) { throw CommandFailure(CommandFailure.unavailable, reason) }
  }
}
