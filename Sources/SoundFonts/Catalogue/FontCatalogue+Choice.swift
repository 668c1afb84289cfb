internal import GRDB
internal import SystemPackage

extension FontCatalogue {
  /// What is to be played for words of the command line.
  ///
  /// - Parameters:
  ///   - font: A font's name in the catalogue, or the path of a file, which doesn't have to be in it; without it what is
  ///     in use, else the built-in font.
  ///   - preset: `BANK:PROGRAM`, a favorite's name, or the name of a preset of the font; without it, and without a
  ///     font, the active preset.
  /// - Throws: Where there is no such font or preset, or its file is missing or broken.
  public func choice(font: String?, preset: String?) throws(SoundFontError) -> Choice {
    if let font, let path = Self.path(font) { return try choice(path, preset: preset) }
    guard database.exists else { return try choiceWithoutCatalogue(font: font, preset: preset) }
    let choice = try database.read { try self.choice(font: font, preset: preset, $0) }
    if let choice { return choice }
    return try choiceWithoutCatalogue(font: font, preset: preset)
  }

  /// A text that can only be a path.
  private static func path(_ text: String) -> FilePath? {
    text.contains("/") ? FilePath(text) : nil
  }

  /// Without making one where there is none.
  private func choiceWithoutCatalogue(font: String?, preset: String?) throws(SoundFontError) -> Choice {
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

  /// A file, in the catalogue or not.
  private func choice(_ path: FilePath, preset: String?) throws(SoundFontError) -> Choice {
    guard let preset else {
      _ = try OpenFont(path)
      return Choice(font: path)
    }
    let found = Self.presets(preset, among: try SoundFontFile.presets(in: path))
    // The built-in font is known by its name even where nothing has been kept yet.
    let name = path == builtInFont ? path.stem : nil
    let refusal = PresetRefusal(text: preset, font: name.map { .known($0) } ?? .file(path))
    guard let first = found.first else { throw refusal.none }
    if found.count > 1 { throw refusal.several(found.map { ($0.number, $0.name) }) }
    return Choice(font: path, preset: first.number)
  }

  /// Those that a text means, as in the catalogue: by their number, their name or a part of it, whatever fits first.
  private static func presets(
    _ text: String, among presets: [SoundFontFile.Preset]
  ) -> [SoundFontFile.Preset] {
    if let number = PresetNumber(text) { return presets.filter { $0.number == number } }
    let text = text.lowercased()
    let named = presets.filter { $0.name.lowercased() == text }
    return named.isEmpty ? presets.filter { !text.isEmpty && $0.name.lowercased().contains(text) } : named
  }

  /// What the catalogue has; nothing where neither it nor what is in use says anything.
  private func choice(font: String?, preset: String?, _ database: Database) throws -> Choice? {
    let rows = PresetRows(database)
    guard let font else {
      if let preset, let favorite = try rows.favorite(named: preset) {
        return try choice(favorite, of: fonts(database, where: "id = ?", [favorite.fontID]))
      }
      let state = try Row.fetchOne(database, sql: "SELECT fontID, presetID FROM state")
      guard let id = state?["fontID"] as Int64? else {
        let builtIn = try fonts(database, where: "kind = 'builtIn'")
        guard let font = builtIn.first, font.state == .present else { return nil }
        return try choice(preset, in: font, rows)
      }
      let inUse = try fonts(database, where: "id = ?", [id])
      if preset == nil, let presetID = state?["presetID"] as Int64?, let active = try rows.preset(presetID) {
        return try choice(active, of: inUse)
      }
      return try inUse.first.map { try choice(preset, in: $0, rows) }
    }
    guard let known = try fontIfAny(font, database) else { return nil }
    return try choice(preset, in: known, rows)
  }

  private func choice(_ preset: String?, in font: CatalogueFont, _ rows: PresetRows) throws -> Choice {
    guard let preset else { return Choice(font: try presentFile(of: font)) }
    return try choice(rows.preset(preset, of: font), of: [font])
  }

  private func choice(_ preset: CataloguePreset, of fonts: [CatalogueFont]) throws -> Choice? {
    try fonts.first.map { font in
      Choice(
        font: try presentFile(of: font), preset: preset.number, settings: preset.settings ?? PresetSettings())
    }
  }

  private func choice(_ preset: CataloguePreset, of font: [CatalogueFont]) throws -> Choice {
    guard let choice: Choice = try choice(preset, of: font) else {
      throw SoundFontError(.notFound, nil, "the font of \"\(preset.name)\" is gone")
    }
    return choice
  }

  /// A font's file, if it is what it was.
  func presentFile(of font: CatalogueFont) throws(SoundFontError) -> FilePath {
    switch font.state {
    case .present: return font.path
    case .missing:
      throw SoundFontError(
        .notFound, font.path,
        "the file of \"\(font.name)\" is missing; have it found again with midirec fonts find FOLDER")
    case .changed:
      throw SoundFontError(
        .badData, font.path,
        "the file of \"\(font.name)\" isn't what was added; take it as it is now with midirec fonts add")
    }
  }
}
