public import SystemPackage

extension MIDIFile {
  /// Reads the bytes of a file, whole.
  ///
  /// - Throws: Why the system refuses it; `EISDIR` for a folder.
  public static func bytes(of path: FilePath) throws(FileError) -> [UInt8] {
    do {
      let descriptor = try FileDescriptor.open(path, .readOnly)
      return try descriptor.closeAfter { try bytes(of: descriptor) }
    } catch {
      throw FileError(operation: .read, path: path, errno: error as? Errno ?? .ioError)
    }
  }

  /// Reads what comes on standard input, to its end.
  public static func bytesOfStandardInput() throws(FileError) -> [UInt8] {
    do {
      return try bytes(of: FileDescriptor.standardInput)
    } catch {
      throw FileError(operation: .read, path: "standard input", errno: error as? Errno ?? .ioError)
    }
  }

  private static func bytes(of descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
    }
  }
}
