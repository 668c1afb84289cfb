internal import MIDIRecSystem
internal import SystemPackage

/// A file that is closed when its last owner is released.
final class OpenFile: Sendable {
  let descriptor: FileDescriptor

  /// Creates a new file and locks it.
  init(creating name: FilePath, in folder: OpenFolder) throws(Errno) {
    descriptor = try FileSystem.create(name, in: folder.descriptor)
    _ = FileSystem.lock(descriptor)
  }

  /// Opens an existing file for reading.
  init(reading path: FilePath) throws(Errno) {
    descriptor = try Errno.typed { try FileDescriptor.open(path, .readOnly, options: .closeOnExec) }
  }

  deinit {
    FileSystem.unlock(descriptor)
    try? descriptor.close()
  }

  func write(_ bytes: some Sequence<UInt8>, at offset: Int) throws(Errno) {
    _ = try Errno.typed { try descriptor.writeAll(toAbsoluteOffset: Int64(offset), bytes) }
  }

  /// Returns whether the file contains the given bytes at an offset.
  func contains(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var rest = bytes
    var offset = offset
    while !rest.isEmpty {
      let read = try? unsafe chunk.withUnsafeMutableBytes { buffer in
        try unsafe descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer)
      }
      let count = min(read ?? 0, rest.count)
      guard count > 0, chunk[..<count].elementsEqual(rest.prefix(count)) else { return false }
      rest = rest.dropFirst(count)
      offset += count
    }
    return true
  }
}
