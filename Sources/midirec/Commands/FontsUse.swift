internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// `midirec fonts use`: what is played where nothing else is asked for.
struct FontsUse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Choose what is played from now on, or show it.",
    discussion: """
      With a font alone, the programs of a recording choose among its presets; with a preset or a favorite, that plays \
      all channels. The choice lasts until another is made; --font and --preset of render, play and synth go before it. \
      Sessions don't heed it.

        midirec fonts use Grand            a font
        midirec fonts use TimGM6mb:0:4     a preset
        midirec fonts use Mellow           a favorite
        midirec fonts use --none           the built-in font again
      """)

  @Argument(help: "FONT, FONT:BANK:PROGRAM or a favorite's name; without it, what is in use is shown.")
  var choice: String?

  @Flag(help: "Use the built-in font again.")
  var none = false

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if choice?.isEmpty == true { throw ValidationError("Give the name of a font.") }
    if none, choice != nil { throw ValidationError("--none goes without a font.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    let use = try choice == nil && !none ? catalog.use() : catalog.use(choice)
    if json {
      try StandardOutput.tell(JSONText.of(UseDocument(use)))
      return
    }
    try StandardOutput.tell("in use: \(Self.text(use))")
    if let font = use.font, font.state != .present {
      StandardError.say(
        "the file of \"\(font.name)\" is \(font.state.rawValue): \(font.path); see midirec fonts find")
    }
  }

  private static func text(_ use: FontCatalog.Use) -> String {
    if let preset = use.preset {
      return preset.kind == .favorite ? "\(preset.name.printable), of \(preset.place)" : preset.text
    }
    return use.font?.line ?? "the built-in font"
  }
}
