internal import GRDB

extension FontCatalog {
  /// Which presets are listed.
  package struct PresetSelection: Sendable {
    /// Only of this font; what ``FontCatalog/font(_:)`` takes.
    package var font: String?
    /// Only those with all these words in their name, in any case and order.
    package var search = ""
    /// Those that are hidden, too.
    package var includesHidden = false
    /// Only favorites.
    package var isFavoritesOnly = false
    /// How many at most; all without it.
    package var limit: Int?

    /// Makes one of all that aren't hidden.
    package init() {}
  }

  /// Presets and favorites: those of a font in order of bank and program, those of all fonts in the order in which they
  /// were added.
  ///
  /// - Returns: Those that are listed, and whether there are more than the limit.
  /// - Throws: Where there is no such font, or the catalog can't be read.
  package func presets(
    _ selection: PresetSelection = PresetSelection()
  ) throws(SoundFontError) -> (presets: [CatalogPreset], isCut: Bool) {
    try database.read { database in
      let rows = PresetRows(database)
      if let presets = try firstPresets(selection, rows, database) { return presets }
      var query = PresetQuery(selection)
      if let name = selection.font {
        query.add("preset.fontID = ?", [try font(name, database).id])
        query.order = "bank, program, preset.kind = 'favorite', preset.id"
        query.addWords(selection.search)
      } else {
        guard try query.addWords(selection.search, indexedIn: database) else { return ([], false) }
      }
      return selection.cut(try rows.presets(query))
    }
  }

  /// The presets of all fonts, where those that are gone through at first have all that is asked for.
  private func firstPresets(
    _ selection: PresetSelection, _ rows: PresetRows, _ database: Database
  ) throws -> (presets: [CatalogPreset], isCut: Bool)? {
    guard selection.font == nil, selection.limit != nil else { return nil }
    var query = PresetQuery(selection)
    guard query.addWordsAmongFirst(selection.search) else { return nil }
    let found = selection.cut(try rows.presets(query))
    return try found.isCut || query.isOfAllNames(in: database) ? found : nil
  }

  /// The preset that somebody means: `FONT:BANK:PROGRAM`, `BANK:PROGRAM` of the font in use, else of the built-in one, or
  /// a favorite's name.
  ///
  /// - Throws: Where it is none, or may be several.
  package func preset(_ text: String) throws(SoundFontError) -> CatalogPreset {
    try database.read { try preset(text, $0) }
  }

  func preset(_ text: String, _ database: Database) throws -> CatalogPreset {
    let rows = PresetRows(database)
    if let favorite = try rows.favorite(named: text) { return favorite }
    guard let (fontName, number) = Self.place(text) else {
      throw SoundFontError(
        .notFound, nil, "no favorite is called \"\(text)\"; a preset is FONT:BANK:PROGRAM, as in TimGM6mb:0:4"
      )
    }
    if let fontName { return try rows.preset(number, of: font(fontName, database)) }
    let standard = try fonts(
      database,
      where: "id = coalesce((SELECT fontID FROM state), (SELECT id FROM font WHERE kind = 'builtIn'))")
    guard let font = standard.first else {
      throw SoundFontError(.notFound, nil, "no font is in use; say which one with FONT:BANK:PROGRAM")
    }
    return try rows.preset(number, of: font)
  }

  /// The parts of `FONT:BANK:PROGRAM`.
  static func place(_ text: String) -> (font: String?, number: PresetNumber)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let number = PresetNumber(parts.suffix(2).joined(separator: ":")) else {
      return nil
    }
    return (parts.count == 2 ? nil : parts.dropLast(2).joined(separator: ":"), number)
  }

  /// Leaves a preset out of lists, or shows it in them again. It can be played nevertheless.
  ///
  /// - Parameter text: What ``preset(_:)`` takes.
  /// - Throws: Where there is no such preset, or it is a favorite.
  @discardableResult
  package func setHidden(_ isHidden: Bool, _ text: String) throws(SoundFontError) -> CatalogPreset {
    try database.write { database in
      let preset = try preset(text, database)
      guard preset.kind != .favorite else {
        throw SoundFontError(
          .usage, nil, "\"\(preset.name)\" is a favorite, which can't be hidden but removed")
      }
      let kind: CatalogPreset.Kind = isHidden ? .hidden : .preset
      try database.execute(
        sql: "UPDATE preset SET kind = ? WHERE id = ?", arguments: [kind.rawValue, preset.id])
      return try PresetRows(database).present(preset.id)
    }
  }
}

extension FontCatalog.PresetSelection {
  /// As many presets as the limit allows, and whether there were more.
  fileprivate func cut(_ presets: [CatalogPreset]) -> (presets: [CatalogPreset], isCut: Bool) {
    guard let limit, presets.count > limit else { return (presets, false) }
    return (Array(presets.prefix(limit)), true)
  }
}
