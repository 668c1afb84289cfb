public import SystemPackage

/// What is wrong with a font, the catalogue or the synthesizer.
public struct SoundFontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is, which decides the exit code.
  public enum Kind: Hashable, Sendable {
    /// What is in a file is no font, or broken (exit code 65).
    case badData
    /// There is no such file, font or preset (66).
    case notFound
    /// What is asked for can't be (64).
    case usage
    /// Something can't be created (73).
    case cannotCreate
    /// The system failed (74).
    case inputOutput
  }

  /// What kind of error it is.
  public let kind: Kind
  /// The file that it is about, if it is one.
  public let path: FilePath?
  /// What is wrong, in words.
  public let reason: String

  /// Makes one of its parts.
  public init(_ kind: Kind, _ path: FilePath?, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// The file and what is wrong.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }
}
