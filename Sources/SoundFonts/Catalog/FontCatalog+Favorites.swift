internal import GRDB

extension FontCatalog {
  /// Makes a favorite: a clone of a preset, or of another favorite, with a name and settings of its own.
  ///
  /// - Parameters:
  ///   - text: What ``preset(_:)`` takes.
  ///   - name: Its name; without it that of the preset and "copy", with a number where that is taken.
  ///   - change: Given the settings of what is cloned, to be changed.
  /// - Throws: Where there is no such preset, another favorite has the name, or it can't be one.
  @discardableResult
  package func addFavorite(
    of text: String, name: String? = nil, change: (inout PresetSettings) throws -> Void = { _ in }
  ) throws(SoundFontError) -> CatalogPreset {
    try database.write { database in
      let original = try preset(text, database)
      var settings = original.settings ?? PresetSettings()
      try change(&settings)
      try settings.check()
      let rows = PresetRows(database)
      if let name { try rows.checkFree(name) }
      try database.execute(
        sql: """
          INSERT INTO preset (fontID, bank, program, kind, originalName, name) VALUES (?, ?, ?, 'favorite', ?, ?)
          """,
        arguments: [
          original.fontID, original.number.bank, original.number.program, original.originalName,
          try name ?? rows.freeName(copyOf: original.name),
        ])
      let id = database.lastInsertedRowID
      try settings.store(for: id, in: database)
      return try rows.present(id)
    }
  }

  /// Gives a favorite another name or other settings.
  ///
  /// - Throws: Where there is no such favorite, another one has the name, or it can't be one.
  @discardableResult
  package func changeFavorite(
    _ name: String, name newName: String? = nil, change: (inout PresetSettings) throws -> Void = { _ in }
  ) throws(SoundFontError) -> CatalogPreset {
    try database.write { database in
      let rows = PresetRows(database)
      let favorite = try rows.presentFavorite(named: name)
      var settings = favorite.settings ?? PresetSettings()
      try change(&settings)
      try settings.check()
      if let newName {
        try rows.checkFree(newName, except: favorite.id)
        try database.execute(
          sql: "UPDATE preset SET name = ? WHERE id = ?", arguments: [newName, favorite.id])
      }
      try settings.store(for: favorite.id, in: database)
      return try rows.present(favorite.id)
    }
  }

  /// Removes a favorite; the preset that it is a clone of stays.
  ///
  /// - Returns: What it was.
  /// - Throws: Where there is no such favorite.
  @discardableResult
  package func removeFavorite(_ name: String) throws(SoundFontError) -> CatalogPreset {
    try database.write { database in
      let favorite = try PresetRows(database).presentFavorite(named: name)
      try database.execute(sql: "DELETE FROM preset WHERE id = ?", arguments: [favorite.id])
      return favorite
    }
  }
}

extension PresetRows {
  /// The preset of a number that is known to be there.
  func present(_ id: Int64) throws -> CatalogPreset {
    guard let preset = try preset(id) else {
      throw SoundFontError(.inputOutput, nil, "a preset was lost from the catalog")
    }
    return preset
  }

  fileprivate func presentFavorite(named name: String) throws -> CatalogPreset {
    guard let favorite = try favorite(named: name) else {
      throw SoundFontError(
        .notFound, nil, "no favorite is called \"\(name)\"; midirec fonts presets --favorites shows all")
    }
    return favorite
  }

  /// Sees to it that a name can be a new favorite's.
  fileprivate func checkFree(_ name: String, except id: Int64? = nil) throws {
    if let objection = FontText.objection(to: name, of: "a favorite") {
      throw SoundFontError(.usage, nil, objection)
    }
    if FontCatalog.place(name) != nil {
      throw SoundFontError(.usage, nil, "\"\(name)\" can't be a favorite's name: it looks like BANK:PROGRAM")
    }
    if let other = try favorite(named: name), other.id != id {
      throw SoundFontError(.usage, nil, "another favorite is called \"\(other.name)\"; choose another name")
    }
  }

  /// "NAME copy", "NAME copy 1" and so on, as in the program whose fonts these are like.
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
