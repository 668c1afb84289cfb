internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts

/// A tag, and the fonts that are to get or lose it.
struct TagArguments: ParsableArguments {
  @Argument(help: "The tag.")
  var tag: String

  @Argument(help: ArgumentHelp("The fonts.", valueName: "fonts"))
  var fonts: [String]

  @Flag(help: "Print JSON for other programs.")
  var json = false

  /// Says what has become of the fonts.
  func show(_ fonts: [CatalogueFont]) throws {
    if json {
      try StandardOutput.write(line: JSONText.of(fonts.map(FontDocument.init)))
      return
    }
    for font in fonts {
      let tags = font.tags.isEmpty ? "no tags" : font.tags.joined(separator: ", ")
      try StandardOutput.tell("\(font.name): \(tags)".printable)
    }
  }
}
