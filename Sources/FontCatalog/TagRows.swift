internal import GRDB
internal import MIDIRecSound
internal import MIDIRecSynth

/// The rows of tags, within a transaction.
extension Database {
  /// Returns the tag with a name. Its kind is `nil` if it is the user's.
  func tag(named name: String) throws -> (id: Int64, kind: String?) {
    guard let tag = try tagIfAny(named: name) else {
      throw SoundError(.noInput, nil, "no tag named \"\(name)\"; run midirec fonts tags to see all tags")
    }
    return tag
  }

  /// Returns the same as ``tag(named:)``, or `nil` if the tag doesn't exist.
  func tagIfAny(named name: String) throws -> (id: Int64, kind: String?)? {
    let row = try Row.fetchOne(
      self, sql: "SELECT id, kind FROM tag WHERE swiftLowercaseString(name) = ?",
      arguments: [name.lowercased()])
    return try row.map { try ($0.decode(forColumn: "id"), $0.decode(forColumn: "kind")) }
  }

  /// Returns the user's tag with a name.
  func ownTag(named name: String) throws -> Int64 {
    let tag = try tag(named: name)
    if tag.kind != nil {
      throw SoundError(.usage, nil, "the tag \"\(name)\" is automatic and can't be changed")
    }
    return tag.id
  }

  /// Adds a user's tag to a font. The tag is created if necessary.
  func tag(_ font: Int64, with name: String) throws {
    let tag = try tagIfAny(named: name)
    if tag?.kind != nil {
      throw SoundError(.usage, nil, "the tag \"\(name)\" is automatic and can't be assigned")
    }
    if tag == nil {
      try CatalogTag.check(name)
      try execute(
        sql: "INSERT INTO tag (name, position) VALUES (?, (SELECT max(position) + 1 FROM tag))",
        arguments: [name])
    }
    try execute(
      sql: "INSERT OR IGNORE INTO fontTag (fontID, tagID) VALUES (?, ?)",
      arguments: [font, tag?.id ?? lastInsertedRowID])
  }

  /// Returns the user's tags of fonts, in their order.
  func tagNamesByFont(ofOne font: Int64? = nil) throws -> [Int64: [String]] {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT fontID, name FROM fontTag JOIN tag ON tag.id = tagID
        \(font == nil ? "" : "WHERE fontID = ?") ORDER BY position, name
        """, arguments: font.map { [$0] } ?? [])
    var names: [Int64: [String]] = [:]
    while let row = try rows.next() {
      let font: Int64 = try row.decode(forColumn: "fontID")
      names[font, default: []].append(try row.decode(String.self, forColumn: "name"))
    }
    return names
  }
}

extension CatalogTag {
  /// Throws if a name can't be a tag's.
  static func check(_ name: String) throws(SoundError) {
    // Commas separate several tags; --rename uses an equals sign.
    if name.contains(",") || name.contains("=") {
      throw SoundError(.usage, nil, "the name of a tag can't have commas or equals signs")
    }
    try name.checkName(of: "a tag")
  }
}
