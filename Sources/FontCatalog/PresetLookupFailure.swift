internal import Synth
internal import SystemPackage

/// The errors of a text that selects no preset of a font, with advice.
struct PresetLookupFailure {
  /// A font.
  enum Font {
    /// A font in the catalog with this name.
    case known(String)
    /// A font file outside the catalog.
    case file(FilePath)
  }

  /// The maximum number of presets in a message.
  private static let namedCount = 3

  /// The user's text: a number, a name, or a part of a name.
  let text: String
  let font: Font

  /// The error if no preset matches.
  var none: SoundFontError {
    let wanted = PresetNumber(text) == nil ? "\"\(text)\"" : text
    switch font {
    case .known(let name):
      let advice = "run midirec fonts presets \"\(name)\" to list its presets"
      return SoundFontError(.notFound, nil, "the font \"\(name)\" has no preset \(wanted); \(advice)")
    case .file(let path):
      let advice = "add the font with midirec fonts add, then list its presets with midirec fonts presets"
      return SoundFontError(.notFound, path, "has no preset \(wanted); \(advice)")
    }
  }

  /// Returns the error if several presets match.
  ///
  /// - Parameter presets: All matching presets, in order.
  func several(_ presets: [(number: PresetNumber, name: String)]) -> SoundFontError {
    let names = presets.prefix(Self.namedCount).map { "\($0.number) \"\($0.name)\"" }
    let isCut = presets.count > names.count
    let list = (names + (isCut ? ["…"] : [])).joined(separator: ", ")
    let reason = "\"\(text)\" matches \(list); specify BANK:PROGRAM"
    switch font {
    case .known(let name) where isCut:
      let search = "midirec fonts presets \"\(name)\" --search \"\(text)\""
      return SoundFontError(.usage, nil, "\(reason), or list all with \(search)")
    case .known: return SoundFontError(.usage, nil, reason)
    case .file(let path): return SoundFontError(.usage, path, reason)
    }
  }
}
