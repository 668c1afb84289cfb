internal import FileIO
internal import GRDB
internal import Synchronization
package import SystemPackage

/// The library of fonts: what is in it is in a database in the user's data folder, so that it lasts.
///
/// Several processes may use it at once. Each change is made whole or not at all, whatever ends the process; only a copy
/// that wasn't finished may be left as a file, until the next font is added.
package struct FontCatalog: Sendable {
  /// A font and a preset of it, ready to be played.
  package struct Choice: Hashable, Sendable {
    /// The font's file.
    package let font: FilePath
    /// The preset that all channels play; nothing to follow the programs of the recording.
    package let preset: PresetNumber?
    /// The preset's own settings: those of a favorite.
    package let settings: PresetSettings

    /// Makes one of its parts.
    package init(font: FilePath, preset: PresetNumber? = nil, settings: PresetSettings = PresetSettings()) {
      self.font = font
      self.preset = preset
      self.settings = settings
    }
  }

  /// Where the small General MIDI font of Debian's package timgm6mb-soundfont is.
  package static let builtInFont: FilePath = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  /// What the file of the database is called.
  static let databaseName = "catalog.sqlite"

  /// Where the database and the copies are.
  package let folder: FilePath
  let builtInFont: FilePath
  let database: CatalogDatabase

  /// Takes the catalog in a folder. Both are made when something is first looked for or kept there.
  ///
  /// - Parameters:
  ///   - folder: Where it is, from the current folder unless it is absolute.
  ///   - builtInFont: The font that is in it from the beginning, if it is there.
  package init(
    in folder: FilePath, builtInFont: FilePath = FontCatalog.builtInFont
  ) throws(SoundFontError) {
    let folder = try folder.absolute()
    self.folder = folder
    self.builtInFont = builtInFont
    database = CatalogDatabase(at: folder.appending(Self.databaseName)) { queue in
      try BuiltInFont(path: builtInFont, copies: FontCopies(in: folder)).update(in: queue)
    }
  }

  /// Takes the user's own: `midirec/fonts` in `XDG_DATA_HOME`, or in `~/.local/share`.
  package static func ofUser() throws(SoundFontError) -> FontCatalog {
    guard let catalog = try ofUserIfAny() else {
      throw SoundFontError(.cannotCreate, nil, "there is no folder for fonts; set HOME or XDG_DATA_HOME")
    }
    return catalog
  }

  /// Returns the user's own catalog, or `nil` if the user has no home folder.
  static func ofUserIfAny() throws(SoundFontError) -> FontCatalog? {
    guard let data = UserFolder.data.path else { return nil }
    return try FontCatalog(in: data.appending("midirec").appending("fonts"))
  }
}

extension FilePath {
  /// The path from the root, without `.` and `..`.
  func absolute() throws(SoundFontError) -> FilePath {
    do {
      return try FileSystem.absolutePath(self)
    } catch {
      throw SoundFontError(.inputOutput, self, "the current folder is gone: \(error)")
    }
  }

  /// The path as the catalog keeps it, which are texts.
  func kept() throws(SoundFontError) -> String {
    guard FilePath(string) == self else {
      throw SoundFontError(.badData, self, "can't be linked, as its name isn't UTF-8; have it copied")
    }
    return string
  }
}

extension FontCatalog {
  /// What is played where nothing else is asked for.
  package struct Use: Sendable {
    /// The font; nothing for the built-in one.
    package let font: CatalogFont?
    /// Its preset, or a favorite; nothing where the programs of a recording choose.
    package let preset: CatalogPreset?
  }

  /// What is in use.
  package func use() throws(SoundFontError) -> Use {
    try database.read { try use($0) }
  }

  private func use(_ database: Database) throws -> Use {
    let state = try Row.fetchOne(database, sql: "SELECT fontID, presetID FROM state")
    let font = try (state?["fontID"] as Int64?).flatMap { try fonts(database, where: "id = ?", [$0]).first }
    let preset = try (state?["presetID"] as Int64?).flatMap { try PresetRows(database).preset($0) }
    return Use(font: font, preset: preset)
  }

  /// Uses a font, a preset or a favorite from now on, until something else is used.
  ///
  /// A favorite goes before a font of the same name, and a font's whole name before a part of it with `BANK:PROGRAM`.
  ///
  /// - Parameter text: `FONT`, `FONT:BANK:PROGRAM`, or a favorite's name; nothing for the built-in font.
  /// - Throws: Where there is no such font or preset.
  @discardableResult
  package func use(_ text: String?) throws(SoundFontError) -> Use {
    try database.write { database in
      guard let text else {
        try database.execute(sql: "UPDATE state SET fontID = NULL, presetID = NULL")
        return try use(database)
      }
      let isFont = try Self.place(text) == nil || !fonts(database, where: "name = ?", [text]).isEmpty
      if isFont, try PresetRows(database).favorite(named: text) == nil {
        try database.execute(
          sql: "UPDATE state SET fontID = ?, presetID = NULL", arguments: [try font(text, database).id])
      } else {
        let preset = try preset(text, database)
        try database.execute(
          sql: "UPDATE state SET fontID = ?, presetID = ?", arguments: [preset.fontID, preset.id])
      }
      return try use(database)
    }
  }
}
