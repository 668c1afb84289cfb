internal import ArgumentParser
internal import Reports
internal import Terminal

/// Where the results of sessions go, and in which form.
struct ReportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write JUnit XML for a CI system; - for standard output.", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("Write HTML pages that show what differs.", valueName: "folder"))
  var html: String?

  @Flag(help: "Replace reports that are there.")
  var force = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  /// Says what is wrong with the options.
  ///
  /// - Parameter report: A further file that is written.
  func check(report: String? = nil) throws {
    if junit?.isEmpty == true { throw ValidationError("--junit needs the name of a file.") }
    if html?.isEmpty == true { throw ValidationError("--html needs the name of a folder.") }
    if force, junit == nil, html == nil, report == nil {
      throw ValidationError("--force is for reports in files: --junit and --html.")
    }
    if let junit, junit == report, junit != "-" {
      throw ValidationError("--junit and --report can't both write \(junit).")
    }
    if [json, isOutput(junit), isOutput(report)].count(where: \.self) > 1 {
      throw ValidationError("--json and other reports can't both go to standard output.")
    }
  }

  /// The reports that go into files.
  func reports(report: String? = nil) -> SessionReports {
    SessionReports(junit: junit, html: html, report: report, isForced: force)
  }

  /// Whether people get text on standard output.
  func showsText(report: String? = nil) -> Bool { !json && !isOutput(junit) && !isOutput(report) }

  /// Prints the results.
  ///
  /// - Parameter isText: Whether as text, where not as JSON.
  func show(_ found: RunReport, asText isText: Bool) throws {
    if json {
      try StandardOutput.tell(try JSONText.of(SessionsDocument(found.outcomes)))
    } else if isText {
      try StandardOutput.tell(SessionsText.text(of: found.outcomes))
    }
  }

  private func isOutput(_ file: String?) -> Bool { file.map { OutputFile($0).isStandardOutput } ?? false }
}
