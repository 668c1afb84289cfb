public import FoundationEssentials
public import MIDICore
internal import MIDIRecSystem
public import SystemPackage

extension MIDIFile {
  /// Reads a Standard MIDI File.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - repairing: Whether to repair bytes that the specification doesn't allow, instead of throwing an error.
  /// - Throws: `FileError` if the file can't be read, or ``Violation`` if it isn't a Standard MIDI File.
  public init(contentsOf path: FilePath, repairing: Bool = false) throws {
    let bytes = try FileSystem.bytes(of: path)
    self = try Violation.naming(path) { () throws(Violation) in
      try Self(decoding: bytes, repairing: repairing)
    }
  }

  /// Reads a Standard MIDI File, as ``init(contentsOf:repairing:)-(FilePath,_)`` does.
  public init(contentsOf path: String, repairing: Bool = false) throws {
    try self.init(contentsOf: FilePath(path), repairing: repairing)
  }

  /// Reads a Standard MIDI File, as ``init(contentsOf:repairing:)-(FilePath,_)`` does.
  public init(contentsOf url: URL, repairing: Bool = false) throws {
    try self.init(contentsOf: FilePath(url.path), repairing: repairing)
  }

  /// Reads a Standard MIDI File, repairs bytes that the specification doesn't allow, and lists the repairs.
  ///
  /// - Throws: `FileError` if the file can't be read, or ``Violation`` if it isn't a Standard MIDI File.
  public static func decode(contentsOf path: String) throws -> Decoded {
    let bytes = try FileSystem.bytes(of: FilePath(path))
    return try Violation.naming(FilePath(path)) { () throws(Violation) in try decode(bytes) }
  }

  /// Writes the file atomically; if the system fails, an existing file is unchanged.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - runningStatus: The rule for omitting repeated status bytes.
  /// - Throws: `FileError` if the file can't be written, or ``ContentError`` if no file can hold the events.
  public func write(
    to path: FilePath, replacing: Bool = false, runningStatus: RunningStatus = .asRead
  ) throws {
    try FileSystem.write(try encoded(runningStatus: runningStatus), to: path, replacing: replacing)
  }

  /// Writes the file, as ``write(to:replacing:runningStatus:)-(FilePath,_,_)`` does.
  public func write(
    to path: String, replacing: Bool = false, runningStatus: RunningStatus = .asRead
  ) throws {
    try write(to: FilePath(path), replacing: replacing, runningStatus: runningStatus)
  }

  /// Writes the file, as ``write(to:replacing:runningStatus:)-(FilePath,_,_)`` does.
  public func write(to url: URL, replacing: Bool = false, runningStatus: RunningStatus = .asRead) throws {
    try write(to: FilePath(url.path), replacing: replacing, runningStatus: runningStatus)
  }
}

extension Recording {
  /// Creates a recording of a Standard MIDI File.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - repairing: Whether to repair bytes that the specification doesn't allow, instead of throwing an error.
  /// - Throws: `FileError` if the file can't be read, ``MIDIFile/Violation`` if it isn't a Standard MIDI File, or
  ///   ``MIDIFile/ConversionError/independentTracks(count:)`` if it holds several independent pieces.
  public init(contentsOf path: FilePath, repairing: Bool = false) throws {
    self = try MIDIFile(contentsOf: path, repairing: repairing).recording()
  }

  /// Creates a recording of a Standard MIDI File, as ``init(contentsOf:repairing:)-(FilePath,_)`` does.
  public init(contentsOf path: String, repairing: Bool = false) throws {
    try self.init(contentsOf: FilePath(path), repairing: repairing)
  }

  /// Creates a recording of a Standard MIDI File, as ``init(contentsOf:repairing:)-(FilePath,_)`` does.
  public init(contentsOf url: URL, repairing: Bool = false) throws {
    try self.init(contentsOf: FilePath(url.path), repairing: repairing)
  }

  /// Writes the recording as a Standard MIDI File of ``MIDIFile/init(_:division:)``, atomically.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: `FileError` if the file can't be written, or ``MIDIFile/ContentError`` if no file can hold the messages.
  public func write(to path: String, replacing: Bool = false) throws {
    try MIDIFile(self).write(to: path, replacing: replacing)
  }
}

extension MIDIFile.Violation: LocalizedError {
  /// The path, and the violation with its repair.
  public var errorDescription: String? { path.map { "\($0): \(self)" } ?? description }

  /// Adds the path of a file to the violation that a function throws.
  fileprivate static func naming<Value>(
    _ path: FilePath, _ body: () throws(MIDIFile.Violation) -> Value
  ) throws(MIDIFile.Violation) -> Value {
    do {
      return try body()
    } catch {
      var named = error
      named.path = path.string
      throw named
    }
  }
}

extension MIDIFile.ContentError: LocalizedError {
  /// The reason.
  public var errorDescription: String? { description }
}

extension MIDIFile.ConversionError: LocalizedError {
  /// The reason.
  public var errorDescription: String? { description }
}
