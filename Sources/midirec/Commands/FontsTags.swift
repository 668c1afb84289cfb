internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSynth
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct FontsTags: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "List, order, rename, or delete tags, or activate one",
    discussion: """
        midirec fonts tags
        midirec fonts tags --use Keys            list only its fonts; All for all
        midirec fonts tags --order Keys,Drums    list these tags first
        midirec fonts tags --rename Keys=Pianos
        midirec fonts tags --delete Keys         keep the fonts
      """)

  @Option(help: ArgumentHelp("Activate this tag, which midirec fonts list uses", valueName: "tag"))
  var use: String?

  @Option(help: ArgumentHelp("New order of tags, separated by commas", valueName: "tags"))
  var order: String?

  @Option(help: ArgumentHelp("Rename a tag", valueName: "tag=name"))
  var rename: String?

  @Option(help: ArgumentHelp("Delete a tag", valueName: "tag"))
  var delete: String?

  @OptionGroup var result: JSONOption

  func validate() throws {
    if [use, order, rename, delete].count(where: { $0 != nil }) > 1 {
      throw ValidationError("Only one of --use, --order, --rename, and --delete can be used.")
    }
    if let rename, names(rename) == nil { throw ValidationError("--rename must have the form TAG=NAME.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    if let use { try catalog.useTag(use) }
    if let order { try catalog.orderTags(order.split(separator: ",").map { String($0) }) }
    if let rename, let names = names(rename) { try catalog.renameTag(names.0, to: names.1) }
    if let delete { try catalog.removeTag(delete) }
    let tags = try catalog.tags()
    var table = TextTable(["TAG", "FONTS", "STATE"], numbers: ["FONTS"])
    for tag in tags {
      table.append([tag.name.printable, "\(tag.fontCount)", tag.isActive ? "active" : ""])
    }
    try result.print(tags, orElse: table.text)
  }

  private func names(_ text: String) -> (String, String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let names = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    return names.0.isEmpty || names.1.isEmpty ? nil : names
  }
}

struct FontsTag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add a tag to fonts",
    discussion: """
        midirec fonts tag Keys Grand TimGM6mb
        midirec fonts list --tag Keys

      A new tag is created. The tags All, Built-in, Added, and Linked are assigned automatically.
      """)

  @OptionGroup var arguments: TagArguments

  func run() throws { try arguments.change { try $0.tag(arguments.fonts, with: arguments.tag) } }
}

struct FontsUntag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "untag",
    abstract: "Remove a tag from fonts",
    discussion: "The tag itself stays, even without fonts. Use midirec fonts tags --delete to delete it.")

  @OptionGroup var arguments: TagArguments

  func run() throws { try arguments.change { try $0.untag(arguments.fonts, from: arguments.tag) } }
}
