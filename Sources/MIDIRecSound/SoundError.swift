public import FoundationEssentials
internal import MIDIRecSystem
public import SystemPackage

/// An error of an audio file, a font, the catalog of fonts, or the synthesizer.
public struct SoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error, which determines the exit code.
  public enum Kind: Hashable, Sendable {
    /// A file isn't audio or a font, is damaged, or is too long (exit code 65).
    case badData
    /// The file, font, or preset doesn't exist or can't be read (66).
    case noInput
    /// The request is invalid (64).
    case usage
    /// A file can't be created, or can't have the requested format (73).
    case cannotCreate
    /// The system failed, for example because the disk is full (74).
    case inputOutput
  }

  /// The kind of the error.
  public let kind: Kind
  /// The file of the error, or `nil`.
  public let path: FilePath?
  /// The reason in words.
  public let reason: String
  /// The system's error, or `nil` if the system didn't fail or the reason names its error.
  public let errno: Errno?

  /// Creates an error with a reason in words.
  package init(_ kind: Kind, _ path: FilePath?, _ reason: String) {
    (self.kind, self.path, self.reason) = (kind, path, reason)
    errno = nil
  }

  /// Creates an error for an error of the system.
  init(_ kind: Kind, _ path: FilePath, _ errno: Errno) {
    (self.kind, self.path, self.reason) = (kind, path, "\(errno)")
    self.errno = errno
  }

  /// Calls a function, and names the kind and the file in its error, which must be one of the system.
  package static func naming<Value>(
    _ kind: Kind, _ path: FilePath, _ call: () throws -> Value
  ) throws(SoundError) -> Value {
    do {
      return try call()
    } catch {
      throw SoundError(kind, path, Errno(thrown: error))
    }
  }

  /// The path and the reason.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }
}

extension SoundError: LocalizedError {
  /// The path and the reason.
  public var errorDescription: String? { description }
}
