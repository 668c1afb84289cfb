internal import ArgumentParser

/// The command `midirec fonts unhide`.
struct FontsUnhide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unhide", abstract: "Show hidden presets in lists again")

  @OptionGroup var presets: PresetArguments

  func run() throws { try presets.setHidden(false, verb: "shown") }
}
