import FontCatalog
import SystemPackage
import TestSupport

/// A temporary catalog, and fonts next to it.
struct Shelf {
  let folder: TemporaryFolder
  let catalog: FontCatalog

  /// Creates an empty catalog, without a built-in font unless one is given.
  init(builtIn: SmallFont? = nil) throws {
    folder = try TemporaryFolder()
    if let builtIn { try folder.write(builtIn.bytes, to: "BuiltIn.sf2") }
    catalog = try Self.catalog(in: folder)
  }

  /// Opens the same catalog as a different process would.
  func again() throws -> FontCatalog { try Self.catalog(in: folder) }

  private static func catalog(in folder: TemporaryFolder) throws -> FontCatalog {
    try FontCatalog(
      in: FilePath(folder.path("catalog")), builtInFont: FilePath(folder.path("BuiltIn.sf2")))
  }

  /// Writes a font with presets.
  func write(_ name: String, _ presets: SmallFont.Preset...) throws -> FilePath {
    FilePath(try folder.write(SmallFont(presets.isEmpty ? [.init(0, 0, name)] : presets).bytes, to: name))
  }

  /// Writes and adds a font with presets.
  @discardableResult
  func add(_ name: String, _ presets: SmallFont.Preset..., isLinked: Bool = false) throws -> CatalogFont {
    let font = SmallFont(presets.isEmpty ? [.init(0, 0, name)] : presets)
    let path = FilePath(try folder.write(font.bytes, to: name))
    return try catalog.add(path, isLinked: isLinked).font
  }

  /// The names of the files in the catalog's folder except the database.
  func copies() throws -> [String] {
    try folder.names(in: "catalog").filter { !$0.hasPrefix("catalog.sqlite") }
  }

  /// Returns the names of presets.
  func presetNames(_ change: (inout FontCatalog.PresetSelection) -> Void = { _ in }) throws -> [String] {
    var selection = FontCatalog.PresetSelection()
    change(&selection)
    return try catalog.presets(selection).presets.map(\.name)
  }
}
