internal import Storage
public import SystemPackage

extension MIDIFile {
  /// Writes a file whole or not at all: it gets its name in one step when all of it is on disk.
  /// What is there and is no file but a device or a pipe is written to as it is.
  ///
  /// - Parameters:
  ///   - bytes: What the file is to hold.
  ///   - path: The file.
  ///   - replacing: Whether a file that is there may be replaced.
  /// - Throws: `EEXIST` where the file exists and may not be replaced, and whatever else keeps it from being
  ///   written. What was there before is there then.
  public static func write(_ bytes: [UInt8], to path: FilePath, replacing: Bool) throws(FileError) {
    if FileSystem.isSpecial(path), replacing {
      try writeThrough(bytes, to: path)
      return
    }
    var operation = FileError.Operation.create
    do throws(Errno) {
      let file = try NewFile(path, replaces: replacing)
      operation = .write
      do {
        try file.descriptor.writeAll(bytes)
      } catch {
        throw error as? Errno ?? .ioError
      }
      try file.sync()
      operation = .create
      try file.takeName()
      operation = .write
      try FileSystem.syncFolder(of: path)
    } catch {
      throw FileError(operation: operation, path: path, errno: error)
    }
  }

  private static func writeThrough(_ bytes: [UInt8], to path: FilePath) throws(FileError) {
    do {
      let descriptor = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
      _ = try descriptor.closeAfter { try descriptor.writeAll(bytes) }
    } catch {
      throw FileError(operation: .write, path: path, errno: error as? Errno ?? .ioError)
    }
  }
}
