package import SystemPackage

/// A failure to read or write an audio file.
package struct AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, which determines the exit code.
  package enum Kind: Hashable, Sendable {
    /// The file doesn't exist or can't be opened (exit code 66).
    case noInput
    /// The file isn't audio, is damaged, or is too long (65).
    case badData
    /// The file can't be created, or can't have the requested format (73).
    case cannotCreate
    /// The system failed, for example because the disk is full (74).
    case inputOutput
  }

  /// The kind of the error.
  package let kind: Kind
  /// The file.
  package let path: FilePath
  /// The reason in words.
  package let reason: String
  /// The system's error, or `nil` if the system didn't fail.
  package let errno: Errno?

  package init(_ kind: Kind, path: FilePath, reason: String, errno: Errno? = nil) {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.errno = errno
  }

  /// Creates an error for an error of the system.
  init(_ kind: Kind, path: FilePath, _ errno: Errno) {
    self.init(kind, path: path, reason: "\(errno)", errno: errno)
  }

  /// The path and the reason.
  package var description: String { "\(path): \(reason)" }
}
