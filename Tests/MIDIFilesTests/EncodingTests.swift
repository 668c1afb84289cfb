import MIDICore
import MIDIFiles
import SMFCrossCheck
import TestSupport
import Testing

@Suite struct EncodingTests {
  @Test func encodedFileMatchesTheSpecification() throws {
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(96),
      tracks: [
        .init(
          events: [
            .init(time: .zero, event: .meta(.tempo(microsecondsPerQuarter: 500_000))),
            .init(
              time: Ticks(rawValue: 96),
              event: .message(.noteOn(channel: .number(1), note: 60, velocity: 100))),
            .init(time: Ticks(rawValue: 296), event: .systemExclusive([0x7E, 0xF7])),
          ], end: Ticks(rawValue: 297))
      ])
    #expect(
      try file.encoded()
        == fileWithTrack("00 FF 51 03 07 A1 20  60 90 3C 64  81 48 F0 02 7E F7  01 FF 2F 00"))
  }

  @Test(arguments: [
    (Division.ticksPerQuarter(0), "a file can't have 0 ticks per quarter note; the range is 1 to 32,767"),
    (.ticksPerQuarter(40_000), "a file can't have 40000 ticks per quarter note; the range is 1 to 32,767"),
    (.timeCode(.film24, ticksPerFrame: 0), "a file can't have 0 ticks per frame; the range is 1 to 255"),
  ])
  func divisionThatNoHeaderHasIsRejected(division: Division, reason: String) throws {
    let file = MIDIFile(format: .singleTrack, division: division, tracks: [.init(events: [], end: .zero)])
    let error = #expect(throws: MIDIFile.ContentError.invalidDivision(division)) { try file.encoded() }
    #expect(error?.description == reason)
    #expect(try file.converted(to: .ticksPerQuarter(480)).division == .ticksPerQuarter(480))
    #expect(file.duration == .zero)
  }

  @Test func severalTracksAreRejectedInFormat0() {
    let track = MIDIFile.Track(events: [], end: .zero)
    let file = MIDIFile(format: .singleTrack, division: .recording, tracks: [track, track])
    let error = #expect(throws: MIDIFile.ContentError.notASingleTrack(count: 2)) { try file.encoded() }
    #expect(error?.description == "a file in format 0 can't have 2 tracks; use format 1")
  }

  @Test(arguments: [
    (0, "00"), (0x7F, "7F"), (0x80, "81 00"), (0x2000, "C0 00"), (0x3FFF, "FF 7F"), (0x4000, "81 80 00"),
    (0x1F_FFFF, "FF FF 7F"), (0x20_0000, "81 80 80 00"), (0x0FFF_FFFF, "FF FF FF 7F"),
  ])
  func deltaTimesAreVariableLengthQuantities(delta: UInt64, hexadecimal: String) throws {
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(96),
      tracks: [.init(events: [], end: Ticks(rawValue: delta))])
    #expect(try file.encoded() == fileWithTrack(hexadecimal + " FF 2F 00"))
    #expect(try MIDIFile(decoding: file.encoded()) == file)
  }

  @Test func tooLongDeltaTimeIsBridged() throws {
    let end = Ticks(rawValue: 0x0FFF_FFFF * 2 + 5)
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(96), tracks: [.init(events: [], end: end)])
    #expect(try MIDIFile(decoding: file.encoded()).tracks[0].end == end)
  }

  @Test func libsmfReadsEncodedFiles() throws {
    let messages: [Message] = [
      .noteOn(channel: .number(1), note: 60, velocity: 100),
      .controlChange(channel: .number(2), controller: 64, value: 127),
      .programChange(channel: .number(3), program: 9), .channelPressure(channel: .number(4), pressure: 1),
      .pitchBend(channel: .number(5), value: 16_383),
      .polyPressure(channel: .number(6), note: 1, pressure: 2),
      .noteOff(channel: .number(1), note: 60, velocity: 64),
    ]
    let events = messages.enumerated().map { index, message in
      MIDIFile.TrackEvent(time: Ticks(rawValue: UInt64(index * 500)), event: .message(message))
    }
    let file = MIDIFile(
      format: .singleTrack, division: .recording, tracks: [.init(events: events, end: Ticks(rawValue: 9000))])
    let bytes = try file.encoded()
    #expect(CrossCheck.byMidirec.verdict(on: bytes, readAs: file) == .agrees(eventCount: 7))
  }
}
