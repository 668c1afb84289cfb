package import SystemPackage

/// What is wrong with a font, the catalog or the synthesizer.
package struct SoundFontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is, which decides the exit code.
  package enum Kind: Hashable, Sendable {
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
  package let kind: Kind
  /// The file that it is about, if it is one.
  package let path: FilePath?
  /// What is wrong, in words.
  package let reason: String

  /// Makes one of its parts.
  package init(_ kind: Kind, _ path: FilePath?, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// The file and what is wrong.
  package var description: String { path.map { "\($0): \(reason)" } ?? reason }
}
