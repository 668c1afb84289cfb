internal import FileIO
internal import GRDB
package import SystemPackage

extension FontCatalog {
  /// What became of a font that was to be added.
  package struct Addition: Sendable {
    /// What was done.
    package enum Outcome: String, Sendable {
      /// It is new.
      case added
      /// It was in the catalog already.
      case known
      /// It was, but missing; now it is there again.
      case foundAgain
      /// Its file was another one before; what was made of the font stays.
      case updated
    }

    /// What was done.
    package let outcome: Outcome
    /// The font as it is now.
    package let font: CatalogFont
  }

  /// Adds a font: one whose content is in the catalog already isn't added again.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - isLinked: Whether it stays where it is; else it is copied.
  ///   - name: What it is to be called; without it, what the file is called. A number follows where another font is
  ///     called so.
  ///   - tags: Tags of the user's that it gets; they are made if need be.
  /// - Throws: Where the file can't be read or is no font, or the catalog can't be written. Nothing has changed then.
  /// - Complexity: O(*n*) in the length of the file, whatever else is in the catalog.
  package func add(
    _ path: FilePath, isLinked: Bool = false, name: String? = nil, tags: [String] = []
  ) throws(SoundFontError) -> Addition {
    if let name, let objection = FontText.objection(to: name, of: "a font") {
      throw SoundFontError(.usage, nil, objection)
    }
    let path = try path.absolute()
    let open = try OpenFont(path)
    let file = try SoundFontFile(open)
    let known = try database.read { database -> CatalogFont? in
      guard let id = try FontRows(database).font(contentHash: file.contentHash) else { return nil }
      return try fonts(database, where: "id = ?", [id]).first
    }
    try database.checkWritable()
    let copies = FontCopies(in: folder)
    let isCopied = known.map { $0.kind == .added && $0.state != .present } ?? !isLinked
    guard isCopied else {
      let location = try known == nil ? path.kept() : path.string
      return try enter(file, path, name, tags) { rows, _ in
        if let same = try rows.font(contentHash: file.contentHash) { return same }
        guard let earlier = try rows.font(location: location) else {
          return try rows.insert(
            file, name: name ?? Self.name(of: path, file), kind: .external, location: path)
        }
        try rows.replace(earlier, with: file)
        return earlier
      }
    }
    let copy = try copies.copy(open, contentHash: file.contentHash)
    let copyName = FontCopies.name(of: file, from: path)
    return try enter(file, path, name, tags) { rows, database in
      try self.database.tidyOnce { copies.removeLeftovers(except: try rows.copyNames()) }
      if let same = try rows.font(contentHash: file.contentHash) {
        let font = try fonts(database, where: "id = ?", [same]).first
        if let font, font.kind == .added, font.state != .present {
          try copy.rename(to: font.path.lastComponent?.string ?? copyName)
        }
        return same
      }
      try copy.rename(to: copyName)
      return try rows.insert(
        file, name: name ?? Self.name(of: path, file), kind: .added, location: FilePath(copyName),
        originalName: path.lastComponent?.string)
    }
  }

  /// What a font is called unless somebody says otherwise.
  private static func name(of path: FilePath, _ file: SoundFontFile) -> String {
    let bytes = path.lastComponent?.bytes ?? []
    let name = FilePath.Component(FontText.text(bytes))?.stem ?? ""
    return name.isEmpty ? file.name : name
  }

  /// Enters a font in one transaction, and says what became of it.
  private func enter(
    _ file: SoundFontFile, _ path: FilePath, _ name: String?, _ tags: [String],
    _ body: (FontRows, Database) throws -> Int64
  ) throws(SoundFontError) -> Addition {
    try database.write { database in
      let rows = FontRows(database)
      let same = try rows.font(contentHash: file.contentHash)
      let before = try same.flatMap { try fonts(database, where: "id = ?", [$0]).first }
      let isUpdated = try same == nil && rows.font(location: path.string) != nil
      let id = try body(rows, database)
      if let before, before.kind != .added, before.state != .present {
        try rows.place(id, kind: .external, location: path.kept())
      }
      for tag in tags { try TagRows(database).tag(id, with: tag) }
      guard let font = try fonts(database, where: "id = ?", [id]).first else {
        throw SoundFontError(.inputOutput, path, "was lost from the catalog while it was added")
      }
      let outcome: Addition.Outcome =
        before.map { $0.state == .present ? .known : .foundAgain } ?? (isUpdated ? .updated : .added)
      return Addition(outcome: outcome, font: font)
    }
  }
}
