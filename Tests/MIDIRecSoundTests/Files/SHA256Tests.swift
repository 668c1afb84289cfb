import MIDIRecSound
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4, and no bytes at all.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestIsThatOfStandard(text: String, digits: String) {
    for pieceLength in [1, 7, 64] {
      var hash = SHA256()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: pieceLength) {
        hash.update(Array(bytes[start..<min(start + pieceLength, bytes.count)]))
      }
      #expect(hash.hexadecimalDigest() == digits)
    }
  }
}
