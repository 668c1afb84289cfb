internal import FileIO
internal import SystemPackage

/// A file that is closed when its last owner is released.
final class OpenFile: Sendable {
  let descriptor: FileDescriptor

  /// Creates a new file and locks it.
  init(creating path: FilePath) throws(Errno) {
    do {
      descriptor = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw Errno(thrown: error)
    }
    _ = FileSystem.lock(descriptor)
  }

  /// Opens an existing file for reading.
  init(reading path: FilePath) throws(Errno) {
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch {
      throw Errno(thrown: error)
    }
  }

  deinit {
    FileSystem.unlock(descriptor)
    try? descriptor.close()
  }

  func write(_ bytes: [UInt8], at offset: Int64) throws(Errno) {
    do {
      try descriptor.writeAll(toAbsoluteOffset: offset, bytes)
    } catch {
      throw Errno(thrown: error)
    }
  }

  /// Returns the first `count` bytes.
  func bytes(_ count: Int64) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(count))
    var offset = 0
    do {
      while offset < bytes.count {
        let read = try unsafe bytes.withUnsafeMutableBytes { buffer in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
          return try unsafe descriptor.read(fromAbsoluteOffset: Int64(offset), into: rest)
        }
        guard read > 0 else { throw Errno.ioError }
        offset += read
      }
    } catch {
      throw Errno(thrown: error)
    }
    return bytes
  }
}
