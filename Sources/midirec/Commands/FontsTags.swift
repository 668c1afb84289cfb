internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// `midirec fonts tags`: which tags there are.
struct FontsTags: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "List the tags, put them in order, or choose one.",
    discussion: """
        midirec fonts tags
        midirec fonts tags --use Keys            list only its fonts from now on; All for all
        midirec fonts tags --order Keys,Drums    these first, the others after them
        midirec fonts tags --rename Keys=Pianos
        midirec fonts tags --remove Keys         the fonts stay
      """)

  @Option(help: ArgumentHelp("List fonts by this tag from now on.", valueName: "tag"))
  var use: String?

  @Option(help: ArgumentHelp("The order of your own tags, with commas between them.", valueName: "tags"))
  var order: String?

  @Option(help: ArgumentHelp("Give a tag another name.", valueName: "tag=name"))
  var rename: String?

  @Option(help: ArgumentHelp("Remove a tag.", valueName: "tag"))
  var remove: String?

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if [use, order, rename, remove].count(where: { $0 != nil }) > 1 {
      throw ValidationError("Give one of --use, --order, --rename and --remove.")
    }
    if let rename, names(rename) == nil { throw ValidationError("--rename takes TAG=NAME.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    if let use { try catalog.useTag(use) }
    if let order { try catalog.orderTags(order.split(separator: ",").map { String($0) }) }
    if let rename, let names = names(rename) { try catalog.renameTag(names.0, to: names.1) }
    if let remove { try catalog.removeTag(remove) }
    let tags = try catalog.tags()
    if json {
      try StandardOutput.tell(JSONText.of(tags.map(TagDocument.init)))
      return
    }
    var table = TextTable([("TAG", .left), ("FONTS", .right), ("STATE", .left)])
    for tag in tags {
      table.append([tag.name.printable, "\(tag.fontCount)", tag.isActive ? "active" : ""])
    }
    try StandardOutput.tell(table.text)
  }

  private func names(_ text: String) -> (String, String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let names = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    return names.0.isEmpty || names.1.isEmpty ? nil : names
  }
}
