public import MIDIRecSynth
public import SystemPackage

/// A font in the catalog.
public struct CatalogFont: Hashable, Sendable {
  /// The origin of a font's file.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The font belongs to the system.
    case builtIn
    /// The catalog has its own copy.
    case added
    /// The file stays at its place. The first version of the tables has a different word.
    case linked = "external"

    /// The kind in one word: `builtIn`, `added`, or `linked`.
    public var word: String { self == .linked ? "linked" : rawValue }
  }

  /// The state of a font's file.
  public enum State: String, Hashable, Sendable {
    /// The file exists.
    case present
    /// The file was moved or deleted.
    case missing
    /// A different file has its name: the length differs.
    case changed
  }

  /// The row ID in the database.
  let id: Int64
  /// The unique name.
  public let name: String
  /// The origin of the file.
  public let kind: Kind
  /// The path of the file.
  public let path: FilePath
  /// The name of the file when it was added.
  public let originalName: String
  /// The name in the file.
  public let embeddedName: String
  /// The author, or `nil`.
  public let author: String?
  /// The copyright, or `nil`.
  public let copyright: String?
  /// The author's comment, or `nil`.
  public let comment: String?
  /// The size in bytes.
  public let size: Int64
  /// The SHA-256 of the file.
  public let contentHash: String
  /// The number of presets, including hidden ones.
  public let presetCount: Int
  /// The number of presets that no bank and program select.
  public let unreachablePresetCount: Int
  /// The user's tags, in their order.
  public let tags: [String]
  /// Whether the font is the default.
  public let isInUse: Bool
  /// The state of the file.
  public let state: State
}

/// A preset of a font in the catalog, or a favorite, which is a copy of a preset with its own name and settings.
public struct CatalogPreset: Hashable, Sendable {
  /// The kind of a preset.
  public enum Kind: String, Hashable, Sendable {
    /// A preset of the font.
    case preset
    /// A preset of the font that isn't listed.
    case hidden
    /// A favorite.
    case favorite
  }

  /// The row ID in the database.
  let id: Int64
  /// The row ID of its font.
  let fontID: Int64
  /// The name of its font.
  public let fontName: String
  /// The bank and program in the font.
  public let number: PresetNumber
  /// The kind.
  public let kind: Kind
  /// The name.
  public let name: String
  /// The name in the font.
  public let originalName: String
  /// The settings of a favorite, or `nil`.
  public let settings: PresetSettings?
  /// Whether the preset is the default.
  public let isActive: Bool
}
