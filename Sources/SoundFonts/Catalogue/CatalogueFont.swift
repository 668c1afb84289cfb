public import SystemPackage

/// A font of the catalogue.
public struct CatalogueFont: Hashable, Sendable {
  /// Where its file comes from.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It comes with the system.
    case builtIn
    /// The catalogue has a copy of its own.
    case added
    /// It stays where it is.
    case external
  }

  /// What became of its file.
  public enum State: String, Hashable, Sendable {
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
  public let name: String
  /// Where its file comes from.
  public let kind: Kind
  /// Its file.
  public let path: FilePath
  /// What the file was called when it was added.
  public let originalName: String
  /// The name that is embedded in it.
  public let embeddedName: String
  /// Who made it.
  public let author: String?
  /// Whose it is.
  public let copyright: String?
  /// A remark of its author's.
  public let comment: String?
  /// How many bytes it has.
  public let size: Int64
  /// The SHA-256 of its bytes.
  public let contentHash: String
  /// How many presets it has, those hidden as well.
  public let presetCount: Int
  /// How many presets no bank and program lead to.
  public let unreachablePresetCount: Int
  /// The user's tags that it has, in their order.
  public let tags: [String]
  /// Whether it is what is played where nothing else is asked for.
  public let isInUse: Bool
  /// What became of its file.
  public let state: State
}
