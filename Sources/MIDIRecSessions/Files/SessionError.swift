package import SystemPackage

/// An error of a session, and its place.
///
/// Quoted text from the file isn't escaped; the caller makes it printable.
package struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error, which determines the exit code.
  package enum Kind: Hashable, Sendable {
    /// A file has invalid contents (exit code 65).
    case badData
    /// A file or folder doesn't exist, or has a different type (exit code 66).
    case noInput
    /// The disk fails (exit code 74).
    case inputOutput
    /// There is no sequencer, or a program can't be started or doesn't become ready (exit code 69).
    case unavailable
    /// A program crashed, hung, sent too many events, or exited too early (exit code 1).
    case misbehaved
    /// Events to or from a program were lost (exit code 3).
    case lost
  }

  /// The kind of the error.
  package var kind: Kind
  /// The file or folder, or an empty path until the caller sets it.
  package var path: FilePath
  /// The line in the file, from 1, or `nil` for the file or folder as a whole.
  package var line: Int?
  /// The reason, as a sentence without a period.
  package var reason: String
  /// Details that help to find the cause, by line.
  package var details: [String] = []
  /// Whether the reason ends with advice to set an option in the session's file.
  package var remedyNamesOption = false
  /// The files that a program without ports wrote.
  package var strayTakes = StrayTakes()

  package init(_ kind: Kind, _ path: FilePath, line: Int? = nil, _ reason: String) {
    self.kind = kind
    self.path = path
    self.line = line
    self.reason = reason
  }

  /// Creates an error in the contents of a file, whose path the caller sets.
  init(line: Int? = nil, _ reason: String) { self.init(.badData, "", line: line, reason) }

  /// Creates an error from an error number of the system.
  package init(_ path: FilePath, line: Int? = nil, _ errno: Errno) {
    let reason =
      errno == .tooManySymbolicLinkLevels ? "is a link that leads back to itself" : "can't be read: \(errno)"
    self.init(errno == .ioError ? .inputOutput : .noInput, path, line: line, reason)
  }

  /// Returns the error of a pending file that the user hasn't seen.
  package static func changed(_ path: FilePath) -> SessionError {
    SessionError(.badData, path, "has changed since it was shown; review it again")
  }

  /// The error in one line: `scales/session.yaml:4: unknown key "tolernace"; did you mean "tolerance"?`.
  package var description: String {
    path.isEmpty
      ? (line.map { "line \($0): " } ?? "") + reason : "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
  }
}
