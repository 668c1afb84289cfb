internal import GRDB
public import MIDIRecSound
internal import MIDIRecSynth

extension FontCatalog {
  /// A selection of presets.
  public struct PresetSelection: Sendable {
    /// The font, as for ``FontCatalog/font(_:)``, or `nil` for all fonts.
    public var font: String?
    /// The words that the name must contain, in any case and order.
    public var search = ""
    /// Whether hidden presets are included.
    public var includesHidden = false
    /// Whether only favorites are included.
    public var isFavoritesOnly = false
    /// The maximum number of presets, or `nil` for all.
    public var limit: Int?

    /// Creates a selection of all visible presets.
    public init() {}
  }

  /// Returns presets and favorites: of one font in order of bank and program, of all fonts in the order in which they
  /// were added.
  ///
  /// - Returns: The presets, and whether more exist beyond the limit.
  /// - Throws: `SoundError` if the font doesn't exist, or if the catalog can't be read.
  public func presets(
    _ selection: PresetSelection = PresetSelection()
  ) throws(SoundError) -> (presets: [CatalogPreset], isCut: Bool) {
    try database.read { database in
      if let presets = try firstPresets(selection, database) { return presets }
      var query = PresetQuery(selection)
      if let name = selection.font {
        query.add("preset.fontID = ?", [try font(name, database).id])
        query.order = "bank, program, preset.kind = 'favorite', preset.id"
        query.addWords(selection.search)
      } else {
        guard try query.addWords(selection.search, indexedIn: database) else { return ([], false) }
      }
      return selection.cut(try database.presets(query))
    }
  }

  /// Returns the presets of all fonts, if the first names already contain enough matches.
  private func firstPresets(
    _ selection: PresetSelection, _ database: Database
  ) throws -> (presets: [CatalogPreset], isCut: Bool)? {
    guard selection.font == nil, selection.limit != nil else { return nil }
    var query = PresetQuery(selection)
    guard query.addWordsAmongFirst(selection.search) else { return nil }
    let found = selection.cut(try database.presets(query))
    return try found.isCut || query.isOfAllNames(in: database) ? found : nil
  }

  /// Returns the preset that a text names: `FONT:BANK:PROGRAM`, `BANK:PROGRAM` of the default font or the built-in one,
  /// or a favorite's name.
  ///
  /// - Throws: `SoundError` if no preset or several presets match.
  public func preset(_ text: String) throws(SoundError) -> CatalogPreset {
    try database.read { try preset(text, $0) }
  }

  func preset(_ text: String, _ database: Database) throws -> CatalogPreset {
    if let favorite = try database.favorite(named: text) { return favorite }
    guard let (fontName, number) = Self.place(text) else {
      throw SoundError(
        .noInput, nil,
        "no favorite named \"\(text)\"; a preset has the form FONT:BANK:PROGRAM, such as TimGM6mb:0:4"
      )
    }
    if let fontName { return try database.preset(number, of: font(fontName, database)) }
    let standard = try fonts(
      database,
      where: "id = coalesce((SELECT fontID FROM state), (SELECT id FROM font WHERE kind = 'builtIn'))")
    guard let font = standard.first else {
      throw SoundError(.noInput, nil, "no font is in use; specify one with FONT:BANK:PROGRAM")
    }
    return try database.preset(number, of: font)
  }

  /// Returns the parts of `FONT:BANK:PROGRAM`.
  static func place(_ text: String) -> (font: String?, number: PresetNumber)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let number = PresetNumber(parts.suffix(2).joined(separator: ":")) else {
      return nil
    }
    return (parts.count == 2 ? nil : parts.dropLast(2).joined(separator: ":"), number)
  }

  /// Hides a preset in lists, or shows it again. A hidden preset can be played.
  ///
  /// - Parameters:
  ///   - isHidden: Whether to hide the preset.
  ///   - text: A preset, as for ``preset(_:)``.
  /// - Throws: `SoundError` if the preset doesn't exist or is a favorite.
  @discardableResult
  public func setHidden(_ isHidden: Bool, _ text: String) throws(SoundError) -> CatalogPreset {
    try database.write { database in
      let preset = try preset(text, database)
      guard preset.kind != .favorite else {
        throw SoundError(
          .usage, nil, "\"\(preset.name)\" is a favorite, which can't be hidden; remove it instead")
      }
      let kind: CatalogPreset.Kind = isHidden ? .hidden : .preset
      try database.execute(
        sql: "UPDATE preset SET kind = ? WHERE id = ?", arguments: [kind.rawValue, preset.id])
      return try database.present(preset.id)
    }
  }
}

extension FontCatalog.PresetSelection {
  /// Returns the presets within the limit, and whether there were more.
  fileprivate func cut(_ presets: [CatalogPreset]) -> (presets: [CatalogPreset], isCut: Bool) {
    guard let limit, presets.count > limit else { return (presets, false) }
    return (Array(presets.prefix(limit)), true)
  }
}
