internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import Synth
internal import SystemReports
internal import Terminal

/// The command `midirec fonts show`.
struct FontsShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a font's description and file")

  @Argument(help: "Font (default: the font in use)")
  var font: String?

  @Flag(help: "Print the result as JSON")
  var json = false

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    let font = try catalog.font(orInUse: font)
    if json {
      try StandardOutput.tell(JSONText.of(FontDocument(font)))
      return
    }
    let unreachable =
      font.unreachablePresetCount > 0
      ? "; \(font.unreachablePresetCount) more can't be selected by a program change" : ""
    let rows: [(String, String?)] = [
      ("Name", font.name), ("Embedded name", font.embeddedName), ("Author", font.author),
      ("Copyright", font.copyright), ("Comment", font.comment),
      ("Presets", "\(font.presetCount)\(unreachable)"), ("Size", byteText(font.size)),
      ("Kind", font.kindText), ("File", "\(font.path)"), ("Original name", font.originalName),
      ("SHA-256", font.contentHash), ("Tags", font.tags.isEmpty ? nil : font.tags.joined(separator: ", ")),
      ("State", font.stateText.isEmpty ? nil : font.stateText),
    ]
    for case let (title, text?) in rows {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      for (index, line) in lines.enumerated() {
        let heading = index == 0 ? title : ""
        try StandardOutput.write(
          line: heading + String(repeating: " ", count: Self.headingWidth - heading.count) + line)
      }
    }
  }

  private static let headingWidth = 15
}

extension FontCatalog {
  /// Returns the named font, or without a name the font in use or the built-in font.
  func font(orInUse text: String?) throws -> CatalogFont {
    if let text { return try font(text) }
    if let font = try use().font { return font }
    guard let font = try fonts(tag: "Built-in").first else {
      throw CommandFailure(
        CommandFailure.noInput, "no font is in use; specify one, or run midirec fonts list to see all fonts")
    }
    return font
  }
}
