package import SystemPackage

/// An error of a font, the catalog, or the synthesizer.
package struct SoundFontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, which determines the exit code.
  package enum Kind: Hashable, Sendable {
    /// A file isn't a font, or is damaged (exit code 65).
    case badData
    /// The file, font, or preset doesn't exist (66).
    case notFound
    /// The request is invalid (64).
    case usage
    /// A file can't be created (73).
    case cannotCreate
    /// The system failed (74).
    case inputOutput
  }

  /// The kind of the error.
  package let kind: Kind
  /// The file of the error, or `nil`.
  package let path: FilePath?
  /// The reason.
  package let reason: String

  /// Creates an error with the given values.
  package init(_ kind: Kind, _ path: FilePath?, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// The file and the reason.
  package var description: String { path.map { "\($0): \(reason)" } ?? reason }
}
