internal import Synth
internal import SystemPackage

/// The choice if the catalog has none: a font file, or the built-in font. It never creates a catalog.
struct FontOutsideCatalog {
  let builtInFont: FilePath

  /// Resolves like ``FontCatalog/choice(font:preset:)``.
  func choice(font: String?, preset: String?) throws(SoundFontError) -> FontChoice {
    guard let font else {
      guard FontFiles.size(of: builtInFont) != nil else {
        throw SoundFontError(
          .notFound, builtInFont, "no font found; install timgm6mb-soundfont, or specify one with --font")
      }
      return try choice(builtInFont, preset: preset)
    }
    if FontFiles.size(of: FilePath(font)) != nil { return try choice(FilePath(font), preset: preset) }
    if font.lowercased() == builtInFont.stem?.lowercased() { return try choice(builtInFont, preset: preset) }
    throw SoundFontError(
      .notFound, nil,
      "no font named \"\(font)\", and no such file; run midirec fonts list to see all fonts"
    )
  }

  /// Chooses a preset of a font file.
  func choice(_ path: FilePath, preset: String?) throws(SoundFontError) -> FontChoice {
    guard let preset else {
      _ = try OpenFont(path)
      return FontChoice(font: path)
    }
    let found = Self.presets(preset, among: try SoundFontFile.presets(in: path))
    // The built-in font is known by its name even before a catalog exists.
    let name = path == builtInFont ? path.stem : nil
    let refusal = PresetLookupFailure(text: preset, font: name.map { .known($0) } ?? .file(path))
    guard let first = found.first else { throw refusal.none }
    if found.count > 1 { throw refusal.several(found.map { ($0.number, $0.name) }) }
    return FontChoice(font: path, preset: first.number)
  }

  /// Returns the presets that match a text, as in the catalog: by number, by name, or by a part of the name, whichever
  /// matches first.
  private static func presets(
    _ text: String, among presets: [SoundFontFile.Preset]
  ) -> [SoundFontFile.Preset] {
    if let number = PresetNumber(text) { return presets.filter { $0.number == number } }
    let text = text.lowercased()
    let named = presets.filter { $0.name.lowercased() == text }
    return named.isEmpty ? presets.filter { !text.isEmpty && $0.name.lowercased().contains(text) } : named
  }
}
