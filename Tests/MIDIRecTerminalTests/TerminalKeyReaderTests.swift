import Testing

@testable import MIDIRecTerminal

@Suite struct TerminalKeyReaderTests {
  /// Returns the keys of bytes that arrive one by one, followed by a pause.
  private func keys(_ bytes: [UInt8], isEnd: Bool = true) -> [TerminalKey] {
    var reader = TerminalKeyReader()
    var keys: [TerminalKey] = []
    for byte in bytes { keys += reader.read([byte]) }
    if isEnd {
      keys += reader.readEnd()
      #expect(!reader.isInTheMiddle)
    }
    return keys
  }

  private func keys(_ text: String) -> [TerminalKey] {
    let bytes = Array(text.utf8)
    var reader = TerminalKeyReader()
    let atOnce = reader.read(bytes) + reader.readEnd()
    #expect(keys(bytes) == atOnce)
    return atOnce
  }

  @Test(arguments: [
    ("\u{1B}[A", TerminalKey.up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
    ("\u{1B}[C", .right), ("\u{1B}OC", .right), ("\u{1B}[D", .left), ("\u{1B}[1;5A", .up),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home),
    ("\u{1B}[7~", .home), ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace),
    ("\u{8}", .backspace), ("\u{15}", .clear), ("\u{3}", .interrupt), ("\u{4}", .interrupt),
    ("a", .character("a")), ("é", .character("é")), ("鍵", .character("鍵")), ("🎹", .character("🎹")),
  ])
  func eachKeyIsKnown(text: String, key: TerminalKey) {
    #expect(keys(text) == [key])
    #expect(keys(text + "x") == [key, .character("x")])
  }

  @Test func escapeIsRecognizedAfterPause() {
    #expect(keys([0x1B], isEnd: false).isEmpty)
    #expect(keys([0x1B]) == [.escape])
    #expect(keys([0x1B, 0x1B], isEnd: false) == [.escape])
    #expect(keys([0x1B, 0x5B, 0x41], isEnd: false) == [.up])
  }

  @Test(arguments: [
    "\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}[E", "\u{1B}[15~", "\u{1B}x", "\u{1}", "\u{1B}[?1;2c",
  ])
  func unknownSequenceIsSkipped(text: String) {
    #expect(keys(text).isEmpty)
  }

  @Test func invalidBytesAreSkipped() {
    #expect(keys([0xFF, 0x80, 0x61]) == [.character("a")])
    #expect(keys([0xC3]) == [])
    #expect(keys([0xE9, 0x8D, 0x61, 0x62]) == [.character("a"), .character("b")])
  }

  @Test func keysArrivingTogetherAreSeparated() {
    #expect(keys("\u{1B}[B\u{1B}[Bab\r") == [.down, .down, .character("a"), .character("b"), .enter])
  }

  @Test func pointerPositionCountsFromTopLeft() {
    #expect(keys("\u{1B}[<0;1;1M") == [.press(column: 0, row: 0)])
    #expect(keys("\u{1B}[<32;200;50M") == [.drag(column: 199, row: 49)])
    #expect(keys("\u{1B}[<0;10;5m") == [.lift(column: 9, row: 4)])
  }

  @Test func modifiersDoNotAffectPointer() {
    #expect(keys("\u{1B}[<28;3;2M") == [.press(column: 2, row: 1)])
  }

  @Test(arguments: [
    "\u{1B}[<1;1;1M", "\u{1B}[<2;1;1M", "\u{1B}[<35;1;1M", "\u{1B}[<64;1;1M", "\u{1B}[<65;1;1M",
    "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M", "\u{1B}[<99999999999999999999;1;1M", "\u{1B}[M",
  ])
  func otherPointerReportsAreSkipped(text: String) {
    #expect(keys(text).isEmpty)
  }
}
