import CALSA
import MIDICore
import Testing

@testable import ALSASequencer

@Suite struct MessageDecoderTests {
  private func decode(_ event: SequencerEvent) -> [Message]? {
    var decoder = MessageDecoder()
    var messages: [Message] = []
    return decoder.decode(event) { messages.append($0) } == nil && !messages.isEmpty ? messages : nil
  }

  private func piece(
    _ bytes: [UInt8], from client: UInt8, to decoder: inout MessageDecoder
  ) -> [Message] {
    var bytes = bytes
    var messages: [Message] = []
    _ = bytes.withUnsafeMutableBytes { buffer in
      var raw = snd_seq_event_t()
      raw.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
      raw.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
      raw.source.client = client
      raw.data.ext = snd_seq_ev_ext_t(len: UInt32(buffer.count), ptr: buffer.baseAddress)
      return decoder.decode(SequencerEvent(raw)) { messages.append($0) }
    }
    return messages
  }

  @Test func piecesOfTwoSendersStayApart() {
    var decoder = MessageDecoder()
    #expect(piece([0xF0, 1], from: 128, to: &decoder) == [])
    #expect(piece([0xF0, 2], from: 129, to: &decoder) == [])
    #expect(
      piece([1, 0xF7], from: 128, to: &decoder) == [.systemExclusive(SystemExclusive(payload: [1, 1]))])
    #expect(
      piece([2, 0xF7], from: 129, to: &decoder) == [.systemExclusive(SystemExclusive(payload: [2, 2]))])
  }

  @Test func discardedMessageIsNotContinued() {
    var decoder = MessageDecoder()
    #expect(piece([0xF0, 1], from: 128, to: &decoder) == [])
    decoder.discardUnfinishedMessage(of: EndpointAddress(client: 128, port: 0))
    #expect(piece([2, 0xF7], from: 128, to: &decoder) == [])
    #expect(
      piece([0xF0, 3, 0xF7], from: 128, to: &decoder) == [.systemExclusive(SystemExclusive(payload: [3]))])
  }

  private func control(
    _ type: snd_seq_event_type, channel: UInt8 = 2, parameter: UInt32 = 0, value: Int32
  ) -> SequencerEvent {
    var event = SequencerEvent(type: type)
    event.control.channel = channel
    event.control.param = parameter
    event.control.value = value
    return event
  }

  private func change(_ controller: Controller, _ value: UInt7) -> Message {
    .controlChange(channel: .number(3), controller: controller, value: value)
  }

  @Test(
    arguments: [
      .noteOn(channel: .number(2), note: 60, velocity: 0),
      .noteOff(channel: .number(16), note: 127, velocity: 127),
      .polyPressure(channel: .number(1), note: 1, pressure: 2),
      .controlChange(channel: .number(4), controller: 74, value: 9),
      .programChange(channel: .number(5), program: 127), .channelPressure(channel: .number(6), pressure: 1),
      .pitchBend(channel: .number(7), value: 0), .pitchBend(channel: .number(7), value: 16_383),
      .songPosition(16_383),
      .songSelect(1),
      .timeCodeQuarterFrame(0x7F), .tuneRequest, .timingClock, .start, .continue, .stop, .activeSensing,
      .systemReset,
    ] as [Message])
  func shortMessageRoundTripsThroughEvent(message: Message) throws {
    let events = message.sequencerEvents
    #expect(events.count == 1)
    #expect(decode(try #require(events.first)) == [message])
  }

  @Test func longSystemExclusiveIsSplitInto256Bytes() {
    let message = Message.systemExclusive(SystemExclusive(payload: .init(repeating: 5, count: 600)))
    #expect(message.sequencerEvents.map(\.variableByteCount) == [256, 256, 90])
    #expect(message.sequencerEvents.flatMap(\.variableBytes) == message.bytes)
  }

  @Test func parameterNumbersBecomeFourControlChanges() {
    #expect(
      decode(control(SND_SEQ_EVENT_NONREGPARAM, parameter: 300, value: 129))
        == [change(99, 2), change(98, 44), change(6, 1), change(38, 1)])
    #expect(
      decode(control(SND_SEQ_EVENT_REGPARAM, parameter: 6, value: 256))
        == [change(101, 0), change(100, 6), change(6, 2), change(38, 0)])
  }

  @Test func controllerWith14BitsBecomesTwoControlChanges() {
    #expect(
      decode(control(SND_SEQ_EVENT_CONTROL14, parameter: 1, value: 130)) == [change(1, 1), change(33, 2)])
    #expect(decode(control(SND_SEQ_EVENT_CONTROL14, parameter: 74, value: 99)) == [change(74, 99)])
    #expect(decode(control(SND_SEQ_EVENT_CONTROL14, parameter: 74, value: 128)) == nil)
  }

  @Test(
    arguments: [
      (SND_SEQ_EVENT_CONTROLLER, 2, 74, 128), (SND_SEQ_EVENT_CONTROLLER, 2, 128, 0),
      (SND_SEQ_EVENT_CONTROLLER, 16, 1, 0),
      (SND_SEQ_EVENT_PGMCHANGE, 0, 0, -1), (SND_SEQ_EVENT_PITCHBEND, 0, 0, 8192),
      (SND_SEQ_EVENT_PITCHBEND, 0, 0, -8193),
      (SND_SEQ_EVENT_SONGPOS, 0, 0, 16_384), (SND_SEQ_EVENT_ECHO, 0, 0, 0), (SND_SEQ_EVENT_NOTE, 0, 0, 0),
    ] as [(snd_seq_event_type, UInt8, UInt32, Int32)])
  func outOfRangeValuesAndOtherEventsAreRejected(
    type: snd_seq_event_type, channel: UInt8, parameter: UInt32, value: Int32
  ) {
    #expect(decode(control(type, channel: channel, parameter: parameter, value: value)) == nil)
  }

  @Test(
    arguments: [
      (SND_SEQ_EVENT_PITCHBEND, 2, 0, 8192, "pitch bend 8192; MIDI allows -8192 to 8191"),
      (SND_SEQ_EVENT_CONTROLLER, 2, 7, 200, "controller 7 with value 200; MIDI allows 0 to 127"),
      (SND_SEQ_EVENT_CONTROLLER, 16, 7, 1, "controller 7 with value 1 on channel 17; MIDI has 16 channels"),
      (
        SND_SEQ_EVENT_CONTROL14, 2, 31, 16_384,
        "14-bit controller 31 with value 16384; MIDI allows 0 to 16383"
      ),
      (SND_SEQ_EVENT_CONTROL14, 2, 74, 128, "14-bit controller 74 with value 128; MIDI allows 0 to 127"),
      (SND_SEQ_EVENT_REGPARAM, 2, 6, -1, "RPN 6 with value -1; MIDI allows 0 to 16383"),
      (SND_SEQ_EVENT_PGMCHANGE, 2, 0, 128, "program change 128; MIDI allows 0 to 127"),
      (SND_SEQ_EVENT_SONGPOS, 0, 0, 16_384, "song position 16384; MIDI allows 0 to 16383"),
    ] as [(snd_seq_event_type, UInt8, UInt32, Int32, String)])
  func unreadableEventIsNamedWithItsValues(
    type: snd_seq_event_type, channel: UInt8, parameter: UInt32, value: Int32, text: String
  ) {
    var decoder = MessageDecoder()
    let event = control(type, channel: channel, parameter: parameter, value: value)
    #expect(decoder.decode(event) { Issue.record("\($0)") } == text)
  }

  @Test(
    arguments: [
      SND_SEQ_EVENT_TICK, SND_SEQ_EVENT_TEMPO, SND_SEQ_EVENT_TIMESIGN, SND_SEQ_EVENT_KEYSIGN,
      SND_SEQ_EVENT_ECHO,
      SND_SEQ_EVENT_USR0, SND_SEQ_EVENT_USR9, SND_SEQ_EVENT_NONE, SND_SEQ_EVENT_OSS,
    ])
  func eventOfSequencerIsNotLost(type: snd_seq_event_type) {
    var decoder = MessageDecoder()
    #expect(decoder.decode(control(type, value: 500_000)) { Issue.record("\($0)") } == nil)
  }
}
