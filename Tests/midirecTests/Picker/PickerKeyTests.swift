import Testing

@testable import midirec

@Suite struct PickerKeyTests {
  /// The keys of bytes that come one by one, and when nothing more comes.
  private func keys(_ bytes: [UInt8], isEnd: Bool = true) -> [PickerKey] {
    var reader = PickerKeyReader()
    var keys: [PickerKey] = []
    for byte in bytes { keys += reader.read([byte]) }
    if isEnd {
      keys += reader.readEnd()
      #expect(!reader.isInTheMiddle)
    }
    return keys
  }

  private func keys(_ text: String) -> [PickerKey] {
    let bytes = Array(text.utf8)
    var reader = PickerKeyReader()
    let atOnce = reader.read(bytes) + reader.readEnd()
    #expect(keys(bytes) == atOnce)
    return atOnce
  }

  @Test(arguments: [
    ("\u{1B}[A", PickerKey.up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
    ("\u{1B}[1;5A", .up), ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home),
    ("\u{1B}[7~", .home), ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace),
    ("\u{8}", .backspace), ("\u{15}", .clear), ("\u{3}", .interrupt), ("\u{4}", .interrupt),
    ("a", .character("a")), ("é", .character("é")), ("鍵", .character("鍵")), ("🎹", .character("🎹")),
  ])
  func eachKeyIsKnown(text: String, key: PickerKey) {
    #expect(keys(text) == [key])
    #expect(keys(text + "x") == [key, .character("x")])
  }

  @Test func escapeAloneIsKnownOnlyWhenNothingFollows() {
    #expect(keys([0x1B], isEnd: false).isEmpty)
    #expect(keys([0x1B]) == [.escape])
    #expect(keys([0x1B, 0x1B], isEnd: false) == [.escape])
    #expect(keys([0x1B, 0x5B, 0x41], isEnd: false) == [.up])
  }

  @Test(arguments: [
    "\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}[C", "\u{1B}[15~", "\u{1B}x", "\u{1}", "\u{1B}[?1;2c",
  ])
  func whatMeansNothingHereIsPassedOver(text: String) {
    #expect(keys(text).isEmpty)
  }

  @Test func bytesThatAreNoTextArePassedOver() {
    #expect(keys([0xFF, 0x80, 0x61]) == [.character("a")])
    #expect(keys([0xC3]) == [])
    #expect(keys([0xE9, 0x8D, 0x61, 0x62]) == [.character("a"), .character("b")])
  }

  @Test func keysThatComeTogetherStayApart() {
    #expect(keys("\u{1B}[B\u{1B}[Bab\r") == [.down, .down, .character("a"), .character("b"), .enter])
  }
}
