internal import ArgumentParser
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSessions
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

/// The options for the form and the destination of results.
struct ReportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("JUnit XML file to write, or - for standard output", valueName: "file"))
  var junit: String?

  @Option(help: ArgumentHelp("HTML report to write, a folder", valueName: "report"))
  var html: String?

  @Flag(help: "Open the HTML report in a browser")
  var open = false

  @Flag(help: "Annotate files and summarize the step in GitHub Actions")
  var github = false

  @Flag(help: "Replace existing reports")
  var force = false

  @OptionGroup var result: JSONOption

  /// Throws an error if the options contradict each other.
  ///
  /// - Parameter report: The file of --report, or `nil` if it isn't given.
  func check(report: String? = nil) throws {
    if junit?.isEmpty == true { throw ValidationError("--junit needs the name of a file.") }
    if html?.isEmpty == true { throw ValidationError("--html needs the name of a folder.") }
    if open, html == nil { throw ValidationError("--open requires --html.") }
    if force, junit == nil, html == nil, report == nil {
      throw ValidationError("--force requires --junit, --html, or --report.")
    }
    if let junit, junit == report, junit != "-" {
      throw ValidationError("--junit and --report can't both write \(junit).")
    }
    if [result.json, isOutput(junit), isOutput(report)].count(where: \.self) > 1 {
      let names = report == nil ? "--json and --junit" : "--json, --junit, and --report"
      throw ValidationError("Only one of \(names) can write to standard output.")
    }
  }

  /// Returns the reports to write to files.
  func reports(report: String? = nil) -> SessionReports {
    SessionReports(junit: junit, html: html, report: report, isForced: force)
  }

  /// Returns whether standard output shows the results as text.
  func showsText(report: String? = nil) -> Bool { !result.json && !isOutput(junit) && !isOutput(report) }

  /// Prints the results.
  ///
  /// - Parameters:
  ///   - found: The results.
  ///   - isText: Whether to print text if JSON isn't requested.
  ///   - duration: The time of the run, or `nil` if it is unknown.
  func show(_ found: RunReport, asText isText: Bool, duration: Nanoseconds? = nil) throws {
    if result.json {
      try StandardOutput.tell(try JSONText.of(SessionsDocument(found.outcomes, soaks: found.soaks)))
    } else if isText {
      try StandardOutput.tell(
        wrapping: found.outcomes.text(duration: duration, isColored: StandardOutput.allowsColor))
    }
  }

  /// Opens the written page if the user asks for it, and prints its path if a result isn't as expected.
  ///
  /// - Parameter isText: Whether standard output shows the results as text.
  func showPage(of found: RunReport, asText isText: Bool) throws {
    guard let html else { return }
    let page = FilePath(argument: html).appending("index.html")
    if isText, found.exitCode != 0 { try StandardOutput.tell("report: \(page)".printable) }
    if open, let reason = page.openInBrowser() { StandardError.say(reason) }
  }

  private func isOutput(_ file: String?) -> Bool { file.map { OutputFile($0).isStandardOutput } ?? false }
}

/// The option for a result as JSON.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print the result as JSON")
  var json = false

  /// Prints a result as JSON if the option is given, or else as text.
  func print(_ document: some Encodable, orElse text: @autoclosure () throws -> String) throws {
    try StandardOutput.tell(json ? JSONText.of(document) : text())
  }

  /// Prints results as JSON if the option is given, or else as lines.
  func print(_ documents: some Encodable, lines: [String]) throws {
    if json { return try StandardOutput.tell(JSONText.of(documents)) }
    for line in lines { try StandardOutput.tell(line) }
  }
}
