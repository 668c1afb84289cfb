internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSynth
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

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

  @OptionGroup var result: JSONOption

  func validate() throws {
    try ValidationError.check(limit, 1...1_000_000, "--limit")
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
    if result.json {
      try StandardOutput.tell(JSONText.of(presets.map(PresetDocument.init)))
    } else if presets.isEmpty {
      StandardError.say(search.isEmpty ? "no presets" : "no preset matches \"\(search)\"")
    } else {
      var table = TextTable(["PRESET", "NAME", "STATE"])
      for preset in presets { table.append([preset.place, preset.name.printable, preset.stateText]) }
      try StandardOutput.tell(table.text)
    }
    if isCut {
      StandardError.say("only the first \(limit) presets are shown; use --search or --limit to see others")
    }
  }
}

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

  @OptionGroup var result: JSONOption

  func validate() throws {
    if choice?.isEmpty == true { throw ValidationError("The name of the font is empty.") }
    if none, choice != nil { throw ValidationError("--none can't be used with a font.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { if choice != nil || none { StandardError.sayIfChangeDisappears(catalog.folder) } }
    let use = try choice == nil && !none ? catalog.use() : catalog.use(choice)
    try result.print(UseDocument(use), orElse: "in use: \(Self.text(use))")
    if !result.json, let font = use.font, font.state != .present {
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

  @OptionGroup var result: JSONOption

  func validate() throws {
    if remove, clone || name != nil || !settings.isEmpty {
      throw ValidationError("--remove can't be used with other options.")
    }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { StandardError.sayIfChangeDisappears(catalog.folder) }
    let meant = try catalog.preset(preset)
    let favorite: CatalogPreset
    let verb: String
    if remove {
      favorite = try catalog.removeFavorite(preset)
      verb = "removed"
    } else if meant.kind == .favorite, !clone {
      favorite = try catalog.changeFavorite(preset, name: name) { settings.apply(to: &$0) }
      verb = "changed"
    } else {
      favorite = try catalog.addFavorite(of: preset, name: name) { settings.apply(to: &$0) }
      verb = "added"
    }
    try result.print(
      PresetDocument(favorite), orElse: "\(verb) \(favorite.name.printable), of \(favorite.place)")
  }
}

/// The options for a favorite's settings. Unset options leave the settings unchanged.
struct PresetSettingsOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Volume in decibels, from -90 to 30", valueName: "dB"))
  var volume: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Panning, from -1 (left) to 1 (right)", valueName: "position")
  )
  var pan: Double?

  @Option(help: ArgumentHelp("Pitch of A4, from 220 to 880 Hz", valueName: "Hz"))
  var tuning: Double?

  @Option(help: ArgumentHelp("Pitch bend range in semitones, from 0 to 24", valueName: "semitones"))
  var pitchBendRange: Int?

  @Option(help: ArgumentHelp("Lowest key that sounds, from 0 to 127", valueName: "key"))
  var lowestKey: Int?

  @Option(
    help: ArgumentHelp(
      "Reverb level from 0 to 1, optionally followed by room size, damping, and width: 0.4,0.5,0.1,0.8",
      discussion: "off disables the reverb. own restores the synthesizer's default.", valueName: "reverb"))
  var reverb: EffectOption?

  @Option(
    help: ArgumentHelp(
      "Chorus level from 0 to 10, optionally followed by voices, speed, and depth: 2,3,0.3,8",
      discussion: "off disables the chorus. own restores the synthesizer's default.", valueName: "chorus"))
  var chorus: EffectOption?

  /// Whether no option is set.
  var isEmpty: Bool {
    volume == nil && pan == nil && tuning == nil && pitchBendRange == nil && lowestKey == nil && reverb == nil
      && chorus == nil
  }

  /// Changes the settings whose options are set.
  func apply(to settings: inout PresetSettings) {
    settings.gain = volume ?? settings.gain
    settings.pan = pan ?? settings.pan
    settings.tuning = tuning ?? settings.tuning
    settings.pitchBendRange = pitchBendRange ?? settings.pitchBendRange
    settings.lowestKey = lowestKey ?? settings.lowestKey
    switch reverb {
    case nil: break
    case .own: settings.reverb = nil
    case .numbers(let numbers):
      var reverb = settings.reverb ?? Reverb()
      reverb.level = numbers[0]
      if numbers.count > 1 { reverb.roomSize = numbers[1] }
      if numbers.count > 2 { reverb.damping = numbers[2] }
      if numbers.count > 3 { reverb.width = numbers[3] }
      settings.reverb = reverb
    }
    switch chorus {
    case nil: break
    case .own: settings.chorus = nil
    case .numbers(let numbers):
      var chorus = settings.chorus ?? Chorus()
      chorus.level = numbers[0]
      if numbers.count > 1 { chorus.voiceCount = Int(exactly: numbers[1]) ?? -1 }
      if numbers.count > 2 { chorus.speed = numbers[2] }
      if numbers.count > 3 { chorus.depth = numbers[3] }
      settings.chorus = chorus
    }
  }
}

/// An effect: `off`, `own`, or one to four numbers separated by commas.
enum EffectOption: ExpressibleByArgument {
  case own
  case numbers([Double])

  private static let maxCount = 4

  init?(argument: String) {
    switch argument {
    case "own": self = .own
    case "off": self = .numbers([0])
    default:
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      let known = numbers.compactMap { $0 }
      guard known.count == numbers.count, 1...Self.maxCount ~= known.count, known.allSatisfy(\.isFinite)
      else { return nil }
      self = .numbers(known)
    }
  }
}

struct FontsHide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Hide presets from lists",
    discussion: "Hidden presets can still be played. Run midirec fonts presets --hidden to list them.")

  @OptionGroup var presets: PresetArguments

  func run() throws { try presets.setHidden(true, verb: "hidden") }
}

struct FontsUnhide: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unhide", abstract: "Show hidden presets in lists again")

  @OptionGroup var presets: PresetArguments

  func run() throws { try presets.setHidden(false, verb: "shown") }
}

/// The presets to hide or show.
struct PresetArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("Presets: FONT:BANK:PROGRAM", valueName: "presets"))
  var presets: [String]

  @OptionGroup var result: JSONOption

  /// Hides or shows the presets, and reports failures. The first failure decides the exit code.
  func setHidden(_ isHidden: Bool, verb: String) throws {
    let catalog = try FontCatalog.ofUser()
    var failures = CommandFailures()
    defer { StandardError.sayIfChangeDisappears(catalog.folder) }
    let changed = try presets.compactMap { preset in
      try failures.result(of: { try catalog.setHidden(isHidden, preset) })
    }
    try result.print(changed.map(PresetDocument.init), lines: changed.map { "\(verb): \($0.text)" })
    try failures.end()
  }
}

/// A tag, and the fonts to tag or untag.
struct TagArguments: ParsableArguments {
  @Argument(help: "Tag")
  var tag: String

  @Argument(help: ArgumentHelp("Fonts", valueName: "fonts"))
  var fonts: [String]

  @OptionGroup var result: JSONOption

  /// Changes fonts of the catalog, and prints them with their tags.
  func change(_ body: (FontCatalog) throws -> [CatalogFont]) throws {
    let catalog = try FontCatalog.ofUser()
    defer { StandardError.sayIfChangeDisappears(catalog.folder) }
    let fonts = try body(catalog)
    let lines = fonts.map { font in
      "\(font.name): \(font.tags.isEmpty ? "no tags" : font.tags.joined(separator: ", "))".printable
    }
    try result.print(fonts.map(FontDocument.init), lines: lines)
  }
}
