internal import FoundationEssentials
package import MIDIRecSystem
package import SystemPackage

extension EndpointPreferences {
  /// The reason why the file can't be used.
  package enum Failure: Error, Hashable, Sendable {
    /// The file can't be read.
    case unreadable(FileError)
    /// The file is invalid; the text describes its contents and the place.
    case broken(FilePath, found: String)
    /// The file or its folder can't be written.
    case unwritable(FileError)
  }

  /// The file in the user's configuration folder: `$XDG_CONFIG_HOME/midirec/endpoints.json`, by default
  /// `~/.config/midirec/endpoints.json`.
  package static var standardPath: FilePath {
    // A user without a home folder has no aliases, and can't create any in the root folder.
    (ProcessEnvironment.configurationFolder ?? "/").appending("midirec").appending("endpoints.json")
  }

  /// Reads the file, or returns empty preferences if it doesn't exist.
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

  /// Updates the file: reads it, applies `change`, and writes it if it has changed. A lock keeps other midirec
  /// processes from changing it in between.
  ///
  /// The file is written completely or not at all. An invalid file isn't changed.
  package static func update(
    at path: FilePath = standardPath, _ change: (inout EndpointPreferences) -> Void
  ) throws(Failure) {
    let folder = path.removingLastComponent()
    let lock: FileDescriptor
    do {
      // The folder is locked because the file is replaced.
      lock = try FileSystem.lockedFolder(folder)
    } catch {
      throw .unwritable(FileError(operation: .create, path: folder, errno: error))
    }
    defer { try? lock.close() }
    var book = try read(from: path)
    let before = book
    change(&book)
    guard book != before else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let bytes = Array(try encoder.encode(book)) + [UInt8(ascii: "\n")]
      try FileSystem.write(bytes, to: path, replacing: true, .document)
    } catch {
      throw .unwritable(error as? FileError ?? FileError(operation: .write, path: path, errno: .ioError))
    }
  }

  private static func explanation(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context):
      // The JSON parser's own error has more details.
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      return place(context.codingPath) + (context.codingPath.isEmpty ? "invalid JSON: \(reason)" : reason)
    case .keyNotFound(let key, let context):
      return place(context.codingPath) + "the key \"\(key.stringValue)\" is missing"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return place(context.codingPath) + "expected \(word(for: type)), found a different type"
    @unknown default:
      return "\(error)"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : "at \(path.map(\.stringValue).joined(separator: ".")): "
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int.Type: "a number"
    default: "an object"
    }
  }
}
