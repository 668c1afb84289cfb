internal import GRDB
internal import MIDIRecSynth
internal import SystemPackage

/// The rows of fonts and their presets, within a transaction.
extension Database {
  // MARK: Searching

  /// Returns the font with the given contents, or `nil`.
  func font(contentHash: String) throws -> Int64? {
    try Int64.fetchOne(self, sql: "SELECT id FROM font WHERE contentHash = ?", arguments: [contentHash])
  }

  /// Returns the font whose file is at the given location, or `nil`.
  func font(location: String) throws -> Int64? {
    try Int64.fetchOne(self, sql: "SELECT id FROM font WHERE location = ?", arguments: [location])
  }

  /// Returns the names of the fonts' copies.
  func copyNames() throws -> Set<String> {
    try String.fetchSet(self, sql: "SELECT location FROM font WHERE kind = 'added'")
  }

  // MARK: Changing

  /// Enters a font with its presets.
  ///
  /// - Parameters:
  ///   - name: The name, to which a number is added if it is in use.
  ///   - location: The file, or only its name for a copy.
  @discardableResult
  func insert(
    _ file: SoundFontFile, name: String, kind: CatalogFont.Kind, location: FilePath,
    originalName: String? = nil
  ) throws -> Int64 {
    try execute(
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
    let id = lastInsertedRowID
    try insert(file.presets, of: id)
    return id
  }

  /// Sets the location of a font's file. A different font at that location gets the previous one, because its file is
  /// gone.
  func place(_ font: Int64, kind: CatalogFont.Kind, location: String) throws {
    if let other = try self.font(location: location), other != font {
      let earlier = try String.fetchOne(
        self, sql: "SELECT location FROM font WHERE id = ?", arguments: [font])
      // No two fonts have the same location, not even temporarily.
      for (id, place) in [(font, "\(font)"), (other, earlier ?? "\(other)")] {
        try execute(sql: "UPDATE font SET location = ? WHERE id = ?", arguments: [place, id])
      }
    }
    try execute(
      sql: "UPDATE font SET kind = ?, location = ? WHERE id = ?",
      arguments: [kind.rawValue, location, font])
  }

  /// Updates a font to the new contents of its file. The user's changes stay for presets that still exist.
  func replace(_ font: Int64, with file: SoundFontFile) throws {
    try execute(
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
      self, sql: "SELECT id, bank, program, kind FROM preset WHERE fontID = ?", arguments: [font])
    var rest = Dictionary(uniqueKeysWithValues: file.presets.map { ($0.number, $0) })
    let numbers = Set(rest.keys)
    for row in rows {
      let (bank, program): (Int, Int) = try (row.decode(forColumn: "bank"), row.decode(forColumn: "program"))
      guard let number = PresetNumber(bank: bank, program: program) else { continue }
      let id: Int64 = try row.decode(forColumn: "id")
      let isFavorite = try row.decode(String.self, forColumn: "kind") == "favorite"
      if !numbers.contains(number) {
        try execute(sql: "DELETE FROM preset WHERE id = ?", arguments: [id])
      } else if !isFavorite, let preset = rest.removeValue(forKey: number) {
        try execute(
          sql: "UPDATE preset SET originalName = ?, name = ? WHERE id = ?",
          arguments: [preset.name, preset.name, id])
      }
    }
    try insert(file.presets.filter { rest[$0.number] != nil }, of: font)
  }

  private func insert(_ presets: [SoundFontFile.Preset], of font: Int64) throws {
    let statement = try makeStatement(
      sql: """
        INSERT INTO preset (fontID, bank, program, kind, originalName, name) VALUES (?, ?, ?, 'preset', ?, ?)
        """)
    for preset in presets {
      try statement.execute(
        arguments: [font, preset.number.bank, preset.number.program, preset.name, preset.name])
    }
  }

  /// Returns the name, with the first number that makes it unique if necessary.
  func freeName(_ name: String) throws -> String {
    let isTaken = try cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM font WHERE name = ?)")
    var number = 1
    var candidate = name
    while try Bool.fetchOne(isTaken, arguments: [candidate]) == true {
      number += 1
      candidate = "\(name) \(number)"
    }
    return candidate
  }
}
