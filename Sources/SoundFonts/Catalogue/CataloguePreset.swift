/// A preset of a font of the catalogue, or a favorite: a clone of one with a name and settings of its own.
public struct CataloguePreset: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable {
    /// One of the font's.
    case preset
    /// One of the font's that isn't listed.
    case hidden
    /// A clone.
    case favorite
  }

  /// Its number in the database.
  let id: Int64
  /// That of its font.
  let fontID: Int64
  /// The name of its font.
  public let fontName: String
  /// Where it is found in the font.
  public let number: PresetNumber
  /// What it is.
  public let kind: Kind
  /// What it is called.
  public let name: String
  /// What the font calls it.
  public let originalName: String
  /// A favorite's settings.
  public let settings: PresetSettings?
  /// Whether it is what is played where nothing else is asked for.
  public let isActive: Bool
}
