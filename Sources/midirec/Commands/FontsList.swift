internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Terminal

/// The command `midirec fonts list`.
struct FontsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the fonts")

  @Option(
    help: ArgumentHelp(
      "List only fonts with this tag (default: the active tag)", valueName: "tag"))
  var tag: String?

  @Flag(help: "List only fonts whose file is missing or has changed")
  var missing = false

  @Flag(help: "Print the result as JSON")
  var json = false

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    let tag = try missing ? tag ?? "All" : tag ?? catalog.activeTag()
    let fonts = try catalog.fonts(tag: tag).filter { !missing || $0.state != .present }
    if json {
      try StandardOutput.tell(JSONText.of(fonts.map(FontDocument.init)))
    } else if fonts.isEmpty {
      let advice =
        missing
        ? "no fonts are missing"
        : tag == "All"
          ? "no fonts; add one with midirec fonts add FILE"
          : "no fonts with the tag \"\(tag)\"; run midirec fonts list --tag All to see all fonts"
      StandardError.say(advice)
    } else {
      try StandardOutput.tell(Self.table(of: fonts))
    }
  }

  private static func table(of fonts: [CatalogFont]) -> String {
    var table = TextTable([
      ("NAME", .left), ("KIND", .left), ("PRESETS", .right), ("SIZE", .right), ("TAGS", .left),
      ("STATE", .left),
    ])
    for font in fonts {
      table.append([
        font.name.printable, font.kindText, "\(font.presetCount)", byteText(font.size),
        font.tags.joined(separator: ", ").printable, font.stateText,
      ])
    }
    return table.text
  }
}
