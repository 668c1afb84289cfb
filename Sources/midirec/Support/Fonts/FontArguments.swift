internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemReports
internal import Terminal

/// The presets that are to be hidden or shown.
struct PresetArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The presets: FONT:BANK:PROGRAM.", valueName: "presets"))
  var presets: [String]

  @Flag(help: "Print JSON for other programs.")
  var json = false

  /// Hides or shows them; those that can't be are said, and the first decides the exit code.
  func setHidden(_ isHidden: Bool, verb: String) throws {
    let catalog = try FontCatalog.ofUser()
    var failures = CommandFailures()
    var changed: [CatalogPreset] = []
    for preset in presets {
      do {
        changed.append(try catalog.setHidden(isHidden, preset))
      } catch {
        failures.add(CommandFailure(error))
      }
    }
    if json {
      try StandardOutput.tell(JSONText.of(changed.map(PresetDocument.init)))
    } else {
      for preset in changed { try StandardOutput.tell("\(verb): \(preset.text)") }
    }
    try failures.end()
  }
}

/// A tag, and the fonts that are to get or lose it.
struct TagArguments: ParsableArguments {
  @Argument(help: "The tag.")
  var tag: String

  @Argument(help: ArgumentHelp("The fonts.", valueName: "fonts"))
  var fonts: [String]

  @Flag(help: "Print JSON for other programs.")
  var json = false

  /// Says what has become of the fonts.
  func show(_ fonts: [CatalogFont]) throws {
    if json {
      try StandardOutput.tell(JSONText.of(fonts.map(FontDocument.init)))
      return
    }
    for font in fonts {
      let tags = font.tags.isEmpty ? "no tags" : font.tags.joined(separator: ", ")
      try StandardOutput.tell("\(font.name): \(tags)".printable)
    }
  }
}
