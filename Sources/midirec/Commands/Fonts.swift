internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecTerminal
internal import MIDIRecWorkbench
internal import SystemPackage

struct Fonts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "Manage SoundFonts, presets, and favorites",
    discussion: """
      The catalog is in $XDG_DATA_HOME/midirec/fonts (~/.local/share by default). It recognizes a font by its \
      content, even if the file moves. The font TimGM6mb, from Debian's package timgm6mb-soundfont, is built in.

        midirec fonts                               list all fonts
        midirec fonts add Grand.sf2 ~/Fonts         add a file and a folder
        midirec fonts presets TimGM6mb --search piano
        midirec fonts use TimGM6mb:0:4              choose the preset to play
        midirec fonts favorite TimGM6mb:0:4 --name Mellow --volume -3 --reverb 0.2
        midirec fonts tag Keys Grand TimGM6mb       add a tag
        midirec fonts find /media/disk              find missing files

      Refer to a font by its name, by a unique part of the name, or by the beginning of its SHA-256. Refer to a \
      preset by FONT:BANK:PROGRAM, and to a favorite by its name.

      Exit codes:
        64      wrong usage
        65      a file isn't a SoundFont
        66      a file, font, preset, or tag doesn't exist
        73, 74  the catalog can't be created or written
      """,
    subcommands: [
      FontsList.self, FontsAdd.self, FontsFind.self, FontsShow.self, FontsRemove.self, FontsPresets.self,
      FontsUse.self, FontsFavorite.self, FontsHide.self, FontsUnhide.self, FontsTag.self, FontsUntag.self,
      FontsTags.self,
    ], defaultSubcommand: FontsList.self)
}

struct FontsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the fonts")

  @Option(
    help: ArgumentHelp(
      "List only fonts with this tag (default: the active tag)", valueName: "tag"))
  var tag: String?

  @Flag(help: "List only fonts whose file is missing or has changed")
  var missing = false

  @OptionGroup var result: JSONOption

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    let tag = try missing ? tag ?? "All" : tag ?? catalog.activeTag()
    let fonts = try catalog.fonts(tag: tag).filter { !missing || $0.state != .present }
    if result.json {
      try StandardOutput.tell(JSONText.of(fonts.map(FontDocument.init)))
    } else if fonts.isEmpty {
      let advice =
        missing
        ? "no fonts are missing"
        : tag == "All"
          ? "no fonts; add one with midirec fonts add FILE"
          : "no fonts with the tag \"\(tag)\"; run midirec fonts list --tag All to see all fonts"
      StandardError.say(advice)
    } else {
      try StandardOutput.tell(Self.table(of: fonts))
    }
  }

  private static func table(of fonts: [CatalogFont]) -> String {
    var table = TextTable(
      ["NAME", "KIND", "PRESETS", "SIZE", "TAGS", "STATE"], numbers: ["PRESETS", "SIZE"])
    for font in fonts {
      table.append([
        font.name.printable, font.kindText, "\(font.presetCount)", byteText(font.size),
        font.tags.joined(separator: ", ").printable, font.stateText,
      ])
    }
    return table.text
  }
}

struct FontsAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add SoundFont files to the catalog",
    discussion: """
      A folder adds all .sf2 and .sf3 files below it. midirec copies each font into the catalog or, with --link, \
      refers to its file. A font whose content is already in the catalog isn't added again; if its file was \
      missing, this file takes its place. If a linked file has changed, the catalog follows, and tags, favorites, \
      and hidden presets stay.

        midirec fonts add Grand.sf2 --name "My grand" --tag Keys
        midirec fonts add ~/Fonts --link

      Files that can't be read or aren't SoundFonts are reported and skipped. The first such file decides the exit \
      code (65, 66, or 74).
      """)

  @Argument(help: ArgumentHelp("Files and folders to add", valueName: "paths"))
  var paths: [String]

  @Flag(help: "Refer to the files instead of copying them")
  var link = false

  @Option(
    help: ArgumentHelp(
      "Name of the font (default: the name of its file)", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Tag for the fonts; repeatable", valueName: "tag"))
  var tag: [String] = []

  @OptionGroup var result: JSONOption

  func validate() throws {
    if paths.contains("") { throw ValidationError("The name of a file or folder is empty.") }
    if let name, name.allSatisfy(\.isWhitespace) { throw ValidationError("--name is empty.") }
    if name != nil, paths.count > 1 { throw ValidationError("--name requires a single file.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { StandardError.sayIfChangeDisappears(catalog.folder) }
    var failures = CommandFailures()
    var files: [FilePath] = []
    for path in paths {
      let found = try failures.result(of: { try FontCatalog.files(at: FilePath(argument: path)) })
      if found?.isEmpty == true {
        failures.add(CommandFailure(.noInput, "\(path) contains no .sf2 or .sf3 files"))
      }
      files += found ?? []
    }
    if name != nil, files.count > 1 {
      throw CommandFailure(.usage, "--name requires a single file (found \(files.count))")
    }
    var additions: [FontCatalog.Addition] = []
    for file in files {
      do {
        let addition = try catalog.add(file, isLinked: link, name: name, tags: tag)
        additions.append(addition)
        if !result.json { try StandardOutput.tell(addition.text) }
      } catch let error as SoundError {
        failures.add(error.failure)
        // An error of the catalog would recur for the next file.
        if error.path?.starts(with: catalog.folder) ?? true { break }
      }
    }
    if result.json { try StandardOutput.tell(JSONText.of(additions.map(AdditionDocument.init))) }
    try failures.end()
  }
}

struct FontsFind: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find the moved files of missing fonts",
    discussion: """
      midirec recognizes fonts by their content, whatever their files are called. Run midirec fonts list --missing \
      to see the missing fonts. This command adds no fonts, and exits with 0 even if it finds none.
      """)

  @Argument(
    help: ArgumentHelp("Files, and folders with .sf2 and .sf3 files", valueName: "paths"))
  var paths: [String]

  @OptionGroup var result: JSONOption

  func validate() throws {
    if paths.contains("") { throw ValidationError("The name of a file or folder is empty.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    var findings: [(font: CatalogFont, path: FilePath)] = []
    for path in paths { findings += try catalog.findMissing(in: FilePath(argument: path)) }
    let missingCount = try catalog.fonts().count { $0.state != .present }
    try result.print(
      findings.map { FontDocument($0.font) },
      lines: findings.map { "\($0.font.name): found in \($0.path)".printable })
    if missingCount > 0 {
      StandardError.say(
        "\(pluralized(missingCount, "font")) still missing; run midirec fonts list --missing to see which")
    } else if findings.isEmpty {
      StandardError.say("no fonts are missing")
    }
  }
}

struct FontsShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a font's description and file")

  @Argument(help: "Font (default: the font in use)")
  var font: String?

  @OptionGroup var result: JSONOption

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    let font = try catalog.font(orInUse: font)
    if result.json {
      try StandardOutput.tell(JSONText.of(FontDocument(font)))
      return
    }
    let unreachable =
      font.unreachablePresetCount > 0
      ? "; \(font.unreachablePresetCount) more can't be selected by a program change" : ""
    let rows: [(String, String?)] = [
      ("Name", font.name), ("Embedded name", font.embeddedName), ("Author", font.author),
      ("Copyright", font.copyright), ("Comment", font.comment),
      ("Presets", "\(font.presetCount)\(unreachable)"), ("Size", byteText(font.size)),
      ("Kind", font.kindText), ("File", "\(font.path)"), ("Original name", font.originalName),
      ("SHA-256", font.contentHash), ("Tags", font.tags.isEmpty ? nil : font.tags.joined(separator: ", ")),
      ("State", font.stateText.isEmpty ? nil : font.stateText),
    ]
    for case let (title, text?) in rows {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      for (index, line) in lines.enumerated() {
        let heading = index == 0 ? title : ""
        try StandardOutput.write(
          line: heading + String(repeating: " ", count: Self.headingWidth - heading.count) + line)
      }
    }
  }

  private static let headingWidth = 15
}

extension FontCatalog {
  /// Returns the named font, or without a name the font in use or the built-in font.
  func font(orInUse text: String?) throws -> CatalogFont {
    if let text { return try font(text) }
    if let font = try use().font { return font }
    guard let font = try fonts(tag: "Built-in").first else {
      throw CommandFailure(
        .noInput, "no font is in use; specify one, or run midirec fonts list to see all fonts")
    }
    return font
  }
}

struct FontsRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove fonts and their favorites from the catalog",
    discussion: "The catalog's copy is deleted. A linked file isn't.")

  @Argument(help: ArgumentHelp("Fonts to remove", valueName: "fonts"))
  var fonts: [String]

  @OptionGroup var result: JSONOption

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { StandardError.sayIfChangeDisappears(catalog.folder) }
    var failures = CommandFailures()
    let removed = try fonts.compactMap { font in try failures.result(of: { try catalog.remove(font) }) }
    try result.print(removed.map(FontDocument.init), lines: removed.map { "removed \($0.line)" })
    try failures.end()
  }
}
