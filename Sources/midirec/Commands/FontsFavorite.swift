internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// `midirec fonts favorite`: clones of presets with settings of their own.
struct FontsFavorite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    abstract: "Make a favorite of a preset, with settings of its own, or change one.",
    discussion: """
      A favorite is a clone of a preset: it has a name and settings of its own, and can be used wherever a preset can.

        midirec fonts favorite TimGM6mb:0:4 --name Mellow --gain -3 --pan -0.2
        midirec fonts favorite Mellow --reverb 0.3 --lowest-key 36     change it
        midirec fonts favorite Mellow --name Mild                      call it something else
        midirec fonts favorite Mellow --clone                          make another of it
        midirec fonts favorite Mellow --remove
      """)

  @Argument(help: "FONT:BANK:PROGRAM for a new one, or a favorite's name.")
  var preset: String

  @Option(help: ArgumentHelp("Its name; a new one is called \"NAME copy\" without it.", valueName: "name"))
  var name: String?

  @Flag(help: "Make a new favorite of this one.")
  var clone = false

  @Flag(help: "Remove it.")
  var remove = false

  @OptionGroup(title: "Settings") var settings: PresetSettingsOptions

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if remove, clone || name != nil || !settings.isEmpty {
      throw ValidationError("--remove takes the favorite only.")
    }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    let meant = try catalog.preset(preset)
    let result: CatalogPreset
    let verb: String
    if remove {
      result = try catalog.removeFavorite(preset)
      verb = "removed"
    } else if meant.kind == .favorite, !clone {
      result = try catalog.changeFavorite(preset, name: name) { settings.apply(to: &$0) }
      verb = "changed"
    } else {
      result = try catalog.addFavorite(of: preset, name: name) { settings.apply(to: &$0) }
      verb = "added"
    }
    if json {
      try StandardOutput.tell(JSONText.of(PresetDocument(result)))
    } else {
      try StandardOutput.tell("\(verb) \(result.name.printable), of \(result.place)")
    }
  }
}
