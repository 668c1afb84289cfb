import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// Decoding of files that conform to the specification.
@Suite struct DecodingTests {
  private func messages(_ track: String) throws -> [Message] {
    try MIDIFile(decoding: fileWithTrack(track)).recording().messagesInOrder.map(\.message)
  }

  private func metaEvents(_ track: String) throws -> [MetaEvent] {
    try MIDIFile(decoding: fileWithTrack(track)).tracks[0].events.compactMap {
      if case .meta(let meta) = $0.event { meta } else { nil }
    }
  }

  @Test func eventHasDeltaTimeAndBytes() throws {
    // After 96 ticks, note-on C4 with velocity 100; after 200 more (81 48), note-off.
    let file = try MIDIFile(decoding: fileWithTrack("60 90 3C 64  81 48 80 3C 40  00 FF 2F 00"))
    #expect(file.format == .singleTrack)
    #expect(file.division == .ticksPerQuarter(96))
    #expect(
      file.tracks == [
        MIDIFile.Track(
          events: [
            .init(
              time: Ticks(rawValue: 96),
              event: .message(.noteOn(channel: .number(1), note: 60, velocity: 100))),
            .init(
              time: Ticks(rawValue: 296),
              event: .message(.noteOff(channel: .number(1), note: 60, velocity: 64))),
          ], end: Ticks(rawValue: 296))
      ])
  }

  @Test func everyChannelMessageIsDecoded() throws {
    let played = try messages(
      "00 80 3C 40  00 90 3C 64  00 A0 3C 01  00 B0 4A 02  00 C0 05  00 D0 06  00 E0 00 40  00 FF 2F 00")
    #expect(
      played == [
        .noteOff(channel: .number(1), note: 60, velocity: 64),
        .noteOn(channel: .number(1), note: 60, velocity: 100),
        .polyPressure(channel: .number(1), note: 60, pressure: 1),
        .controlChange(channel: .number(1), controller: 74, value: 2),
        .programChange(channel: .number(1), program: 5),
        .channelPressure(channel: .number(1), pressure: 6), .pitchBend(channel: .number(1), value: 8192),
      ])
  }

  @Test func runningStatusRepeatsTheLastStatusByte() throws {
    let played = try messages("00 C3 01  00 02  00 90 3C 64  00 3C 00  00 FF 2F 00")
    #expect(
      played == [
        .programChange(channel: .number(4), program: 1), .programChange(channel: .number(4), program: 2),
        .noteOn(channel: .number(1), note: 60, velocity: 100),
        .noteOn(channel: .number(1), note: 60, velocity: 0),
      ])
  }

  @Test func systemExclusivePacketsAreJoined() throws {
    // An F0 packet of two bytes without the closing F7, then an F7 packet with the rest.
    let track = "00 F0 02 43 12  60 F7 02 11 F7  00 FF 2F 00"
    #expect(try messages(track) == [.systemExclusive(SystemExclusive(payload: [0x43, 0x12, 0x11]))])
    #expect(
      try MIDIFile(decoding: fileWithTrack(track)).tracks[0].events.map(\.event) == [
        .systemExclusive([0x43, 0x12]), .escape([0x11, 0xF7]),
      ])
  }

  @Test func escapePacketCarriesAnyMessage() throws {
    #expect(try messages("00 F7 03 F2 01 02  00 F7 01 FA  00 FF 2F 00") == [.songPosition(257), .start])
  }

  @Test(arguments: [
    ("00 02 01 02", MetaEvent.sequenceNumber(258)), ("00 00", .sequenceNumber(nil)),
    ("01 02 41 C4", .text(kind: .text, bytes: [0x41, 0xC4])), ("02 00", .text(kind: .copyright, bytes: [])),
    ("03 01 41", .text(kind: .trackName, bytes: [0x41])),
    ("04 01 41", .text(kind: .instrumentName, bytes: [0x41])),
    ("05 01 41", .text(kind: .lyric, bytes: [0x41])), ("06 01 41", .text(kind: .marker, bytes: [0x41])),
    ("07 01 41", .text(kind: .cuePoint, bytes: [0x41])),
    ("08 01 41", .text(kind: .programName, bytes: [0x41])),
    ("09 01 41", .text(kind: .deviceName, bytes: [0x41])),
    ("20 01 0F", .channelPrefix(.number(16))), ("21 01 7F", .port(127)),
    ("51 03 07 A1 20", .tempo(microsecondsPerQuarter: 500_000)),
    (
      "54 05 21 02 03 04 32",
      .smpteOffset(
        SMPTEOffset(frameRate: .video25, hours: 1, minutes: 2, seconds: 3, frames: 4, hundredths: 50))
    ),
    (
      "58 04 06 03 24 08",
      .timeSignature(TimeSignature(numerator: 6, denominatorPower: 3, clocksPerClick: 36))
    ),
    ("7F 03 7D 01 02", .sequencerSpecific([0x7D, 1, 2])), ("60 01 AA", .other(type: 0x60, bytes: [0xAA])),
  ])
  func everyMetaEventIsDecoded(hexadecimal: String, meta: MetaEvent) throws {
    #expect(try metaEvents("00 FF \(hexadecimal)  00 FF 2F 00") == [meta])
  }

  @Test func keySignatureHasItsName() throws {
    let keys = try metaEvents("00 FF 59 02 FD 00  00 FF 59 02 FD 01  00 FF 59 02 07 01  00 FF 2F 00")
    let names = keys.map { if case .keySignature(let key) = $0 { key.description } else { "" } }
    #expect(names == ["E♭ major", "C minor", "A♯ minor"])
  }

  @Test func extraMetaEventDataIsIgnored() throws {
    // A tempo of four bytes: the specification requires readers to ignore later extensions.
    let track = "00 FF 51 04 07 A1 20 99  00 FF 2F 00"
    #expect(try metaEvents(track) == [.tempo(microsecondsPerQuarter: 500_000)])
    #expect(try MIDIFile(decoding: fileWithTrack(track)).encoded() == fileWithTrack(track))
  }

  @Test func tempoComesFromAnyTrack() throws {
    let header = bytes("4D 54 68 64 00 00 00 06 00 01 00 02 00 60")
    let tempoTrack = bytes("4D 54 72 6B 00 00 00 0B  00 FF 51 03 0F 42 40  00 FF 2F 00")
    let noteTrack = bytes("4D 54 72 6B 00 00 00 0F  00 FF 03 03 42 61 63  60 90 3C 64  00 FF 2F 00")
    let recording = try MIDIFile(decoding: header + tempoTrack + noteTrack).recording()
    #expect(recording.tracks.map(\.name) == [nil, "Bac"])
    #expect(recording.messagesInOrder.map(\.time) == [.seconds(1)])
  }

  @Test func longerHeaderAndUnknownChunksAreKept() throws {
    let chunk = bytes("58 46 49 48 00 00 00 02 01 02")
    let track = bytes("4D 54 72 6B 00 00 00 08  00 90 3C 64 00 FF 2F 00")
    let original =
      bytes("4D 54 68 64 00 00 00 08 00 01 00 02 00 60 AA BB") + chunk + track + chunk + track + chunk
    let file = try MIDIFile(decoding: original)
    #expect(file.headerExtension == [0xAA, 0xBB])
    #expect(file.otherChunks.map(\.type) == ["XFIH", "XFIH", "XFIH"])
    #expect(file.otherChunks.map(\.bytes) == [[1, 2], [1, 2], [1, 2]])
    #expect(file.otherChunks.map(\.precedingTrackCount) == [0, 1, 2])
    #expect(try file.encoded() == original)
  }

  @Test(arguments: [
    ("E8 28", Division.timeCode(.film24, ticksPerFrame: 40)),
    ("E7 28", .timeCode(.video25, ticksPerFrame: 40)),
    ("E3 50", .timeCode(.dropFrame29, ticksPerFrame: 80)),
    ("E2 04", .timeCode(.video30, ticksPerFrame: 4)), ("7F FF", .ticksPerQuarter(32_767)),
  ])
  func everyDivisionIsDecoded(field: String, division: Division) throws {
    let header = bytes("4D 54 68 64 00 00 00 06 00 01 00 00 \(field)")
    #expect(try MIDIFile(decoding: header).division == division)
  }

  @Test func independentPiecesAreNotARecording() throws {
    let track = bytes("4D 54 72 6B 00 00 00 04 00 FF 2F 00")
    let file = try MIDIFile(decoding: bytes("4D 54 68 64 00 00 00 06 00 02 00 02 00 60") + track + track)
    #expect(throws: MIDIFile.ConversionError.independentTracks(count: 2)) { try file.recording() }
  }

  @Test func eventsAreReadInBothDirections() throws {
    let events = try MIDIFile(decoding: fileWithTrack("05 90 3C 64  0A FF 06 01 41  03 C0 01  00 FF 2F 00"))
      .tracks[0].events
    #expect(events.map(\.time.rawValue) == [5, 15, 18])
    #expect(events.reversed().map(\.time.rawValue) == [18, 15, 5])
    #expect(events.last?.event == .message(.programChange(channel: .number(1), program: 1)))
    #expect(events.count == 3)
  }

  @Test func tracksOfOneFileChangeIndependently() throws {
    // Two tracks with a note-on each; the second also has running status.
    let header = bytes("4D 54 68 64 00 00 00 06 00 01 00 02 00 60")
    let first = bytes("4D 54 72 6B 00 00 00 08  05 90 3C 64  00 FF 2F 00")
    let second = bytes("4D 54 72 6B 00 00 00 0B  07 91 40 64  01 40 00  00 FF 2F 00")
    let file = try MIDIFile(decoding: header + first + second)
    var changed = file
    let added = MIDIFile.TrackEvent(
      time: Ticks(rawValue: 9), event: .message(.programChange(channel: .number(1), program: 1)))
    changed.tracks[0].events.append(added)

    #expect(changed.tracks[0].events.map(\.time.rawValue) == [5, 9])
    #expect(changed.tracks[0].events.last == added)
    #expect(changed.tracks[1] == file.tracks[1])
    #expect(file.tracks.map { $0.events.map(\.time.rawValue) } == [[5], [7, 8]])
    #expect(file.tracks[1].events.reversed().map(\.time.rawValue) == [8, 7])
    #expect(try file.encoded() == header + first + second)
    changed.tracks[1].events.append(added)
    #expect(changed.tracks[1].events.map(\.time.rawValue) == [7, 8, 9])
  }
}
