public import MIDICore
internal import MIDIRecSystem
public import SystemPackage

extension MIDIFile {
  /// Reads a Standard MIDI File.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - repairing: Whether to repair bytes that the specification doesn't allow, instead of throwing an error.
  /// - Throws: `FileError` if the file can't be read, or ``MIDIFileError`` if it isn't a Standard MIDI File.
  public init(contentsOf path: FilePath, repairing: Bool = false) throws {
    try self.init(decoding: FileSystem.bytes(of: path), repairing: repairing)
  }

  /// Writes the file atomically; if the system fails, an existing file is unchanged.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - runningStatus: The rule for omitting repeated status bytes.
  /// - Throws: `FileError` if the file can't be written, or ``EncodingError`` if no file can hold the events.
  public func write(
    to path: FilePath, replacing: Bool = false, runningStatus: RunningStatus = .asRead
  ) throws {
    try FileSystem.write(try encoded(runningStatus: runningStatus), to: path, replacing: replacing)
  }
}

extension Recording {
  /// Creates a recording of a Standard MIDI File.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - repairing: Whether to repair bytes that the specification doesn't allow, instead of throwing an error.
  /// - Throws: `FileError` if the file can't be read, ``MIDIFileError`` if it isn't a Standard MIDI File, or
  ///   ``MIDIFile/ConversionError/independentTracks(count:)`` if it holds several independent pieces.
  public init(contentsOf path: FilePath, repairing: Bool = false) throws {
    self = try MIDIFile(contentsOf: path, repairing: repairing).recording()
  }
}
