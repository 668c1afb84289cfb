internal import ArgumentParser

/// `midirec fonts hide`: presets that aren't to be listed.
struct FontsHide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Leave presets out of lists.",
    discussion: "They can be played nevertheless. midirec fonts presets --hidden lists them, too.")

  @OptionGroup var presets: PresetArguments

  func run() throws { try presets.setHidden(true, verb: "hidden") }
}
