package import SystemPackage

/// What is wrong with a session, and where.
///
/// Words of the file stand in it as they are: whoever prints it makes them printable.
package struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, which decides the exit code.
  package enum Kind: Hashable, Sendable {
    /// What stands in a file is wrong (exit code 65).
    case badData
    /// A file or folder isn't there, or is something else (exit code 66).
    case noInput
    /// The disk fails (exit code 74).
    case inputOutput
    /// There is no sequencer, or a program can't be started or never gets ready (exit code 69).
    case unavailable
    /// A program did what none should: it crashed, hung, flooded, left too early (exit code 1).
    case misbehaved
    /// Events were lost on their way to a program, or from it (exit code 3).
    case lost
  }

  /// What kind of failure it is.
  package var kind: Kind
  /// The file or folder.
  package var path: FilePath
  /// The line in the file, counted from 1; nothing where it is the file or folder as a whole.
  package var line: Int?
  /// What is wrong, in one sentence without its end.
  package var reason: String
  /// What helps to find out why, line by line.
  package var details: [String] = []

  /// Makes an error of its parts.
  package init(_ kind: Kind, _ path: FilePath, line: Int? = nil, _ reason: String) {
    self.kind = kind
    self.path = path
    self.line = line
    self.reason = reason
  }

  /// Says what the system refuses.
  package init(_ path: FilePath, line: Int? = nil, _ errno: Errno) {
    let reason =
      errno == .tooManySymbolicLinkLevels ? "is a link that leads back to itself" : "can't be read: \(errno)"
    self.init(errno == .ioError ? .inputOutput : .noInput, path, line: line, reason)
  }

  /// Says that something is no file, such as a pipe, for which reading would wait; nothing where it is one.
  init?(_ path: FilePath, unlessFile type: FileType) {
    guard type != .regular else { return nil }
    self.init(.noInput, path, type == .directory ? "is a folder, not a file" : "is no file")
  }

  /// One line: `scales/session.yaml:4: unknown key "tolernace"; did you mean "tolerance"?`.
  package var description: String {
    "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
  }
}

/// What is wrong in a file whose path is said by whoever reads it.
struct LineError: Error, Hashable {
  /// The line, counted from 1; nothing where it is the file as a whole.
  var line: Int?
  /// What is wrong, in one sentence without its end.
  var reason: String

  init(line: Int? = nil, _ reason: String) {
    self.line = line
    self.reason = reason
  }
}
