package import MIDIRecSound
internal import MIDIRecSystem
package import SystemPackage

/// A file that is open for reading while this object exists.
package final class OpenFont {
  /// The length of a piece when the complete file is read.
  private static let pieceLength = 1 << 18

  /// The file.
  package let path: FilePath
  /// The number of bytes, which may exceed the memory.
  let count: Int
  private let descriptor: FileDescriptor

  /// Opens a file.
  ///
  /// - Throws: `SoundError` if it doesn't exist, or isn't a file but a folder, a device, or a pipe.
  package init(_ path: FilePath) throws(SoundError) {
    self.path = path
    do {
      // Without waiting for a writer of a pipe.
      descriptor = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch {
      throw SoundError(reading: path, Errno(thrown: error))
    }
    let information: Stat
    do {
      information = try Stat(descriptor)
    } catch {
      try? descriptor.close()
      throw SoundError(reading: path, error)
    }
    guard information.type == .regular else {
      try? descriptor.close()
      let isFolder = information.type == .directory
      throw SoundError(
        .noInput, path, "is \(isFolder ? "a folder" : "a device or a pipe"), not a SoundFont")
    }
    count = Int(information.size)
  }

  deinit { try? descriptor.close() }

  /// Reads a part of the bytes.
  ///
  /// - Parameter range: The range, within the existing bytes.
  func bytes(in range: Range<Int>) throws(SoundError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    do {
      while done < bytes.count {
        let read = try unsafe bytes.withUnsafeMutableBytes { buffer in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
          return try unsafe descriptor.read(fromAbsoluteOffset: Int64(range.lowerBound + done), into: rest)
        }
        guard read > 0 else { break }
        done += read
      }
    } catch {
      throw SoundError(reading: path, Errno(thrown: error))
    }
    guard done == bytes.count else {
      throw SoundError(
        .badData, path, "byte \(range.lowerBound + done): the file became shorter while it was read")
    }
    return bytes
  }

  /// Returns the piece at an offset, or `nil` at the end.
  package func piece(at offset: Int) throws(SoundError) -> [UInt8]? {
    guard offset < count else { return nil }
    return try bytes(in: offset..<min(offset + Self.pieceLength, count))
  }

  /// Returns the SHA-256 of the file.
  package func contentHash() throws(SoundError) -> String {
    var hash = SHA256()
    var offset = 0
    while let piece = try piece(at: offset) {
      hash.update(piece)
      offset += piece.count
    }
    return hash.hexadecimalDigest()
  }
}

extension SoundError {
  /// Creates an error for a failed read.
  package init(reading path: FilePath, _ errno: Errno) {
    self.init(errno == .ioError ? .inputOutput : .noInput, path, "can't be read: \(errno)")
  }
}
