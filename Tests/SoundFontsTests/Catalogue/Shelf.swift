import SoundFonts
import SystemPackage
import TestSupport

/// A catalogue of a test's own, and fonts beside it.
struct Shelf {
  let folder: TemporaryFolder
  let catalogue: FontCatalogue

  /// Makes an empty one, without a built-in font unless it is given.
  init(builtIn: SmallFont? = nil) throws {
    folder = try TemporaryFolder()
    if let builtIn { try folder.write(builtIn.bytes, to: "BuiltIn.sf2") }
    catalogue = try Self.catalogue(in: folder)
  }

  /// The same one, as another process has it.
  func again() throws -> FontCatalogue { try Self.catalogue(in: folder) }

  private static func catalogue(in folder: TemporaryFolder) throws -> FontCatalogue {
    try FontCatalogue(
      in: FilePath(folder.path("catalogue")), builtInFont: FilePath(folder.path("BuiltIn.sf2")))
  }

  /// Writes a font with these presets.
  func write(_ name: String, _ presets: SmallFont.Preset...) throws -> FilePath {
    FilePath(try folder.write(SmallFont(presets.isEmpty ? [.init(0, 0, name)] : presets).bytes, to: name))
  }

  /// Writes and adds a font with these presets.
  @discardableResult
  func add(_ name: String, _ presets: SmallFont.Preset..., isLinked: Bool = false) throws -> CatalogueFont {
    let font = SmallFont(presets.isEmpty ? [.init(0, 0, name)] : presets)
    let path = FilePath(try folder.write(font.bytes, to: name))
    return try catalogue.add(path, isLinked: isLinked).font
  }

  /// The names of what is in the catalogue's folder besides the database.
  func copies() throws -> [String] {
    try folder.names(in: "catalogue").filter { !$0.hasPrefix("catalogue.sqlite") }
  }

  /// The names of presets.
  func presetNames(_ change: (inout FontCatalogue.PresetSelection) -> Void = { _ in }) throws -> [String] {
    var selection = FontCatalogue.PresetSelection()
    change(&selection)
    return try catalogue.presets(selection).presets.map(\.name)
  }
}
