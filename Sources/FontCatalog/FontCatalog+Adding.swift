internal import GRDB
public import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
public import SystemPackage

extension FontCatalog {
  /// The result of adding a font.
  public struct Addition: Sendable {
    /// The outcome.
    public enum Outcome: String, Sendable {
      /// The font is new.
      case added
      /// The font was in the catalog.
      case known
      /// The font was in the catalog but missing, and is available again.
      case foundAgain
      /// Its file had different contents. The user's changes of the font stay.
      case updated
    }

    /// The outcome.
    public let outcome: Outcome
    /// The current font.
    public let font: CatalogFont
  }

  /// Adds a font, unless the catalog already has its content.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isLinked: Whether the file stays at its place. Otherwise it is copied.
  ///   - name: The name, or `nil` for the file's name. If the name is in use, a number is added.
  ///   - tags: The user's tags for the font, which are created if necessary.
  /// - Throws: `SoundError` if the file can't be read or isn't a font, or if the catalog can't be written. The
  ///   catalog is then unchanged.
  /// - Complexity: O(*n*), where *n* is the length of the file, regardless of the catalog's size.
  public func add(
    _ path: FilePath, isLinked: Bool = false, name: String? = nil, tags: [String] = []
  ) throws(SoundError) -> Addition {
    try name?.checkName(of: "a font")
    let path = try path.absolute()
    let open = try OpenFont(path)
    let file = try SoundFontFile(open)
    let known = try database.read { try font(contentHash: file.contentHash, $0) }
    try database.checkWritable()
    let copies = FontCopies(in: folder)
    let isCopied = known.map { $0.kind == .added && $0.state != .present } ?? !isLinked
    let location = try isCopied || known != nil ? path.string : path.kept()
    let copy = try isCopied ? copies.copy(open, contentHash: file.contentHash) : nil
    let copyName = FontCopies.name(of: file, from: path)
    return try database.write { database in
      if isCopied {
        try self.database.tidyOnce { copies.removeLeftovers(except: try database.copyNames()) }
      }
      let before = try font(contentHash: file.contentHash, database)
      let earlier = try database.font(location: location)
      let id: Int64
      if let before {
        id = before.id
        if let copy, before.kind == .added, before.state != .present {
          try copies.publish(copy, as: before.path.lastComponent?.string ?? copyName)
        }
      } else if let copy {
        try copies.publish(copy, as: copyName)
        id = try database.insert(
          file, name: name ?? Self.name(of: path, file), kind: .added, location: FilePath(copyName),
          originalName: path.lastComponent?.string)
      } else if let earlier {
        id = earlier
        try database.replace(earlier, with: file)
      } else {
        id = try database.insert(
          file, name: name ?? Self.name(of: path, file), kind: .linked, location: path)
      }
      if let before, before.kind != .added, before.state != .present {
        try database.place(id, kind: .linked, location: path.kept())
      }
      for tag in tags { try database.tag(id, with: tag) }
      guard let font = try fonts(database, where: "id = ?", [id]).first else {
        throw SoundError(.inputOutput, path, "was lost from the catalog while it was added")
      }
      let outcome: Addition.Outcome =
        before.map { $0.state == .present ? .known : .foundAgain } ?? (earlier == nil ? .added : .updated)
      return Addition(outcome: outcome, font: font)
    }
  }

  private func font(contentHash: String, _ database: Database) throws -> CatalogFont? {
    try fonts(database, where: "contentHash = ?", [contentHash]).first
  }

  /// Returns the default name of a font.
  private static func name(of path: FilePath, _ file: SoundFontFile) -> String {
    let bytes = path.lastComponent?.bytes ?? []
    let name = FilePath.Component(String(fontText: bytes))?.stem ?? ""
    return name.isEmpty ? file.name : name
  }

  /// Enters the font of the system, or updates it after an update of the system. A damaged file isn't entered.
  static func enterBuiltInFont(_ path: FilePath, in queue: DatabaseQueue) throws {
    guard let size = path.fileSize else { return }
    let known = try queue.read { try Int64.fetchOne($0, sql: "SELECT size FROM font WHERE kind = 'builtIn'") }
    guard known != size, let file = try? SoundFontFile(reading: path) else { return }
    try queue.write { database in
      if let same = try database.font(contentHash: file.contentHash) {
        // The user has added the same font. Its copy is deleted with the next leftovers.
        try database.execute(sql: "DELETE FROM font WHERE kind = 'builtIn' AND id <> ?", arguments: [same])
        try database.place(same, kind: .builtIn, location: path.string)
      } else if let earlier = try Int64.fetchOne(
        database, sql: "SELECT id FROM font WHERE kind = 'builtIn' OR location = ?", arguments: [path.string])
      {
        try database.replace(earlier, with: file)
        try database.place(earlier, kind: .builtIn, location: path.string)
      } else {
        try database.insert(file, name: path.stem ?? file.name, kind: .builtIn, location: path)
      }
    }
  }
}
