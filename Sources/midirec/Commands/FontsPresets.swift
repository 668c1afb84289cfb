internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// `midirec fonts presets`: what a font, or all of them, can play.
struct FontsPresets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List presets and favorites, of one font or of all.",
    discussion: """
        midirec fonts presets TimGM6mb
        midirec fonts presets --search "grand piano"     in all fonts: both words, in any case
        midirec fonts presets --favorites
      """)

  @Argument(help: "The font; without it, all.")
  var font: String?

  @Option(help: ArgumentHelp("Only those with all these words in their name.", valueName: "words"))
  var search: String = ""

  @Flag(help: "Those that are hidden, too.")
  var hidden = false

  @Flag(help: "Only favorites.")
  var favorites = false

  @Option(help: ArgumentHelp("How many at most.", valueName: "count"))
  var limit = 1000

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if !(1...1_000_000 ~= limit) { throw ValidationError("--limit goes from 1 to 1000000.") }
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
      StandardError.say(search.isEmpty ? "no presets" : "no preset has \"\(search)\" in its name")
    } else {
      var table = TextTable([("PRESET", .left), ("NAME", .left), ("STATE", .left)])
      for preset in presets { table.append([preset.place, preset.name.printable, preset.stateText]) }
      try StandardOutput.tell(table.text)
    }
    if isCut { StandardError.say("these are the first \(limit); there are more: see --search and --limit") }
  }
}
