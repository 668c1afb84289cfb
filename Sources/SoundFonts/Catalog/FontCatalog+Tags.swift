internal import GRDB

/// A tag of fonts.
package struct CatalogTag: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// Whether it fills itself: All, Built-in, Added, External.
  package let isFixed: Bool
  /// How many fonts have it.
  package let fontCount: Int
  /// Whether it is the one by which fonts are listed where no other is asked for.
  package let isActive: Bool
}

extension FontCatalog {
  /// The tags in their order, the fixed ones first.
  package func tags() throws(SoundFontError) -> [CatalogTag] {
    try database.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT name, kind, id = (SELECT activeTagID FROM state) AS isActive,
            CASE kind WHEN 'all' THEN (SELECT count(*) FROM font)
              ELSE (SELECT count(*) FROM fontTag WHERE tagID = tag.id)
                + (SELECT count(*) FROM font WHERE font.kind = tag.kind) END AS fontCount
          FROM tag ORDER BY position, id
          """)
      return rows.map { row in
        CatalogTag(
          name: row["name"], isFixed: row["kind"] as String? != nil, fontCount: row["fontCount"],
          isActive: row["isActive"])
      }
    }
  }

  /// The tag by which fonts are listed where no other is asked for.
  package func activeTag() throws(SoundFontError) -> String {
    try database.read {
      try String.fetchOne($0, sql: "SELECT name FROM tag JOIN state ON activeTagID = tag.id") ?? "All"
    }
  }

  /// Lists fonts by this tag from now on.
  package func useTag(_ name: String) throws(SoundFontError) {
    try database.write { database in
      let id = try TagRows(database).tag(named: name).id
      try database.execute(sql: "UPDATE state SET activeTagID = ?", arguments: [id])
    }
  }

  /// Gives fonts a tag, which is made if need be; all of them or none.
  ///
  /// - Returns: The fonts, as they are now.
  @discardableResult
  package func tag(_ fonts: [String], with name: String) throws(SoundFontError) -> [CatalogFont] {
    try changeTag(of: fonts) { try TagRows($0).tag($1, with: name) }
  }

  /// Takes a tag from fonts; all of them or none. A tag that no font has stays.
  ///
  /// - Returns: The fonts, as they are now.
  @discardableResult
  package func untag(_ fonts: [String], from name: String) throws(SoundFontError) -> [CatalogFont] {
    try changeTag(of: fonts) { database, font in
      let tag = try TagRows(database).ownTag(named: name)
      try database.execute(
        sql: "DELETE FROM fontTag WHERE fontID = ? AND tagID = ?", arguments: [font, tag])
    }
  }

  private func changeTag(
    of names: [String], _ change: (Database, Int64) throws -> Void
  ) throws(SoundFontError) -> [CatalogFont] {
    try database.write { database in
      let fonts = try names.map { try font($0, database) }
      for font in fonts { try change(database, font.id) }
      return try fonts.flatMap { try self.fonts(database, where: "id = ?", [$0.id]) }
    }
  }

  /// Removes a tag of the user's; the fonts stay.
  package func removeTag(_ name: String) throws(SoundFontError) {
    try database.write { database in
      let tag = try TagRows(database).ownTag(named: name)
      try database.execute(sql: "DELETE FROM tag WHERE id = ?", arguments: [tag])
    }
  }

  /// Gives a tag of the user's another name.
  package func renameTag(_ name: String, to newName: String) throws(SoundFontError) {
    try database.write { database in
      let rows = TagRows(database)
      let tag = try rows.ownTag(named: name)
      if let objection = TagRows.objection(to: newName) { throw SoundFontError(.usage, nil, objection) }
      if let other = try rows.tagIfAny(named: newName), other.id != tag {
        throw SoundFontError(.usage, nil, "there is a tag \"\(newName)\" already")
      }
      try database.execute(sql: "UPDATE tag SET name = ? WHERE id = ?", arguments: [newName, tag])
    }
  }

  /// Puts tags of the user's into an order; others follow in the order that they had.
  package func orderTags(_ names: [String]) throws(SoundFontError) {
    try database.write { database in
      let rows = TagRows(database)
      let first = try names.map { try rows.ownTag(named: $0) }
      let all = try Int64.fetchAll(
        database, sql: "SELECT id FROM tag WHERE kind IS NULL ORDER BY position, id")
      let start = CatalogFont.Kind.allCases.count + 1
      for (index, tag) in (first + all.filter { !first.contains($0) }).enumerated() {
        try database.execute(
          sql: "UPDATE tag SET position = ? WHERE id = ?", arguments: [start + index, tag])
      }
    }
  }
}
