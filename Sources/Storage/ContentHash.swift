internal import CGLib

/// The SHA-256 of bytes that come piece by piece (FIPS 180-4).
///
/// It is GLib's, which libsmf needs as well: no more to build, and as fast in a debug build.
@safe package struct ContentHash: ~Copyable {
  private let checksum: OpaquePointer?

  /// Begins with no bytes.
  package init() { unsafe checksum = g_checksum_new(G_CHECKSUM_SHA256) }

  deinit { unsafe g_checksum_free(checksum) }

  /// Adds bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
    unsafe g_checksum_update(checksum, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }

  /// Returns the 32 bytes of the hash.
  package consuming func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var count = gsize(digest.count)
    unsafe g_checksum_get_digest(checksum, &digest, &count)
    return digest
  }

  /// Ends it.
  ///
  /// - Returns: 64 hexadecimal digits, in lower case.
  package consuming func finish() -> String {
    guard let text = unsafe g_checksum_get_string(checksum) else { return "" }
    return unsafe String(cString: text)
  }
}
