internal import SystemPackage

/// What is played if the catalog doesn't say: a font file, or the built-in font. It never creates a catalog.
struct FontOutsideCatalog {
  let builtInFont: FilePath

  /// Chooses as ``FontCatalog/choice(font:preset:)``.
  func choice(font: String?, preset: String?) throws(SoundFontError) -> FontCatalog.Choice {
    guard let font else {
      guard FontFiles.size(of: builtInFont) != nil else {
        throw SoundFontError(
          .notFound, builtInFont, "there is no font; install timgm6mb-soundfont, or name one with --font")
      }
      return try choice(builtInFont, preset: preset)
    }
    if FontFiles.size(of: FilePath(font)) != nil { return try choice(FilePath(font), preset: preset) }
    if font.lowercased() == builtInFont.stem?.lowercased() { return try choice(builtInFont, preset: preset) }
    throw SoundFontError(
      .notFound, nil,
      "no font is called \"\(font)\", and there is no such file; midirec fonts list shows those that are known"
    )
  }

  /// Chooses a preset of a font file.
  func choice(_ path: FilePath, preset: String?) throws(SoundFontError) -> FontCatalog.Choice {
    guard let preset else {
      _ = try OpenFont(path)
      return FontCatalog.Choice(font: path)
    }
    let found = Self.presets(preset, among: try SoundFontFile.presets(in: path))
    // The built-in font is known by its name even where nothing has been kept yet.
    let name = path == builtInFont ? path.stem : nil
    let refusal = PresetLookupFailure(text: preset, font: name.map { .known($0) } ?? .file(path))
    guard let first = found.first else { throw refusal.none }
    if found.count > 1 { throw refusal.several(found.map { ($0.number, $0.name) }) }
    return FontCatalog.Choice(font: path, preset: first.number)
  }

  /// Those that a text means, as in the catalog: by their number, their name or a part of it, whatever fits first.
  private static func presets(
    _ text: String, among presets: [SoundFontFile.Preset]
  ) -> [SoundFontFile.Preset] {
    if let number = PresetNumber(text) { return presets.filter { $0.number == number } }
    let text = text.lowercased()
    let named = presets.filter { $0.name.lowercased() == text }
    return named.isEmpty ? presets.filter { !text.isEmpty && $0.name.lowercased().contains(text) } : named
  }
}
