internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// The command `midirec fonts find`.
struct FontsFind: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find the moved files of missing fonts",
    discussion: """
      midirec recognizes fonts by their content, whatever their files are called. Run midirec fonts list --missing \
      to see the missing fonts. This command adds no fonts, and exits with 0 even if it finds none.
      """)

  @Argument(
    help: ArgumentHelp("Files, and folders with .sf2 and .sf3 files", valueName: "paths"))
  var paths: [String]

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("The name of a file or folder is empty.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    var findings: [(font: CatalogFont, path: FilePath)] = []
    for path in paths { findings += try catalog.findMissing(in: FilePath(argument: path)) }
    let missingCount = try catalog.fonts().count { $0.state != .present }
    if json {
      try StandardOutput.tell(JSONText.of(findings.map { FontDocument($0.font) }))
    } else {
      for finding in findings {
        try StandardOutput.tell("\(finding.font.name): found in \(finding.path)".printable)
      }
    }
    if missingCount > 0 {
      StandardError.say(
        "\(pluralized(missingCount, "font")) still missing; run midirec fonts list --missing to see which")
    } else if findings.isEmpty {
      StandardError.say("no fonts are missing")
    }
  }
}
