package import SystemPackage

/// A font of the catalog.
package struct CatalogFont: Hashable, Sendable {
  /// Where its file comes from.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It comes with the system.
    case builtIn
    /// The catalog has a copy of its own.
    case added
    /// It stays where it is.
    case external
  }

  /// What became of its file.
  package enum State: String, Hashable, Sendable {
    /// It is there.
    case present
    /// It has moved or gone.
    case missing
    /// There is another one in its place: the length isn't what it was.
    case changed
  }

  /// Its number in the database.
  let id: Int64
  /// What it is called; no two have the same name.
  package let name: String
  /// Where its file comes from.
  package let kind: Kind
  /// Its file.
  package let path: FilePath
  /// What the file was called when it was added.
  package let originalName: String
  /// The name that is embedded in it.
  package let embeddedName: String
  /// Who made it.
  package let author: String?
  /// Whose it is.
  package let copyright: String?
  /// A remark of its author's.
  package let comment: String?
  /// How many bytes it has.
  package let size: Int64
  /// The SHA-256 of its bytes.
  package let contentHash: String
  /// How many presets it has, those hidden as well.
  package let presetCount: Int
  /// How many presets no bank and program lead to.
  package let unreachablePresetCount: Int
  /// The user's tags that it has, in their order.
  package let tags: [String]
  /// Whether it is what is played where nothing else is asked for.
  package let isInUse: Bool
  /// What became of its file.
  package let state: State
}

/// A preset of a font of the catalog, or a favorite: a clone of one with a name and settings of its own.
package struct CatalogPreset: Hashable, Sendable {
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
