internal import ArgumentParser

/// The command `midirec fonts hide`.
struct FontsHide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Hide presets from lists",
    discussion: "Hidden presets can still be played. Run midirec fonts presets --hidden to list them.")

  @OptionGroup var presets: PresetArguments

  func run() throws { try presets.setHidden(true, verb: "hidden") }
}
