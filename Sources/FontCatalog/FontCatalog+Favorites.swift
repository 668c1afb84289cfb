internal import GRDB
public import MIDIRecSound
public import MIDIRecSynth

extension FontCatalog {
  /// Creates a favorite: a copy of a preset or favorite with its own name and settings.
  ///
  /// - Parameters:
  ///   - text: A preset, as for ``preset(_:)``.
  ///   - name: The name, or `nil` for the preset's name and "copy", with a number if necessary.
  ///   - change: Changes the copied settings.
  /// - Throws: `SoundError` if the preset doesn't exist, or if the name is in use or invalid.
  @discardableResult
  public func addFavorite(
    of text: String, name: String? = nil, change: (inout PresetSettings) throws -> Void = { _ in }
  ) throws(SoundError) -> CatalogPreset {
    try database.write { database in
      let original = try preset(text, database)
      var settings = original.settings ?? PresetSettings()
      try change(&settings)
      try settings.check()
      if let name { try database.checkFree(name) }
      try database.execute(
        sql: """
          INSERT INTO preset (fontID, bank, program, kind, originalName, name) VALUES (?, ?, ?, 'favorite', ?, ?)
          """,
        arguments: [
          original.fontID, original.number.bank, original.number.program, original.originalName,
          try name ?? database.freeName(copyOf: original.name),
        ])
      let id = database.lastInsertedRowID
      try settings.store(for: id, in: database)
      return try database.present(id)
    }
  }

  /// Renames a favorite or changes its settings.
  ///
  /// - Throws: `SoundError` if the favorite doesn't exist, or if the name is in use or invalid.
  @discardableResult
  public func changeFavorite(
    _ name: String, name newName: String? = nil, change: (inout PresetSettings) throws -> Void = { _ in }
  ) throws(SoundError) -> CatalogPreset {
    try database.write { database in
      let favorite = try database.presentFavorite(named: name)
      var settings = favorite.settings ?? PresetSettings()
      try change(&settings)
      try settings.check()
      if let newName {
        try database.checkFree(newName, except: favorite.id)
        try database.execute(
          sql: "UPDATE preset SET name = ? WHERE id = ?", arguments: [newName, favorite.id])
      }
      try settings.store(for: favorite.id, in: database)
      return try database.present(favorite.id)
    }
  }

  /// Deletes a favorite. Its preset stays.
  ///
  /// - Returns: The deleted favorite.
  /// - Throws: `SoundError` if the favorite doesn't exist.
  @discardableResult
  public func removeFavorite(_ name: String) throws(SoundError) -> CatalogPreset {
    try database.write { database in
      let favorite = try database.presentFavorite(named: name)
      try database.execute(sql: "DELETE FROM preset WHERE id = ?", arguments: [favorite.id])
      return favorite
    }
  }
}

extension Database {
  /// Returns the preset with a known row ID.
  func present(_ id: Int64) throws -> CatalogPreset {
    guard let preset = try preset(id) else {
      throw SoundError(.inputOutput, nil, "a preset was lost from the catalog")
    }
    return preset
  }

  fileprivate func presentFavorite(named name: String) throws -> CatalogPreset {
    guard let favorite = try favorite(named: name) else {
      throw SoundError(
        .noInput, nil,
        "no favorite named \"\(name)\"; run midirec fonts presets --favorites to see all favorites")
    }
    return favorite
  }

  /// Throws if a name can't be a new favorite's.
  fileprivate func checkFree(_ name: String, except id: Int64? = nil) throws {
    try name.checkName(of: "a favorite")
    if FontCatalog.place(name) != nil {
      throw SoundError(.usage, nil, "\"\(name)\" can't be a favorite's name: it looks like BANK:PROGRAM")
    }
    if let other = try favorite(named: name), other.id != id {
      throw SoundError(
        .usage, nil, "a favorite named \"\(other.name)\" already exists; choose another name")
    }
  }

  /// Returns the first unused name among "NAME copy", "NAME copy 1", "NAME copy 2", and so on.
  fileprivate func freeName(copyOf name: String) throws -> String {
    var candidate = "\(name) copy"
    var number = 0
    while try favorite(named: candidate) != nil {
      number += 1
      candidate = "\(name) copy \(number)"
    }
    return candidate
  }
}
