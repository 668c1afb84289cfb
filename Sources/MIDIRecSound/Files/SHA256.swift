internal import CCrypto

/// The SHA-256 of bytes that come in pieces, computed by OpenSSL's library.
@safe package struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// Creates the hash of no bytes.
  package init() {
    guard let context = unsafe EVP_MD_CTX_new(),
      unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else {
      fatalError("libcrypto has no memory for a SHA-256")
    }
    unsafe self.context = context
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Adds the bytes of elements, such as samples, as they are in memory.
  package mutating func update(_ elements: [some BitwiseCopyable]) {
    unsafe elements.withUnsafeBytes { unsafe _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// Returns the 32 bytes of the digest.
  package consuming func digest() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      unsafe _ = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      count = 32
    }
  }

  /// Returns the digest of bytes as 64 hexadecimal digits in lower case.
  package static func hexadecimalDigest(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexadecimalDigest()
  }

  /// Returns the digest as 64 hexadecimal digits in lower case.
  package consuming func hexadecimalDigest() -> String {
    digest().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
