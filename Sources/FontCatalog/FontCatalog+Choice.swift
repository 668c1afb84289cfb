internal import GRDB
package import Synth
internal import SystemPackage

extension FontCatalog {
  /// Resolves the arguments of a command to a font and a preset.
  ///
  /// - Parameters:
  ///   - font: The name of a font in the catalog, or the path of any font file, or `nil` for the default, otherwise the
  ///     built-in font.
  ///   - preset: `BANK:PROGRAM`, a favorite's name, or the name of a preset of the font, or `nil` for the default
  ///     preset if no font is given.
  /// - Throws: ``SoundFontError`` if the font or preset doesn't exist, or its file is missing or damaged.
  package func choice(font: String?, preset: String?) throws(SoundFontError) -> FontChoice {
    let outside = FontOutsideCatalog(builtInFont: builtInFont)
    if let font, font.contains("/") { return try outside.choice(FilePath(font), preset: preset) }
    guard database.exists else { return try outside.choice(font: font, preset: preset) }
    let choice = try database.read { try self.choice(font: font, preset: preset, $0) }
    if let choice { return choice }
    return try outside.choice(font: font, preset: preset)
  }

  /// Resolves like ``choice(font:preset:)`` from the user's catalog, or, if the user has no home folder, from font
  /// files and the built-in font.
  package static func choiceOfUser(font: String?, preset: String?) throws(SoundFontError) -> FontChoice {
    guard let catalog = try ofUserIfAny() else {
      return try FontOutsideCatalog(builtInFont: SoundFontFile.builtIn).choice(font: font, preset: preset)
    }
    return try catalog.choice(font: font, preset: preset)
  }

  /// Returns the choice of the catalog, or `nil` if neither an argument nor a default selects one.
  private func choice(font: String?, preset: String?, _ database: Database) throws -> FontChoice? {
    let rows = PresetRows(database)
    guard let font else {
      if let preset, let favorite = try rows.favorite(named: preset) {
        return try choice(favorite, of: fonts(database, where: "id = ?", [favorite.fontID]))
      }
      let state = try Row.fetchOne(database, sql: "SELECT fontID, presetID FROM state")
      guard let id = try state?.decode(Int64?.self, forColumn: "fontID") else {
        let builtIn = try fonts(database, where: "kind = 'builtIn'")
        guard let font = builtIn.first, font.state == .present else { return nil }
        return try choice(preset, in: font, rows)
      }
      let inUse = try fonts(database, where: "id = ?", [id])
      if preset == nil, let presetID = try state?.decode(Int64?.self, forColumn: "presetID"),
        let active = try rows.preset(presetID)
      {
        return try choice(active, of: inUse)
      }
      return try inUse.first.map { try choice(preset, in: $0, rows) }
    }
    guard let known = try fontIfAny(font, database) else { return nil }
    return try choice(preset, in: known, rows)
  }

  private func choice(_ preset: String?, in font: CatalogFont, _ rows: PresetRows) throws -> FontChoice {
    guard let preset else { return FontChoice(font: try presentFile(of: font)) }
    return try choice(rows.preset(preset, of: font), of: [font])
  }

  private func choice(_ preset: CatalogPreset, of fonts: [CatalogFont]) throws -> FontChoice? {
    try fonts.first.map { font in
      FontChoice(
        font: try presentFile(of: font), preset: preset.number, settings: preset.settings ?? PresetSettings())
    }
  }

  private func choice(_ preset: CatalogPreset, of font: [CatalogFont]) throws -> FontChoice {
    guard let choice: FontChoice = try choice(preset, of: font) else {
      throw SoundFontError(.notFound, nil, "the font of \"\(preset.name)\" no longer exists")
    }
    return choice
  }

  /// Returns a font's file if it is unchanged.
  func presentFile(of font: CatalogFont) throws(SoundFontError) -> FilePath {
    switch font.state {
    case .present: return font.path
    case .missing:
      throw SoundFontError(
        .notFound, font.path,
        "the file of \"\(font.name)\" is missing; run midirec fonts find FOLDER to find it")
    case .changed:
      throw SoundFontError(
        .badData, font.path,
        "the file of \"\(font.name)\" has changed; run midirec fonts add to accept the change")
    }
  }
}
