internal import GRDB
package import SystemPackage

extension FontCatalog {
  /// Takes a font out of the catalog, with its favorites. A copy is taken away; a file elsewhere stays.
  ///
  /// - Parameter text: What ``font(_:)`` takes.
  /// - Returns: The font as it was.
  /// - Throws: Where there is no such font, or it is the built-in one.
  @discardableResult
  package func remove(_ text: String) throws(SoundFontError) -> CatalogFont {
    let removed = try database.write { database in
      let font = try font(text, database)
      guard font.kind != .builtIn || font.state != .present else {
        throw SoundFontError(.usage, nil, "\"\(font.name)\" comes with the system and can't be removed")
      }
      try database.execute(sql: "DELETE FROM font WHERE id = ?", arguments: [font.id])
      return font
    }
    // Only now, so that no font is without its copy, whatever ends the process in between.
    let copies = FontCopies(in: folder)
    try database.write { copies.removeLeftovers(except: try FontRows($0).copyNames()) }
    return removed
  }

  /// A font whose file was found.
  package struct Finding: Sendable {
    /// The font, as it is now.
    package let font: CatalogFont
    /// Where its file was found.
    package let path: FilePath
  }

  /// Looks for the files of fonts that have moved or gone: they are known by their content, whatever they are called.
  ///
  /// - Parameter path: A file, or a folder with files that end in `.sf2` or `.sf3`, in it or deeper.
  /// - Throws: Where the path can't be read, or the catalog can't be written. Files that can't be read aren't found.
  /// - Complexity: O(*n*) in the number of files and the length of those that are as long as a missing one.
  package func findMissing(in path: FilePath) throws(SoundFontError) -> [Finding] {
    var missing = Dictionary(
      try fonts().filter { $0.state != .present }.map { ($0.contentHash, $0) }, uniquingKeysWith: { $1 })
    var found: [Finding] = []
    for file in try FontFiles.all(at: path) {
      let lengths = Set(missing.values.map(\.size))
      guard !lengths.isEmpty else { break }
      guard let size = FontFiles.size(of: file), lengths.contains(size), let open = try? OpenFont(file),
        let font = missing.removeValue(forKey: (try? open.contentHash()) ?? "")
      else { continue }
      found.append(Finding(font: try add(file, isLinked: font.kind != .added).font, path: file))
    }
    return found
  }
}
