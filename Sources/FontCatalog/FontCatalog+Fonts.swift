internal import GRDB
public import MIDIRecSound
internal import SystemPackage

extension FontCatalog {
  /// Returns the fonts in order of their names.
  ///
  /// - Parameter tag: The fixed or user's tag of the fonts, or `nil` for all fonts.
  /// - Throws: `SoundError` if the tag doesn't exist, or if the catalog can't be read.
  public func fonts(tag: String? = nil) throws(SoundError) -> [CatalogFont] {
    try database.read { database in
      guard let tag else { return try fonts(database) }
      let (id, kind) = try database.tag(named: tag)
      switch kind {
      case "all": return try fonts(database)
      case let kind?: return try fonts(database, where: "kind = ?", [kind])
      case nil:
        return try fonts(database, where: "id IN (SELECT fontID FROM fontTag WHERE tagID = ?)", [id])
      }
    }
  }

  /// Returns the font that matches a text by the first of these: its name, the name in the file, the start of its
  /// content hash, or a part of its name.
  ///
  /// - Throws: `SoundError` if no font or several fonts match.
  public func font(_ text: String) throws(SoundError) -> CatalogFont {
    try database.read { try font(text, $0) }
  }

  /// The minimum number of digits of a content hash.
  private static let minHashLength = 8

  func font(_ text: String, _ database: Database) throws -> CatalogFont {
    guard let font = try fontIfAny(text, database) else {
      throw SoundError(
        .noInput, nil,
        "no font named \"\(text)\"; run midirec fonts list to see all fonts, or midirec fonts add to add one")
    }
    return font
  }

  /// Returns the same as ``font(_:)``, or `nil` if no font matches.
  func fontIfAny(_ text: String, _ database: Database) throws -> CatalogFont? {
    var ways = [("name = ?", text), ("embeddedName = ? COLLATE NOCASE", text)]
    if text.utf8.count >= Self.minHashLength, text.allSatisfy(\.isHexDigit) {
      ways.append(("contentHash GLOB ?", text.lowercased() + "*"))
    }
    if !text.isEmpty { ways.append(("instr(swiftLowercaseString(name), ?) > 0", text.lowercased())) }
    for (condition, argument) in ways {
      let found = try fonts(database, where: condition, [argument])
      if found.count == 1 { return found[0] }
      if found.count > 1 {
        let names = found.prefix(3).map { "\"\($0.name)\"" } + (found.count > 3 ? ["…"] : [])
        throw SoundError(
          .usage, nil, "\"\(text)\" matches \(names.joined(separator: ", ")); give more of the name")
      }
    }
    return nil
  }

  /// Reads fonts, and checks their files.
  func fonts(
    _ database: Database, where condition: String = "TRUE", _ arguments: StatementArguments = []
  ) throws -> [CatalogFont] {
    let inUse = try Int64.fetchOne(database, sql: "SELECT fontID FROM state")
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM font WHERE \(condition) ORDER BY name COLLATE NOCASE",
      arguments: arguments)
    let only = try rows.count == 1 ? rows[0].decode(Int64.self, forColumn: "id") : nil
    let tags = try database.tagNamesByFont(ofOne: only)
    return try rows.map { try font($0, tags: tags, inUse: inUse) }
  }

  private func font(_ row: Row, tags: [Int64: [String]], inUse: Int64?) throws -> CatalogFont {
    let id: Int64 = try row.decode(forColumn: "id")
    let kind = try CatalogFont.Kind(rawValue: row.decode(forColumn: "kind")) ?? .linked
    // The database stores only the name of a copy, so that the folder can be moved.
    let location: String = try row.decode(forColumn: "location")
    let path = kind == .added ? folder.appending(location) : FilePath(location)
    let size: Int64 = try row.decode(forColumn: "size")
    let found = path.fileSize
    return try CatalogFont(
      id: id, name: row.decode(forColumn: "name"), kind: kind, path: path,
      originalName: row.decode(forColumn: "originalName"),
      embeddedName: row.decode(forColumn: "embeddedName"),
      author: row.decode(forColumn: "author"), copyright: row.decode(forColumn: "copyright"),
      comment: row.decode(forColumn: "comment"), size: size,
      contentHash: row.decode(forColumn: "contentHash"),
      presetCount: row.decode(forColumn: "presetCount"),
      unreachablePresetCount: row.decode(forColumn: "unreachablePresetCount"), tags: tags[id] ?? [],
      isInUse: id == inUse,
      state: found == nil ? .missing : found == size ? .present : .changed)
  }
}
