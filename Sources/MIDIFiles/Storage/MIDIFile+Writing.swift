internal import Glibc
public import SystemPackage

extension MIDIFile {
  /// Writes a file whole or not at all: beside its name first, which it gets in one step when all of it is on disk.
  ///
  /// - Parameters:
  ///   - bytes: What the file is to hold.
  ///   - path: The file.
  ///   - replacing: Whether a file that is there may be replaced.
  /// - Throws: `EEXIST` where the file exists and may not be replaced, and whatever else keeps it from being
  ///   written. What was there before is there then.
  public static func write(_ bytes: [UInt8], to path: FilePath, replacing: Bool) throws(FileError) {
    if FileSystem.isFolder(path) { throw FileError(operation: .create, path: path, errno: .isDirectory) }
    if !replacing, FileSystem.exists(path) {
      throw FileError(operation: .create, path: path, errno: .fileExists)
    }
    let name = path.lastComponent?.string ?? ""
    let newPath = path.replacingLastComponent(".\(name).\(String(UInt32.random(in: 0 ... .max), radix: 36))")
    let file: OpenFile
    do {
      file = try OpenFile(creating: newPath)
    } catch {
      throw FileError(operation: .create, path: path, errno: error)
    }
    var operation = FileError.Operation.write
    do throws(Errno) {
      try file.write(bytes, at: 0)
      try FileSystem.syncData(of: file.descriptor)
      operation = .create
      if replacing {
        try FileSystem.rename(newPath, replacing: path)
      } else {
        try FileSystem.rename(newPath, toFree: path)
      }
    } catch {
      try? FileSystem.remove(newPath)
      throw FileError(operation: operation, path: path, errno: error)
    }
    do {
      try FileSystem.syncFolder(of: path)
    } catch {
      throw FileError(operation: .write, path: path, errno: error)
    }
  }
}

extension FilePath {
  /// The path of another file in the same folder.
  func replacingLastComponent(_ name: String) -> FilePath {
    removingLastComponent().appending(name)
  }
}
