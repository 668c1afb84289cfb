import MIDIFiles
import TestSupport
import Testing

/// The first violation that strict decoding reports, with its offset.
@Suite struct StrictDecodingTests {
  @Test(arguments: [
    ("", "byte 0: expected a Standard MIDI File, which begins with MThd, found an empty file"),
    ("52 49 46 46", "byte 0: expected a Standard MIDI File, which begins with MThd, found \"RIFF\""),
    (
      "4D 54 68 64 00 00 00",
      "byte 7: expected a header chunk of 14 bytes, found the end of the file after 7 bytes"
    ),
    (
      "4D 54 68 64 00 00 00 05 00 01 00 00 00 60",
      "byte 4: expected the length of the header chunk, 6, found 5"
    ),
    ("4D 54 68 64 00 00 00 06 00 03 00 00 00 60", "byte 8: expected format 0, 1, or 2, found 3"),
    (
      "4D 54 68 64 00 00 00 06 00 01 00 00 00 00",
      "byte 12: expected a division: ticks per quarter note, or 24, 25, 29, or 30 frames per second, found 00 00"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 01 00 01 00 60",
      "byte 10: expected 0, the number of tracks that follow, found 1"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 00 00 60", "byte 8: expected format 1 for 0 tracks, found format 0"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 6D 54 72 6B 00 00 00 04 00 FF 2F 00",
      "byte 14: expected a track chunk (MTrk), found \"mTrk\""
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 00 FF 51 03 07 A1 20 00",
      "byte 14: expected a complete track chunk (MTrk), found 8 bytes: 00 FF 51 03 …"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 00 00 01 00 60 4D 54 72 6B FF FF FF FF 00",
      "byte 18: expected the length of the track, at most 1, found 4294967295"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 01 00 00 00 60 58 46 49 48 00 00 00 03 01 02",
      "byte 18: expected the length of the chunk XFIH, at most 2, found 3"
    ),
    (
      "4D 54 68 64 00 00 00 06 00 01 00 00 00 60 4D 54 68 64 00 00 00 00",
      "byte 14: expected only one header chunk (MThd), found another"
    ),
  ])
  func fileIsRejectedAtFirstViolation(hexadecimal: String, message: String) {
    let error = #expect(throws: MIDIFile.Violation.self) { try MIDIFile(decoding: bytes(hexadecimal)) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("00 3C 64", "byte 23: expected a status byte, found 3C and 1 more"),
    ("00 90 3C 80 00 FF 2F 00", "byte 25: expected a data byte (00 to 7F), found 80"),
    ("00 F1 00 00 FF 2F 00", "byte 23: expected a channel message, F0, F7, or a meta event (FF), found F1"),
    ("00 90 3C 64", "byte 26: expected End of Track (FF 2F 00), found the end of the file"),
    ("00 90 3C 64 00 90 3C", "byte 26: expected a complete event, found only 3 bytes"),
    ("80 80 80 80 00 90 3C 64 00 FF 2F 00", "byte 22: expected a delta time of at most four bytes, found 5"),
    (
      "00 90 3C 64 00 FF 06 00 00 3C 64 00 FF 2F 00",
      "byte 31: expected a status byte, because a meta event or System Exclusive packet ends running status, found 3C"
    ),
    ("00 FF 06 05 41", "byte 25: expected the length of a meta event, at most 1, found 5"),
    ("00 F0 05 41", "byte 24: expected the length of a System Exclusive packet, at most 1, found 5"),
    ("00 FF 51 02 01 02 00 FF 2F 00", "byte 26: expected a tempo of three bytes, found 01 02"),
    ("00 FF 51 03 00 00 00 00 FF 2F 00", "byte 26: expected a tempo above 0, found 00 00 00"),
    ("00 FF 80 00 00 FF 2F 00", "byte 24: expected the type of a meta event (00 to 7F), found 80"),
    ("00 FF 2F 01 00", "byte 25: expected the length of End of Track, 0, found 1"),
    (
      "00 FF 2F 00 00 00",
      "byte 26: expected the end of the track chunk after End of Track, found 2 more bytes"
    ),
    (
      "00 F0 02 43 12 00 90 3C 64 00 FF 2F 00",
      "byte 23: expected a System Exclusive message that ends with F7, found no F7 in this packet and no "
        + "continuation packet"
    ),
    (
      "00 F0 03 43 90 F7 00 FF 2F 00",
      "byte 26: expected a data byte of a System Exclusive message (00 to 7F), or F7 as its last, found 90"
    ),
  ])
  func trackIsRejectedAtFirstViolation(track: String, message: String) {
    let error = #expect(throws: MIDIFile.Violation.self) { try MIDIFile(decoding: fileWithTrack(track)) }
    #expect(error?.description == message)
  }
}
