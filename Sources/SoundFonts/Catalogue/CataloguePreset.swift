/// A preset of a font of the catalogue, or a favorite: a clone of one with a name and settings of its own.
package struct CataloguePreset: Hashable, Sendable {
  /// What it is.
  package enum Kind: String, Hashable, Sendable {
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
  package let fontName: String
  /// Where it is found in the font.
  package let number: PresetNumber
  /// What it is.
  package let kind: Kind
  /// What it is called.
  package let name: String
  /// What the font calls it.
  package let originalName: String
  /// A favorite's settings.
  package let settings: PresetSettings?
  /// Whether it is what is played where nothing else is asked for.
  package let isActive: Bool
}
