import MIDICore
import MIDIFiles
import TestSupport
import Testing

@Suite struct DecodingTests {
  private func messages(_ track: String) throws -> [Message] {
    try MIDIFile(decoding: fileWithTrack(track)).recording().messagesInOrder.map(\.message)
  }

  @Test func anEventIsItsDeltaTimeAndItsBytes() throws {
    // after 96 ticks note-on C4 velocity 100, after 200 more (81 48) note-off
    let file = try MIDIFile(decoding: fileWithTrack("60 90 3C 64  81 48 80 3C 40  00 FF 2F 00"))
    #expect(file.format == .singleTrack)
    #expect(file.division == .ticksPerQuarter(96))
    #expect(
      file.tracks == [
        MIDIFile.Track(
          events: [
            .init(time: Ticks(rawValue: 96), event: .message(.noteOn(channel: 0, note: 60, velocity: 100))),
            .init(time: Ticks(rawValue: 296), event: .message(.noteOff(channel: 0, note: 60, velocity: 64))),
          ], end: Ticks(rawValue: 296))
      ])
  }

  @Test func runningStatusGoesOnAfterAMetaEvent() throws {
    let played = try messages("00 90 3C 64  00 FF 06 01 41  00 3E 64  00 FF 2F 00")
    #expect(
      played == [.noteOn(channel: 0, note: 60, velocity: 100), .noteOn(channel: 0, note: 62, velocity: 100)])
  }

  @Test func aSystemExclusiveMessageInPacketsIsPutTogether() throws {
    // F0 packet of two bytes without the closing F7, then an F7 packet with the rest
    let played = try messages("00 F0 02 43 12  00 F7 02 11 F7  00 FF 2F 00")
    #expect(played == [.systemExclusive(SystemExclusive(payload: [0x43, 0x12, 0x11]))])
  }

  @Test func anEscapePacketCarriesAnyMessage() throws {
    #expect(try messages("00 F7 03 F2 01 02  00 F7 01 FA  00 FF 2F 00") == [.songPosition(257), .start])
  }

  @Test func tempoComesFromAnyTrack() throws {
    let header = bytes("4D 54 68 64 00 00 00 06 00 01 00 02 00 60")
    let tempoTrack = bytes("4D 54 72 6B 00 00 00 0B  00 FF 51 03 0F 42 40  00 FF 2F 00")
    let noteTrack = bytes("4D 54 72 6B 00 00 00 0F  00 FF 03 03 42 61 63  60 90 3C 64  00 FF 2F 00")
    let recording = try MIDIFile(decoding: header + tempoTrack + noteTrack).recording()
    #expect(recording.tracks.map(\.name) == [nil, "Bac"])
    #expect(recording.messagesInOrder.map(\.time) == [.seconds(1)])
  }

  @Test func aLongerHeaderAndUnknownChunksArePassedOver() throws {
    let file =
      bytes("4D 54 68 64 00 00 00 08 00 00 00 01 00 60 AA BB") + bytes("58 46 49 48 00 00 00 02 01 02")
      + fileWithTrack("00 90 3C 64 00 FF 2F 00").dropFirst(14) + bytes("0D 0A")
    #expect(try MIDIFile(decoding: file).recording().messagesInOrder.count == 1)
  }

  @Test func independentPiecesAreNoRecording() throws {
    let track = bytes("4D 54 72 6B 00 00 00 04 00 FF 2F 00")
    let file = try MIDIFile(decoding: bytes("4D 54 68 64 00 00 00 06 00 02 00 02 00 60") + track + track)
    #expect(throws: MIDIFile.RecordingError.independentTracks(count: 2)) { try file.recording() }
  }

  @Test(arguments: [
    ("", "byte 0: expected a Standard MIDI File, which begins with MThd, found an empty file"),
    ("52 49 46 46", "byte 0: expected a Standard MIDI File, which begins with MThd, found something else"),
    (
      "4D 54 68 64 00 00 00 06 00 03 00 01 00 60",
      "byte 8: expected format 0, 1 or 2, found 3"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 00",
      "byte 12: expected a division: ticks a quarter note, or 24, 25, 29 or 30 frames a second, found 0x0"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60",
      "byte 14: expected a track chunk (MTrk), number 1 of 1, found only 0 bytes more"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 6D 54 72 6B 00 00 00 00",
      "byte 14: expected a track chunk (MTrk), number 1 of 1, found \"mTrk\""
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 00 FF 51 03 07 A1 20 00",
      "byte 14: expected a track chunk (MTrk), number 1 of 1, found the bytes 00 FF 51 03"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 4D 54 72 6B FF FF FF FF 00",
      "byte 22: expected 4294967295 bytes of the chunk MTrk, found only 1 bytes more"
    ),
  ])
  func whatIsWrongWithTheFileIsSaidWithItsPlace(hexadecimal: String, message: String) {
    let error = #expect(throws: MIDIFileError.self) { try MIDIFile(decoding: bytes(hexadecimal)) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("00 3C 64", "byte 23: expected a status byte, found 3C"),
    ("00 90 3C 80", "byte 25: expected a data byte (00 to 7F), found 80"),
    ("00 F1 00", "byte 23: expected a channel message, F0, F7 or a meta event (FF), found F1"),
    ("00 90 3C 64", "byte 26: expected a delta time, or End of Track before it, found the end"),
    (
      "FF FF FF FF 00 90 3C 64",
      "byte 22: expected a delta time, or End of Track before it, a variable-length quantity of at most four bytes, "
        + "found a longer one"
    ),
    ("00 FF 06 05 41", "byte 26: expected 5 bytes of a meta event, found only 1 bytes more"),
    ("00 F0 05 41", "byte 25: expected 5 bytes of a System Exclusive packet, found only 1 bytes more"),
  ])
  func whatIsWrongWithATrackIsSaidWithItsPlace(track: String, message: String) {
    let error = #expect(throws: MIDIFileError.self) { try MIDIFile(decoding: fileWithTrack(track)) }
    #expect(error?.description == message)
  }

  @Test func aDeclaredLengthCostsNoMemory() {
    // 65,535 tracks and a chunk of 4 GB, declared in 22 bytes.
    let file = bytes("4D 54 68 64 00 00 00 06 00 01 FF FF 00 60 4D 54 72 6B FF FF FF FF")
    #expect(throws: MIDIFileError.self) { try MIDIFile(decoding: file) }
  }
}
