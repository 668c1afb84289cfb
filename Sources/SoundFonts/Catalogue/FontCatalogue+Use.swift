internal import GRDB

extension FontCatalogue {
  /// What is played where nothing else is asked for.
  package struct Use: Sendable {
    /// The font; nothing for the built-in one.
    package let font: CatalogueFont?
    /// Its preset, or a favorite; nothing where the programs of a recording choose.
    package let preset: CataloguePreset?
  }

  /// What is in use.
  package func use() throws(SoundFontError) -> Use {
    try database.read { try use($0) }
  }

  private func use(_ database: Database) throws -> Use {
    let state = try Row.fetchOne(database, sql: "SELECT fontID, presetID FROM state")
    let font = try (state?["fontID"] as Int64?).flatMap { try fonts(database, where: "id = ?", [$0]).first }
    let preset = try (state?["presetID"] as Int64?).flatMap { try PresetRows(database).preset($0) }
    return Use(font: font, preset: preset)
  }

  /// Uses a font, a preset or a favorite from now on, until something else is used.
  ///
  /// A favorite goes before a font of the same name, and a font's whole name before a part of it with `BANK:PROGRAM`.
  ///
  /// - Parameter text: `FONT`, `FONT:BANK:PROGRAM`, or a favorite's name; nothing for the built-in font.
  /// - Throws: Where there is no such font or preset.
  @discardableResult
  package func use(_ text: String?) throws(SoundFontError) -> Use {
    try database.write { database in
      guard let text else {
        try database.execute(sql: "UPDATE state SET fontID = NULL, presetID = NULL")
        return try use(database)
      }
      let isFont = try Self.place(text) == nil || !fonts(database, where: "name = ?", [text]).isEmpty
      if isFont, try PresetRows(database).favorite(named: text) == nil {
        try database.execute(
          sql: "UPDATE state SET fontID = ?, presetID = NULL", arguments: [try font(text, database).id])
      } else {
        let preset = try preset(text, database)
        try database.execute(
          sql: "UPDATE state SET fontID = ?, presetID = ?", arguments: [preset.fontID, preset.id])
      }
      return try use(database)
    }
  }
}
