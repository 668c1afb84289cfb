internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import Synth
internal import SystemReports
internal import Terminal

/// The command `midirec fonts use`.
struct FontsUse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Choose the default font or preset, or show it",
    discussion: """
      If you choose a font, takes select its presets with program changes. A preset or favorite plays on all \
      channels. The choice is permanent; --font and --preset of render, play, and synth override it. Sessions \
      ignore it.

        midirec fonts use Grand            a font
        midirec fonts use TimGM6mb:0:4     a preset
        midirec fonts use Mellow           a favorite
        midirec fonts use --none           the built-in font
      """)

  @Argument(help: "FONT, FONT:BANK:PROGRAM, or a favorite's name; omit to show the current choice")
  var choice: String?

  @Flag(help: "Use the built-in font")
  var none = false

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if choice?.isEmpty == true { throw ValidationError("The name of the font is empty.") }
    if none, choice != nil { throw ValidationError("--none can't be used with a font.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { if choice != nil || none { MachineMemory.sayIfForgotten(catalog) } }
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
