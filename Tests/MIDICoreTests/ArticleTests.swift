import MIDICore
import Testing

/// The code of the module's articles, which `ArticleCodeTests` finds here.
@Suite struct ArticleTests {
  @Test func runningStatusYieldsTwoMessages() {
    var parser = MessageParser()
    let bytes: [UInt8] = [0x90, 0x3C, 0x64, 0x40, 0x5A]
    let messages = bytes.compactMap { parser.append($0) }
    #expect(
      messages.map(\.description) == [
        "note-on C4 velocity 100 channel 1", "note-on E4 velocity 90 channel 1",
      ])
  }
}
