internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// `midirec fonts` without another word: the list.
struct FontsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the fonts; the word may be left out.")

  @Option(
    help: ArgumentHelp(
      "Only fonts with this tag; without it, the active one (midirec fonts tags --use).", valueName: "tag"))
  var tag: String?

  @Flag(help: "Only fonts whose file has moved, gone or changed, whatever their tag.")
  var missing = false

  @Flag(help: "Print JSON for other programs.")
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
        ? "no font is missing"
        : tag == "All"
          ? "no fonts; add one with midirec fonts add FILE"
          : "no fonts with the tag \"\(tag)\"; midirec fonts list --tag All shows all"
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
