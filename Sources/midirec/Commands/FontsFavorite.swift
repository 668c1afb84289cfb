internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import Synth
internal import SystemReports
internal import Terminal

/// The command `midirec fonts favorite`.
struct FontsFavorite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    abstract: "Create, change, or remove a favorite of a preset",
    discussion: """
      A favorite is a copy of a preset with its own name and settings. Use it wherever a preset is accepted.

        midirec fonts favorite TimGM6mb:0:4 --name Mellow --lowest-key 36
        midirec fonts favorite Mellow --reverb 0.3 --volume -3  change settings
        midirec fonts favorite Mellow --name Mild             rename
        midirec fonts favorite Mellow --clone                 copy
        midirec fonts favorite Mellow --remove                remove
      """)

  @Argument(help: "FONT:BANK:PROGRAM to create a favorite, or a favorite's name")
  var preset: String

  @Option(help: ArgumentHelp("Name of the favorite (default: \"NAME copy\")", valueName: "name"))
  var name: String?

  @Flag(help: "Create a copy of this favorite")
  var clone = false

  @Flag(help: "Remove the favorite")
  var remove = false

  @OptionGroup(title: "Settings") var settings: PresetSettingsOptions

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if remove, clone || name != nil || !settings.isEmpty {
      throw ValidationError("--remove can't be used with other options.")
    }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { MachineMemory.sayIfForgotten(catalog) }
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
