internal import GRDB
public import MIDIRecSound
internal import MIDIRecSynth
internal import MIDIRecSystem
internal import Synchronization
public import SystemPackage

/// The catalog of fonts, which is stored in a database in the user's data folder.
///
/// Several processes may use it at the same time. Each change takes effect completely or not at all. If a process is
/// killed, an incomplete copy may remain as a file until the next font is added.
public struct FontCatalog: Sendable {
  /// The name of the database's file.
  static let databaseName = "catalog.sqlite"

  /// The folder of the database and the copies.
  public let folder: FilePath
  let builtInFont: FilePath
  let database: CatalogDatabase

  /// Creates a catalog in a folder. Folder and database are created on first use.
  ///
  /// - Parameter folder: The folder, relative to the current folder unless it is absolute.
  public init(in folder: FilePath) throws(SoundError) {
    try self.init(in: folder, builtInFont: SoundFontFile.builtIn)
  }

  /// Creates a catalog in a folder, as ``init(in:)-(FilePath)`` does.
  public init(in folder: String) throws(SoundError) { try self.init(in: FilePath(folder)) }

  /// Creates a catalog that initially contains a font, if it exists.
  package init(in folder: FilePath, builtInFont: FilePath) throws(SoundError) {
    let folder = try folder.absolute()
    self.folder = folder
    self.builtInFont = builtInFont
    database = CatalogDatabase(at: folder.appending(Self.databaseName)) {
      try Self.enterBuiltInFont(builtInFont, in: $0)
    }
  }

  /// Returns the user's catalog: `midirec/fonts` in `XDG_DATA_HOME`, or in `~/.local/share`.
  public static func ofUser() throws(SoundError) -> FontCatalog {
    guard let catalog = try ofUserIfAny() else {
      throw SoundError(.cannotCreate, nil, "no folder for fonts; set HOME or XDG_DATA_HOME")
    }
    return catalog
  }

  /// Returns the user's catalog, or `nil` if the user has no home folder.
  static func ofUserIfAny() throws(SoundError) -> FontCatalog? {
    guard let data = ProcessEnvironment.dataFolder else { return nil }
    return try FontCatalog(in: data.appending("midirec").appending("fonts"))
  }
}

extension FilePath {
  /// Returns the absolute path, without `.` and `..`.
  func absolute() throws(SoundError) -> FilePath {
    do {
      return try FileSystem.absolutePath(self)
    } catch {
      throw SoundError(.inputOutput, self, "the current folder no longer exists: \(error)")
    }
  }

  /// Returns the path as text, as the database stores it.
  func kept() throws(SoundError) -> String {
    guard FilePath(string) == self else {
      throw SoundError(
        .badData, self, "can't be linked, because its name isn't UTF-8; add it without --link")
    }
    return string
  }
}

extension FontCatalog {
  /// The default font and preset.
  public struct Use: Sendable {
    /// The font, or `nil` for the built-in one.
    public let font: CatalogFont?
    /// The preset or favorite, or `nil` to follow the recording's programs.
    public let preset: CatalogPreset?
  }

  /// Returns the default font and preset.
  public func use() throws(SoundError) -> Use {
    try database.read { try use($0) }
  }

  func use(_ database: Database) throws -> Use {
    let state = try Row.fetchOne(database, sql: "SELECT fontID, presetID FROM state")
    let font = try state?.decode(Int64?.self, forColumn: "fontID").flatMap {
      try fonts(database, where: "id = ?", [$0]).first
    }
    let preset = try state?.decode(Int64?.self, forColumn: "presetID").flatMap {
      try database.preset($0)
    }
    return Use(font: font, preset: preset)
  }

  /// Sets the default font, preset, or favorite.
  ///
  /// A favorite precedes a font with the same name, and a font's complete name precedes a part of it with
  /// `BANK:PROGRAM`.
  ///
  /// - Parameter text: `FONT`, `FONT:BANK:PROGRAM`, or a favorite's name, or `nil` for the built-in font.
  /// - Throws: `SoundError` if the font or preset doesn't exist.
  @discardableResult
  public func use(_ text: String?) throws(SoundError) -> Use {
    try database.write { database in
      guard let text else {
        try database.execute(sql: "UPDATE state SET fontID = NULL, presetID = NULL")
        return try use(database)
      }
      let isFont = try Self.place(text) == nil || !fonts(database, where: "name = ?", [text]).isEmpty
      if isFont, try database.favorite(named: text) == nil {
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
