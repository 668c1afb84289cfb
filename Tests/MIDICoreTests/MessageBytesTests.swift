import MIDICore
import Testing

@Suite struct MessageBytesTests {
  static let messages: [(Message, [UInt8])] = [
    (.noteOff(channel: .number(3), note: 60, velocity: 64), [0x82, 60, 64]),
    (.noteOn(channel: .number(1), note: 127, velocity: 1), [0x90, 127, 1]),
    (.polyPressure(channel: .number(16), note: 0, pressure: 127), [0xAF, 0, 127]),
    (.controlChange(channel: .number(10), controller: 74, value: 3), [0xB9, 74, 3]),
    (.programChange(channel: .number(2), program: 5), [0xC1, 5]),
    (.channelPressure(channel: .number(2), pressure: 6), [0xD1, 6]),
    (.pitchBend(channel: .number(1), value: 8192), [0xE0, 0x00, 0x40]),
    (.systemExclusive(SystemExclusive(payload: [0x7E, 1])), [0xF0, 0x7E, 1, 0xF7]),
    (.timeCodeQuarterFrame(0x21), [0xF1, 0x21]),
    (.songPosition(129), [0xF2, 1, 1]),
    (.songSelect(3), [0xF3, 3]),
    (.tuneRequest, [0xF6]),
    (.timingClock, [0xF8]), (.start, [0xFA]), (.continue, [0xFB]), (.stop, [0xFC]),
    (.activeSensing, [0xFE]), (.systemReset, [0xFF]),
  ]

  @Test(arguments: messages)
  func messageBytesMatchTheSpecification(message: Message, bytes: [UInt8]) {
    #expect(message.bytes == bytes)
  }

  @Test(arguments: messages)
  func parserReadsMessageBytesBack(message: Message, bytes: [UInt8]) {
    var parser = MessageParser()
    #expect(bytes.compactMap { parser.append($0) } == [message])
    #expect(parser.discardedByteCount == 0)
  }

  @Test func noteOnWithVelocityZeroEndsNote() {
    let message = Message.noteOn(channel: .number(1), note: 60, velocity: 0)
    #expect(message.isNoteOff)
    #expect(!message.isNoteOn)
  }
}
