internal import GRDB
internal import SystemPackage

/// The rows of fonts and their presets, within a transaction.
struct FontRows {
  private let database: Database

  init(_ database: Database) { self.database = database }

  // MARK: Finding

  /// The font with this content.
  func font(contentHash: String) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT id FROM font WHERE contentHash = ?", arguments: [contentHash])
  }

  /// The font whose file is here.
  func font(location: String) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT id FROM font WHERE location = ?", arguments: [location])
  }

  /// What the copies are called that belong to fonts.
  func copyNames() throws -> Set<String> {
    try String.fetchSet(database, sql: "SELECT location FROM font WHERE kind = 'added'")
  }

  // MARK: Changing

  /// Enters a font with its presets.
  ///
  /// - Parameters:
  ///   - name: What it is to be called; a number follows where another font has the name.
  ///   - location: Its file; the name alone for a copy.
  @discardableResult
  func insert(
    _ file: SoundFontFile, name: String, kind: CatalogFont.Kind, location: FilePath,
    originalName: String? = nil
  ) throws -> Int64 {
    try database.execute(
      sql: """
        INSERT INTO font (name, kind, location, originalName, embeddedName, author, copyright, comment, size,
          contentHash, presetCount, unreachablePresetCount)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        try freeName(name), kind.rawValue, location.string,
        originalName ?? location.lastComponent?.string ?? name,
        file.name, file.author, file.copyright, file.comment, file.size, file.contentHash,
        file.presets.count, file.unreachablePresetCount,
      ])
    let id = database.lastInsertedRowID
    try insert(file.presets, of: id)
    return id
  }

  /// Says where a font's file is. Another font whose file was there is where this one was: its file is gone.
  func place(_ font: Int64, kind: CatalogFont.Kind, location: String) throws {
    if let other = try self.font(location: location), other != font {
      let earlier = try String.fetchOne(
        database, sql: "SELECT location FROM font WHERE id = ?", arguments: [font])
      // No two are at one place, not even in between.
      for (id, place) in [(font, "\(font)"), (other, earlier ?? "\(other)")] {
        try database.execute(sql: "UPDATE font SET location = ? WHERE id = ?", arguments: [place, id])
      }
    }
    try database.execute(
      sql: "UPDATE font SET kind = ?, location = ? WHERE id = ?",
      arguments: [kind.rawValue, location, font])
  }

  /// Makes a font what its file has become. What the user has made of it stays, where it still has the preset.
  func replace(_ font: Int64, with file: SoundFontFile) throws {
    try database.execute(
      sql: """
        UPDATE font SET embeddedName = ?, author = ?, copyright = ?, comment = ?, size = ?, contentHash = ?,
          presetCount = ?, unreachablePresetCount = ?
        WHERE id = ?
        """,
      arguments: [
        file.name, file.author, file.copyright, file.comment, file.size, file.contentHash,
        file.presets.count, file.unreachablePresetCount, font,
      ])
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, bank, program, kind FROM preset WHERE fontID = ?", arguments: [font])
    var rest = Dictionary(uniqueKeysWithValues: file.presets.map { ($0.number, $0) })
    let numbers = Set(rest.keys)
    for row in rows {
      guard let number = PresetNumber(bank: row["bank"], program: row["program"]) else { continue }
      let isFavorite = row["kind"] as String == "favorite"
      if !numbers.contains(number) {
        try database.execute(sql: "DELETE FROM preset WHERE id = ?", arguments: [row["id"] as Int64])
      } else if !isFavorite, let preset = rest.removeValue(forKey: number) {
        try database.execute(
          sql: "UPDATE preset SET originalName = ?, name = ? WHERE id = ?",
          arguments: [preset.name, preset.name, row["id"] as Int64])
      }
    }
    try insert(file.presets.filter { rest[$0.number] != nil }, of: font)
  }

  private func insert(_ presets: [SoundFontFile.Preset], of font: Int64) throws {
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO preset (fontID, bank, program, kind, originalName, name) VALUES (?, ?, ?, 'preset', ?, ?)
        """)
    for preset in presets {
      try statement.execute(
        arguments: [font, preset.number.bank, preset.number.program, preset.name, preset.name])
    }
  }

  /// The name, or with the first number after it with which it is free.
  func freeName(_ name: String) throws -> String {
    let isTaken = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM font WHERE name = ?)")
    var number = 1
    var candidate = name
    while try Bool.fetchOne(isTaken, arguments: [candidate]) == true {
      number += 1
      candidate = "\(name) \(number)"
    }
    return candidate
  }
}
