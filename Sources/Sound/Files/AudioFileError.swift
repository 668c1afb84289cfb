package import SystemPackage

/// Why a file of sound can't be read or written.
package struct AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is, which decides the exit code.
  package enum Kind: Hashable, Sendable {
    /// There is no such file, or it can't be opened (exit code 66).
    case noInput
    /// What is in the file is no sound, or broken, or too long (65).
    case badData
    /// The file can't be made, or what is asked for can't be (73).
    case cannotCreate
    /// The system failed, such as on a full disk (74).
    case inputOutput
  }

  /// What kind of error it is.
  package let kind: Kind
  /// The file.
  package let path: FilePath
  /// What is wrong, in words.
  package let reason: String
  /// What the system said, where it was the system.
  package let errno: Errno?

  /// Makes one of its parts.
  package init(_ kind: Kind, path: FilePath, reason: String, errno: Errno? = nil) {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.errno = errno
  }

  /// Makes one of what the system said.
  init(_ kind: Kind, path: FilePath, _ errno: Errno) {
    self.init(kind, path: path, reason: "\(errno)", errno: errno)
  }

  /// The file and what is wrong.
  package var description: String { "\(path): \(reason)" }
}
