package import Crypto

extension SHA256Digest {
  /// The 64 hexadecimal digits of the digest in lower case.
  package var hexadecimalText: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
