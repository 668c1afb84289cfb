internal import ArgumentParser
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// `midirec fonts remove`: fonts that are no longer wanted.
struct FontsRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove fonts from the catalog, with their favorites.",
    discussion: "The catalog's copy is deleted; a linked file stays where it is.")

  @Argument(help: ArgumentHelp("The fonts.", valueName: "fonts"))
  var fonts: [String]

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    var removed: [CatalogFont] = []
    var failures = CommandFailures()
    for font in fonts {
      do {
        removed.append(try catalog.remove(font))
      } catch {
        failures.add(CommandFailure(error))
      }
    }
    if json {
      try StandardOutput.tell(JSONText.of(removed.map(FontDocument.init)))
    } else {
      for font in removed { try StandardOutput.tell("removed \(font.line)") }
    }
    try failures.end()
  }
}
