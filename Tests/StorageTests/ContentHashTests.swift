import Storage
import Testing

/// The examples of NIST (FIPS 180-4), and that the pieces make no difference.
@Suite struct ContentHashTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func itIsSHA256(text: String, hash: String) {
    var whole = ContentHash()
    whole.add(Array(text.utf8))
    #expect(whole.finish() == hash)
    var pieces = ContentHash()
    for byte in text.utf8 { pieces.add([byte]) }
    #expect(pieces.finish() == hash)
  }
}
