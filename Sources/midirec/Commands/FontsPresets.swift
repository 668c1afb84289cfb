internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Terminal

/// The command `midirec fonts presets`.
struct FontsPresets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List presets and favorites",
    discussion: """
        midirec fonts presets TimGM6mb
        midirec fonts presets --search "grand piano"     names with both words
        midirec fonts presets --favorites
      """)

  @Argument(help: "Font (default: all fonts)")
  var font: String?

  @Option(help: ArgumentHelp("List only presets whose names contain all these words", valueName: "words"))
  var search: String = ""

  @Flag(help: "Also list hidden presets")
  var hidden = false

  @Flag(help: "List only favorites")
  var favorites = false

  @Option(help: ArgumentHelp("Maximum number of presets", valueName: "count"))
  var limit = 1000

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if !(1...1_000_000 ~= limit) {
      throw ValidationError("--limit must be from 1 to 1000000 (found \(limit)).")
    }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    var selection = FontCatalog.PresetSelection()
    selection.font = font
    selection.search = search
    selection.includesHidden = hidden
    selection.isFavoritesOnly = favorites
    selection.limit = limit
    let (presets, isCut) = try catalog.presets(selection)
    if json {
      try StandardOutput.tell(JSONText.of(presets.map(PresetDocument.init)))
    } else if presets.isEmpty {
      StandardError.say(search.isEmpty ? "no presets" : "no preset matches \"\(search)\"")
    } else {
      var table = TextTable([("PRESET", .left), ("NAME", .left), ("STATE", .left)])
      for preset in presets { table.append([preset.place, preset.name.printable, preset.stateText]) }
      try StandardOutput.tell(table.text)
    }
    if isCut {
      StandardError.say("only the first \(limit) presets are shown; use --search or --limit to see others")
    }
  }
}
