import MIDICore
import Testing

@Suite struct MessageParserTests {
  private func parse(_ bytes: [UInt8]) -> (messages: [Message], discarded: Int) {
    var parser = MessageParser()
    return (bytes.compactMap { parser.append($0) }, parser.discardedByteCount)
  }

  @Test func runningStatusRepeatsTheLastChannelStatus() {
    let result = parse([0x90, 60, 100, 62, 0, 0xC0, 5, 6])
    #expect(
      result.messages == [
        .noteOn(channel: .number(1), note: 60, velocity: 100),
        .noteOn(channel: .number(1), note: 62, velocity: 0),
        .programChange(channel: .number(1), program: 5), .programChange(channel: .number(1), program: 6),
      ])
    #expect(result.discarded == 0)
  }

  @Test func realTimeMessagesDoNotInterruptOthers() {
    let result = parse([0xF0, 1, 0xF8, 2, 0xF7, 0x90, 60, 0xFE, 100])
    #expect(
      result.messages == [
        .timingClock, .systemExclusive(SystemExclusive(payload: [1, 2])), .activeSensing,
        .noteOn(channel: .number(1), note: 60, velocity: 100),
      ])
  }

  @Test(arguments: [
    ([], false), ([0x90], true), ([0x90, 60], true), ([0x90, 60, 100], false), ([0x90, 60, 100, 62], true),
    ([0x90, 0xF8], true), ([0xF0, 1], true), ([0xF0, 0xF7], false), ([0x90, 0xF6], false),
    ([0x90, 0xF4], false),
  ])
  func incompleteMessageIsReported(bytes: [UInt8], isInsideMessage: Bool) {
    var parser = MessageParser()
    for byte in bytes { _ = parser.append(byte) }
    #expect(parser.isInsideMessage == isInsideMessage)
  }

  @Test func systemCommonMessageEndsRunningStatus() {
    let result = parse([0x90, 60, 100, 0xF3, 1, 62, 100])
    #expect(result.messages == [.noteOn(channel: .number(1), note: 60, velocity: 100), .songSelect(1)])
    #expect(result.discarded == 2)
  }

  @Test func truncatedSystemExclusiveIsCountedWhole() {
    // F0 and three data bytes are discarded; the note that interrupts them stays.
    let result = parse([0xF0, 1, 2, 3, 0x90, 60, 100])
    #expect(result.messages == [.noteOn(channel: .number(1), note: 60, velocity: 100)])
    #expect(result.discarded == 4)
  }

  @Test(arguments: [
    ([5, 6], 2), ([0xF7], 1), ([0xF4], 1), ([0xF5], 1), ([0xF9], 1), ([0xFD], 1),
    ([0x90, 60, 0x80, 1, 2], 2), ([0x90, 0x80, 60, 64], 1), ([0x90, 60, 100, 62, 0x80, 60, 64], 1),
    ([0x90, 0xF4], 2), ([0xF2, 1, 0xF7], 3),
  ])
  func bytesOutsideMessagesAreCounted(bytes: [UInt8], discarded: Int) {
    #expect(parse(bytes).discarded == discarded)
  }
}
