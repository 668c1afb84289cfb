internal import ArgumentParser
internal import FontCatalog
internal import Reports
internal import SystemReports
internal import Terminal

/// The command `midirec fonts remove`.
struct FontsRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove fonts and their favorites from the catalog",
    discussion: "The catalog's copy is deleted. A linked file isn't.")

  @Argument(help: ArgumentHelp("Fonts to remove", valueName: "fonts"))
  var fonts: [String]

  @Flag(help: "Print the result as JSON")
  var json = false

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { MachineMemory.sayIfForgotten(catalog) }
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
