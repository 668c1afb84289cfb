internal import SystemPackage

/// A file of the system's that tells something about this machine or process.
enum SystemFile {
  /// Its first bytes; none where it can't be read.
  static func beginning(of path: FilePath, count: Int) -> [UInt8] {
    guard let descriptor = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return [] }
    defer { try? descriptor.close() }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    // The kernel's own files come in pieces of its choice.
    while bytes.count < count,
      let length = try? unsafe piece.withUnsafeMutableBytes({ unsafe try descriptor.read(into: $0) }),
      length > 0
    {
      bytes += piece.prefix(length)
    }
    return bytes
  }
}
