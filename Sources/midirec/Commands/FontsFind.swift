internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// `midirec fonts find`: where fonts are that have moved.
struct FontsFind: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find the files of fonts again that have moved or gone.",
    discussion: """
      They are known by their content, whatever they are called now; midirec fonts list --missing shows which ones are \
      looked for. Nothing is added. Exit code 0 also where none is found.
      """)

  @Argument(
    help: ArgumentHelp("Files, and folders with files that end in .sf2 or .sf3.", valueName: "paths"))
  var paths: [String]

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("Give the name of a file or a folder.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    var findings: [FontCatalog.Finding] = []
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
        "\(pluralized(missingCount, "font")) still missing; midirec fonts list --missing shows which")
    } else if findings.isEmpty {
      StandardError.say("no font is missing")
    }
  }
}
