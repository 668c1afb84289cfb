internal import ArgumentParser

/// `midirec fonts unhide`: presets that are to be listed again.
struct FontsUnhide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unhide", abstract: "Show presets in lists again.")

  @OptionGroup var presets: PresetArguments

  func run() throws { try presets.setHidden(false, verb: "shown") }
}
