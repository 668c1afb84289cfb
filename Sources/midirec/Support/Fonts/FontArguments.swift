internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import SystemReports
internal import Terminal

/// The presets to hide or show.
struct PresetArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("Presets: FONT:BANK:PROGRAM", valueName: "presets"))
  var presets: [String]

  @Flag(help: "Print the result as JSON")
  var json = false

  /// Hides or shows the presets, and reports failures. The first failure decides the exit code.
  func setHidden(_ isHidden: Bool, verb: String) throws {
    let catalog = try FontCatalog.ofUser()
    var failures = CommandFailures()
    defer { MachineMemory.sayIfForgotten(catalog) }
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

/// A tag, and the fonts to tag or untag.
struct TagArguments: ParsableArguments {
  @Argument(help: "Tag")
  var tag: String

  @Argument(help: ArgumentHelp("Fonts", valueName: "fonts"))
  var fonts: [String]

  @Flag(help: "Print the result as JSON")
  var json = false

  /// Prints the fonts with their tags.
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
