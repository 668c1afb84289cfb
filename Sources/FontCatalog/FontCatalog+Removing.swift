internal import GRDB
public import MIDIRecSound
internal import MIDIRecSynth
public import SystemPackage

extension FontCatalog {
  /// Removes a font and its favorites from the catalog. A copy is deleted; a linked file stays.
  ///
  /// - Parameter text: A font, as for ``font(_:)``.
  /// - Returns: The removed font.
  /// - Throws: `SoundError` if the font doesn't exist or is the built-in one.
  @discardableResult
  public func remove(_ text: String) throws(SoundError) -> CatalogFont {
    let removed = try database.write { database in
      let font = try font(text, database)
      guard font.kind != .builtIn || font.state != .present else {
        throw SoundError(.usage, nil, "\"\(font.name)\" is built in and can't be removed")
      }
      try database.execute(sql: "DELETE FROM font WHERE id = ?", arguments: [font.id])
      return font
    }
    // After the transaction, so that no font lacks its copy if the process ends in between.
    let copies = FontCopies(in: folder)
    try database.write { copies.removeLeftovers(except: try $0.copyNames()) }
    return removed
  }

  /// Searches the files of missing fonts by their contents, under any name.
  ///
  /// - Parameter path: A file, or a folder that contains files with the extension `.sf2` or `.sf3` at any depth.
  /// - Returns: The current fonts with the paths of the found files.
  /// - Throws: `SoundError` if the path can't be read, or if the catalog can't be written. Unreadable files are
  ///   skipped.
  /// - Complexity: O(*n*), where *n* is the number of files plus the total length of the files as long as a missing one.
  public func findMissing(in path: FilePath) throws(SoundError) -> [(font: CatalogFont, path: FilePath)] {
    var missing = Dictionary(
      try fonts().filter { $0.state != .present }.map { ($0.contentHash, $0) }, uniquingKeysWith: { $1 })
    var found: [(font: CatalogFont, path: FilePath)] = []
    for file in try Self.files(at: path) {
      let lengths = Set(missing.values.map(\.size))
      guard !lengths.isEmpty else { break }
      guard let size = file.fileSize, lengths.contains(size), let open = try? OpenFont(file),
        let font = missing.removeValue(forKey: (try? open.contentHash()) ?? "")
      else { continue }
      found.append((try add(file, isLinked: font.kind != .added).font, file))
    }
    return found
  }
}
