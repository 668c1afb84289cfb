internal import SystemPackage

extension FilePath {
  /// Reads the first bytes of the file.
  ///
  /// - Returns: The bytes, fewer if the file is shorter, and none if it can't be read at a place, as a pipe can't. Nothing
  ///   is taken out of a pipe.
  func firstBytes(_ count: Int) -> [UInt8] {
    guard let file = try? FileDescriptor.open(self, .readOnly, options: .closeOnExec) else { return [] }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: count)
    let readCount = try? unsafe bytes.withUnsafeMutableBytes {
      try unsafe file.read(fromAbsoluteOffset: 0, into: $0)
    }
    return Array(bytes.prefix(readCount ?? 0))
  }
}
