internal import GRDB
public import MIDIRecSound

/// A tag of fonts.
public struct CatalogTag: Hashable, Sendable, Encodable {
  /// The name.
  public let name: String
  /// Whether the tag is automatic: All, Built-in, Added, Linked.
  public let isFixed: Bool
  /// The number of its fonts.
  public let fontCount: Int
  /// Whether it is the default tag for lists of fonts.
  public let isActive: Bool
}

extension FontCatalog {
  /// Returns the tags in their order, automatic ones first.
  public func tags() throws(SoundError) -> [CatalogTag] {
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
      return try rows.map { row in
        try CatalogTag(
          name: row.decode(forColumn: "name"), isFixed: row.decode(String?.self, forColumn: "kind") != nil,
          fontCount: row.decode(forColumn: "fontCount"), isActive: row.decode(forColumn: "isActive"))
      }
    }
  }

  /// Returns the default tag for lists of fonts.
  public func activeTag() throws(SoundError) -> String {
    try database.read {
      try String.fetchOne($0, sql: "SELECT name FROM tag JOIN state ON activeTagID = tag.id") ?? "All"
    }
  }

  /// Sets the default tag for lists of fonts.
  public func useTag(_ name: String) throws(SoundError) {
    try database.write { database in
      let id = try database.tag(named: name).id
      try database.execute(sql: "UPDATE state SET activeTagID = ?", arguments: [id])
    }
  }

  /// Adds a tag to all given fonts or to none. The tag is created if necessary.
  ///
  /// - Returns: The current fonts.
  @discardableResult
  public func tag(_ fonts: [String], with name: String) throws(SoundError) -> [CatalogFont] {
    try changeTag(of: fonts) { try $0.tag($1, with: name) }
  }

  /// Removes a tag from all given fonts or from none. A tag without fonts stays.
  ///
  /// - Returns: The current fonts.
  @discardableResult
  public func untag(_ fonts: [String], from name: String) throws(SoundError) -> [CatalogFont] {
    try changeTag(of: fonts) { database, font in
      let tag = try database.ownTag(named: name)
      try database.execute(
        sql: "DELETE FROM fontTag WHERE fontID = ? AND tagID = ?", arguments: [font, tag])
    }
  }

  private func changeTag(
    of names: [String], _ change: (Database, Int64) throws -> Void
  ) throws(SoundError) -> [CatalogFont] {
    try database.write { database in
      let fonts = try names.map { try font($0, database) }
      for font in fonts { try change(database, font.id) }
      return try fonts.flatMap { try self.fonts(database, where: "id = ?", [$0.id]) }
    }
  }

  /// Deletes a user's tag. Its fonts stay.
  public func removeTag(_ name: String) throws(SoundError) {
    try database.write { database in
      let tag = try database.ownTag(named: name)
      try database.execute(sql: "DELETE FROM tag WHERE id = ?", arguments: [tag])
    }
  }

  /// Renames a user's tag.
  public func renameTag(_ name: String, to newName: String) throws(SoundError) {
    try database.write { database in
      let tag = try database.ownTag(named: name)
      try CatalogTag.check(newName)
      if let other = try database.tagIfAny(named: newName), other.id != tag {
        throw SoundError(.usage, nil, "a tag named \"\(newName)\" already exists")
      }
      try database.execute(sql: "UPDATE tag SET name = ? WHERE id = ?", arguments: [newName, tag])
    }
  }

  /// Changes the order of the user's tags. Other tags follow in their previous order.
  public func orderTags(_ names: [String]) throws(SoundError) {
    try database.write { database in
      let first = try names.map { try database.ownTag(named: $0) }
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
