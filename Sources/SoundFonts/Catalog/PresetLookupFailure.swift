internal import SystemPackage

/// Why what somebody wrote chooses no preset of a font, and where to look for one.
struct PresetLookupFailure {
  /// Which font.
  enum Font {
    /// One that the catalog has under this name.
    case known(String)
    /// A file that it doesn't have.
    case file(FilePath)
  }

  /// How many presets are named where several are meant.
  private static let namedCount = 3

  /// What somebody wrote: a number, a name or a part of it.
  let text: String
  let font: Font

  /// There is no such preset.
  var none: SoundFontError {
    let wanted = PresetNumber(text) == nil ? "\"\(text)\"" : text
    switch font {
    case .known(let name):
      let advice = "midirec fonts presets \"\(name)\" lists those that it has"
      return SoundFontError(.notFound, nil, "the font \"\(name)\" has no preset \(wanted); \(advice)")
    case .file(let path):
      let advice = "add the font with midirec fonts add, and midirec fonts presets lists those that it has"
      return SoundFontError(.notFound, path, "has no preset \(wanted); \(advice)")
    }
  }

  /// There are several.
  ///
  /// - Parameter presets: All of them, in order.
  func several(_ presets: [(number: PresetNumber, name: String)]) -> SoundFontError {
    let names = presets.prefix(Self.namedCount).map { "\($0.number) \"\($0.name)\"" }
    let isCut = presets.count > names.count
    let list = (names + (isCut ? ["…"] : [])).joined(separator: ", ")
    let reason = "\"\(text)\" can be \(list); give BANK:PROGRAM"
    switch font {
    case .known(let name) where isCut:
      let search = "midirec fonts presets \"\(name)\" --search \"\(text)\""
      return SoundFontError(.usage, nil, "\(reason), all of them are listed by \(search)")
    case .known: return SoundFontError(.usage, nil, reason)
    case .file(let path): return SoundFontError(.usage, path, reason)
    }
  }
}
