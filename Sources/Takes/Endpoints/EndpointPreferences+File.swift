package import FileIO
internal import FoundationEssentials
package import SystemPackage

extension EndpointPreferences {
  /// Why the file can't be used.
  package enum Failure: Error, Hashable, Sendable {
    /// It can't be read.
    case unreadable(FileError)
    /// What is in it is no book of endpoints: what was found, and where.
    case broken(FilePath, found: String)
    /// It, or its folder, can't be written.
    case unwritable(FileError)
  }

  /// The file in the user's configuration folder: `$XDG_CONFIG_HOME/midirec/endpoints.json`, by default
  /// `~/.config/midirec/endpoints.json`.
  package static var standardPath: FilePath {
    // A user without a home folder has no aliases, and can't make any in the root folder.
    (UserFolder.configuration.path ?? "/").appending("midirec").appending("endpoints.json")
  }

  /// Reads the file; an empty book where there is none.
  package static func read(from path: FilePath = standardPath) throws(Failure) -> EndpointPreferences {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.bytes(of: path)
    } catch {
      if error.errno == .noSuchFileOrDirectory { return EndpointPreferences() }
      throw .unreadable(error)
    }
    do {
      return try JSONDecoder().decode(EndpointPreferences.self, from: Data(bytes))
    } catch {
      throw .broken(path, found: explanation(of: error))
    }
  }

  /// Changes what is in the file: reads it, has `change` change it, and writes it if it is different then. Meanwhile no
  /// other midirec changes it, so that none loses what another has stored.
  ///
  /// The file is written whole or not at all. One that is broken stays as it is.
  package static func update(
    at path: FilePath = standardPath, _ change: (inout EndpointPreferences) -> Void
  ) throws(Failure) {
    let folder = path.removingLastComponent()
    let lock = try lockedFolder(folder)
    defer { try? lock.close() }
    var book = try read(from: path)
    let before = book
    change(&book)
    guard book != before else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let bytes = Array(try encoder.encode(book)) + [UInt8(ascii: "\n")]
      try FileSystem.write(bytes, to: target(of: path), replacing: true)
    } catch {
      throw .unwritable(error as? FileError ?? FileError(operation: .write, path: path, errno: .ioError))
    }
  }

  /// Opens the folder, which is made if need be, and waits until it is free. The lock is the folder's because the file
  /// is replaced.
  private static func lockedFolder(_ folder: FilePath) throws(Failure) -> FileDescriptor {
    do {
      return try FileSystem.lockedFolder(folder)
    } catch {
      throw .unwritable(FileError(operation: .create, path: folder, errno: error))
    }
  }

  /// The file itself where the path is a link to it, as those have who keep their configuration elsewhere: the link
  /// stays.
  private static func target(of path: FilePath) -> FilePath {
    FileSystem.realPath(path) ?? path
  }

  private static func explanation(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context):
      // The reader of JSON itself knows more.
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      return place(context.codingPath) + (context.codingPath.isEmpty ? "no JSON: \(reason)" : reason)
    case .keyNotFound(let key, let context):
      return place(context.codingPath) + "the key \"\(key.stringValue)\" is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return place(context.codingPath) + "expected \(word(for: type)), found something else"
    @unknown default:
      return "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : "at \(path.map(\.stringValue).joined(separator: ".")): "
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Int.Type: "a number"
    default: "an object"
    }
  }
}
