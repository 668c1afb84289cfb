import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// The repairs and diagnostics of lenient decoding.
@Suite struct LenientDecodingTests {
  /// A repair: the bytes, the repaired events as text, and the diagnostics.
  struct Repair: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: String
    var events: [String]
    var diagnostics: [String]

    var testDescription: String { name }
  }

  private static let header = "4D 54 68 64 00 00 00 06 00 00 00 01 00 60"

  private func expectRepair(of repair: Repair, _ bytes: [UInt8]) throws {
    let decoded = try MIDIFile.decode(bytes)
    #expect(decoded.file.tracks.flatMap { $0.listed } == repair.events)
    #expect(decoded.diagnostics.listed.map(\.description) == repair.diagnostics)
    // The repaired file is valid and needs no further repair.
    #expect(try MIDIFile.decode(try decoded.file.encoded()).file == decoded.file)
  }

  @Test(arguments: [
    Repair(
      name: "missing End of Track", bytes: "00 90 3C 64", events: ["0 90 3C 64", "end 0"],
      diagnostics: [
        "byte 26: expected End of Track (FF 2F 00), found the end of the file; the track ends there"
      ]),
    Repair(
      name: "a truncated event", bytes: "00 90 3C 64 10 80 3C", events: ["0 90 3C 64", "end 0"],
      diagnostics: [
        "byte 26: expected a complete event, found only 3 bytes; left out",
        "byte 29: expected End of Track (FF 2F 00), found the end of the file; the track ends there",
      ]),
    Repair(
      name: "events after End of Track", bytes: "00 90 3C 64 00 FF 2F 00 10 80 3C 40 00 FF 2F 00",
      events: ["0 90 3C 64", "16 80 3C 40", "end 16"],
      diagnostics: [
        "byte 30: expected the end of the track chunk after End of Track, found 8 more bytes; the events are "
          + "kept"
      ]),
    Repair(
      name: "End of Track in the middle, and a violation after it",
      bytes: "00 90 3C 64 00 FF 2F 00 10 80 3C 40 00 F8 00 90 3E 64 10 80 3E 40 00 FF 2F 00",
      events: ["0 90 3C 64", "16 80 3C 40", "16 F7 01 F8", "16 90 3E 64", "32 80 3E 40", "end 32"],
      diagnostics: [
        "byte 30: expected the end of the track chunk after End of Track, found 18 more bytes; the events are "
          + "kept",
        "byte 35: expected a channel message, F0, F7, or a meta event (FF), found F8; kept in an F7 packet",
      ]),
    Repair(
      name: "End of Track in the middle, and another before garbage",
      bytes: "00 90 3C 64 00 FF 2F 00 10 80 3C 40 00 FF 2F 00 4D 69 63 72 6F 73 6F 66 74",
      events: ["0 90 3C 64", "16 80 3C 40", "end 16"],
      diagnostics: [
        "byte 30: expected the end of the track chunk after End of Track, found 17 more bytes; the events are "
          + "kept",
        "byte 38: expected the end of the track chunk after End of Track, found 9 more bytes; they are left out",
      ]),
    Repair(
      name: "other bytes after End of Track", bytes: "00 90 3C 64 05 FF 2F 00 0D 0A",
      events: ["0 90 3C 64", "end 5"],
      diagnostics: [
        "byte 30: expected the end of the track chunk after End of Track, found 2 more bytes; they are left out"
      ]),
    Repair(
      // Found by Scripts/fuzz: when encoded and decoded again, such a track had an extra event.
      name: "two End of Track events too far apart for one delta time",
      bytes: "FF FF FF 7F FF 2F 00 04 FF 2F 00", events: ["268435455 FF 01 00", "end 268435459"],
      diagnostics: [
        "byte 29: expected the end of the track chunk after End of Track, found 4 more bytes; the events are "
          + "kept"
      ]),
    Repair(
      name: "stray data bytes", bytes: "00 3C 64 90 3C 64 00 FF 2F 00", events: ["0 90 3C 64", "end 0"],
      diagnostics: ["byte 23: expected a status byte, found 3C and 1 more; skipped to the status byte 90"]),
    Repair(
      name: "data bytes above 7F", bytes: "00 90 3C 80 00 90 FF 01 00 FF 2F 00",
      events: ["0 90 3C 7F", "0 90 7F 01", "end 0"],
      diagnostics: [
        "byte 25: expected a data byte (00 to 7F), found 80; read as 7F",
        "byte 28: expected a data byte (00 to 7F), found FF; read as 7F",
      ]),
    Repair(
      name: "running status after a meta event and a packet",
      bytes: "00 90 3C 64 00 FF 06 00 00 3D 64 00 F0 01 F7 00 3E 64 00 3F 64 00 FF 2F 00",
      events: ["0 90 3C 64", "0 FF 06 00", "0 90 3D 64", "0 F0 01 F7", "0 90 3E 64", "0 90 3F 64", "end 0"],
      diagnostics: [
        "byte 31: expected a status byte, because a meta event or System Exclusive packet ends running status, found "
          + "3D; running status 90 continues",
        "byte 38: expected a status byte, because a meta event or System Exclusive packet ends running status, found "
          + "3E; running status 90 continues",
      ]),
    Repair(
      name: "system messages", bytes: "00 F8 05 F2 01 02 00 F4 00 FF 2F 00",
      events: ["0 F7 01 F8", "5 F7 03 F2 01 02", "5 F7 01 F4", "end 5"],
      diagnostics: [
        "byte 23: expected a channel message, F0, F7, or a meta event (FF), found F8; kept in an F7 packet",
        "byte 25: expected a channel message, F0, F7, or a meta event (FF), found F2; kept in an F7 packet",
        "byte 29: expected a channel message, F0, F7, or a meta event (FF), found F4; kept in an F7 packet",
      ]),
    Repair(
      name: "quantities of five bytes", bytes: "80 80 80 80 05 90 3C 64 8F FF FF FF 7F 80 3C 40 00 FF 2F 00",
      events: ["5 90 3C 64", "5 80 3C 40", "end 5"],
      diagnostics: [
        "byte 22: expected a delta time of at most four bytes, found 5; read as 5",
        "byte 30: expected a delta time of at most four bytes, found 5; read as 0",
      ]),
    Repair(
      name: "a meta event longer than the file", bytes: "00 FF 06 05 41", events: ["0 FF 06 01 41", "end 0"],
      diagnostics: [
        "byte 25: expected the length of a meta event, at most 1, found 5; the available bytes are kept",
        "byte 27: expected End of Track (FF 2F 00), found the end of the file; the track ends there",
      ]),
    Repair(
      name: "a tempo of two bytes, and one of 0", bytes: "00 FF 51 02 01 02 00 FF 51 03 00 00 00 00 FF 2F 00",
      events: ["0 FF 51 02 01 02", "0 FF 51 03 00 00 00", "end 0"],
      diagnostics: [
        "byte 26: expected a tempo of three bytes, found 01 02; kept, but has no effect",
        "byte 32: expected a tempo above 0, found 00 00 00; kept, but has no effect",
      ]),
    Repair(
      name: "a meta event with an invalid type", bytes: "00 FF 90 02 41 42 00 FF 2F 00",
      events: ["0 FF 90 02 41 42", "end 0"],
      diagnostics: ["byte 24: expected the type of a meta event (00 to 7F), found 90; kept unchanged"]),
    Repair(
      name: "End of Track with data", bytes: "00 FF 2F 02 41 42", events: ["end 0"],
      diagnostics: ["byte 25: expected the length of End of Track, 0, found 2; its data is left out"]),
    Repair(
      name: "a System Exclusive message without its end", bytes: "00 F0 02 43 12 00 90 3C 64 00 FF 2F 00",
      events: ["0 F0 02 43 12", "0 90 3C 64", "end 0"],
      diagnostics: [
        "byte 23: expected a System Exclusive message that ends with F7, found no F7 in this packet and no "
          + "continuation packet; treated as complete"
      ]),
  ])
  func damagedTrackIsRepaired(repair: Repair) throws {
    try expectRepair(of: repair, fileWithTrack(repair.bytes))
  }

  private static let track = "4D 54 72 6B 00 00 00 08 00 90 3C 64 00 FF 2F 00"
  private static let trackEvents = ["0 90 3C 64", "end 0"]

  @Test(arguments: [
    Repair(
      name: "a RIFF wrapper",
      bytes:
        "52 49 46 46 2E 00 00 00 52 4D 49 44 64 61 74 61 1E 00 00 00 \(header) \(track) 4C 49 53 54 00 00 00 00",
      events: trackEvents,
      diagnostics: [
        "byte 0: expected a Standard MIDI File, which begins with MThd, found a RIFF file; the wrapped file is "
          + "read"
      ]),
    Repair(
      name: "a RIFF wrapper whose data has length 0",
      bytes: "52 49 46 46 00 00 00 00 52 4D 49 44 64 61 74 61 00 00 00 00 \(header) \(track) 00",
      events: trackEvents,
      diagnostics: [
        "byte 0: expected a Standard MIDI File, which begins with MThd, found a RIFF file; the wrapped file is read",
        "byte 16: expected the length of the data chunk, 30, found 0; read as 30",
      ]),
    Repair(
      name: "a RIFF wrapper whose data ends in its header",
      bytes: "52 49 46 46 00 00 00 00 52 4D 49 44 64 61 74 61 0E 00 00 00 \(header) \(track)",
      events: trackEvents,
      diagnostics: [
        "byte 0: expected a Standard MIDI File, which begins with MThd, found a RIFF file; the wrapped file is read",
        "byte 16: expected the length of the data chunk, 30, found 14; read as 30",
      ]),
    Repair(
      name: "a header and a track in lower case",
      bytes: "6D 74 68 64 00 00 00 06 00 00 00 01 00 60 6D 74 72 6B 00 00 00 08 00 90 3C 64 00 FF 2F 00",
      events: trackEvents,
      diagnostics: [
        "byte 0: expected a Standard MIDI File, which begins with MThd, found \"mthd\"; read as MThd, because a track "
          + "follows",
        "byte 14: expected a track chunk (MTrk), found \"mtrk\"; read as a track",
      ]),
    Repair(
      name: "a track that is 5 bytes too long, without End of Track",
      bytes:
        "4D 54 68 64 00 00 00 06 00 01 00 02 00 60 4D 54 72 6B 00 00 00 09 00 90 3C 64 \(track)",
      events: ["0 90 3C 64", "end 0"] + trackEvents,
      diagnostics: [
        "byte 18: expected the length of the track, 4, found 9; the track is read to its end",
        "byte 26: expected End of Track (FF 2F 00), found the end of the track chunk; the track ends there",
      ]),
    Repair(
      name: "two tracks that are too long, without End of Track",
      bytes:
        "4D 54 68 64 00 00 00 06 00 01 00 02 00 60 4D 54 72 6B 00 00 00 09 00 90 3C 64 "
        + "4D 54 72 6B 00 00 00 09 00 90 3C 64",
      events: ["0 90 3C 64", "end 0", "0 90 3C 64", "end 0"],
      diagnostics: [
        "byte 18: expected the length of the track, 4, found 9; the track is read to its end",
        "byte 26: expected End of Track (FF 2F 00), found the end of the track chunk; the track ends there",
        "byte 30: expected the length of the track, at most 4, found 9; the available bytes are read",
        "byte 38: expected End of Track (FF 2F 00), found the end of the file; the track ends there",
      ]),
    Repair(
      name: "bytes before the header", bytes: "00 01 02 \(header) \(track)", events: trackEvents,
      diagnostics: [
        "byte 0: expected a Standard MIDI File, which begins with MThd, found 00 01 02; skipped; the file begins "
          + "at byte 3"
      ]),
    Repair(
      name: "a misspelled header type", bytes: "4D 54 30 64 00 00 00 06 00 00 00 01 00 60 \(track)",
      events: trackEvents,
      diagnostics: [
        "byte 0: expected a Standard MIDI File, which begins with MThd, found \"MT0d\"; read as MThd, because a track "
          + "follows"
      ]),
    Repair(
      name: "a header with the wrong length", bytes: "4D 54 68 64 00 00 00 16 00 00 00 01 00 60 \(track)",
      events: trackEvents,
      diagnostics: ["byte 4: expected the length of the header chunk, 6, found 22; read as 6"]),
    Repair(
      name: "a misspelled track type", bytes: "\(header) 6D 54 72 6B 00 00 00 08 00 90 3C 64 00 FF 2F 00",
      events: trackEvents,
      diagnostics: ["byte 14: expected a track chunk (MTrk), found \"mTrk\"; read as a track"]),
    Repair(
      name: "a track longer than the file",
      bytes: "\(header) 4D 54 72 6B 00 00 01 00 00 90 3C 64 00 FF 2F 00",
      events: trackEvents,
      diagnostics: [
        "byte 18: expected the length of the track, at most 8, found 256; the available bytes are read"
      ]),
    Repair(
      name: "a track of length 0", bytes: "\(header) 4D 54 72 6B 00 00 00 00 00 90 3C 64 00 FF 2F 00",
      events: trackEvents,
      diagnostics: ["byte 18: expected the length of the track, 8, found 0; the track is read to its end"]),
    Repair(
      name: "a length that ends in an event",
      bytes: "\(header) 4D 54 72 6B 00 00 00 02 00 90 3C 64 00 FF 2F 00",
      events: trackEvents,
      diagnostics: ["byte 18: expected the length of the track, 8, found 2; the track is read to its end"]),
    Repair(
      name: "more tracks than declared", bytes: "\(header) \(track) \(track)",
      events: trackEvents + trackEvents,
      diagnostics: [
        "byte 8: expected format 1 for 2 tracks, found format 0; read as format 1",
        "byte 10: expected 2, the number of tracks that follow, found 1; 2 tracks are read",
      ]),
    Repair(
      name: "an older track behind unreadable bytes", bytes: "\(header) \(track) 3C 64 00 \(track)",
      events: trackEvents,
      diagnostics: [
        "byte 30: expected the end of the file after the last track, found 19 bytes: 3C 64 00 4D …; left out with the "
          + "tracks from byte 33, which are from another take"
      ]),
    Repair(
      name: "an older file", bytes: "\(header) \(track) \(header) \(track)",
      events: trackEvents,
      diagnostics: [
        "byte 30: expected the end of the file after the last track, found another header chunk (MThd); left out with "
          + "the tracks from byte 44, which are from another take"
      ]),
    Repair(
      name: "a header that contains the type of a track",
      bytes: "\(header) \(track) 4D 54 68 64 00 00 00 04 4D 54 72 6B", events: trackEvents,
      diagnostics: [
        "byte 30: expected only one header chunk (MThd), found another; kept as an unknown chunk"
      ]),
    Repair(
      name: "fewer tracks than declared",
      bytes: "4D 54 68 64 00 00 00 06 00 01 FF FF 00 60 \(track)", events: trackEvents,
      diagnostics: ["byte 10: expected 1, the number of tracks that follow, found 65535; 1 track is read"]),
    Repair(
      name: "a track length that includes the next track",
      bytes:
        "4D 54 68 64 00 00 00 06 00 01 00 02 00 60 4D 54 72 6B 00 00 00 18 00 90 3C 64 00 FF 2F 00 \(track)",
      events: trackEvents + trackEvents,
      diagnostics: ["byte 18: expected the length of the track, 8, found 24; the track is read to its end"]
    ),
    Repair(
      name: "bytes between the tracks",
      bytes: "4D 54 68 64 00 00 00 06 00 01 00 02 00 60 \(track) 00 00 0D 0A 00 \(track)",
      events: trackEvents + trackEvents,
      diagnostics: [
        "byte 30: expected a chunk, or the end of the file, found 5 bytes: 00 00 0D 0A …; left out"
      ]),
    Repair(
      name: "no End of Track before the next track",
      bytes:
        "4D 54 68 64 00 00 00 06 00 01 00 02 00 60 4D 54 72 6B 00 00 00 04 00 90 3C 64 \(track)",
      events: ["0 90 3C 64", "end 0"] + trackEvents,
      diagnostics: [
        "byte 26: expected End of Track (FF 2F 00), found the end of the track chunk; the track ends there"
      ]),
    Repair(
      name: "a line end after the last track", bytes: "\(header) \(track) 0D 0A", events: trackEvents,
      diagnostics: ["byte 30: expected a chunk, or the end of the file, found 0D 0A; left out"]),
    Repair(
      name: "a track truncated in its length", bytes: "\(header) 4D 54 72 6B 00 00", events: [],
      diagnostics: [
        "byte 8: expected format 1 for 0 tracks, found format 0; read as format 1",
        "byte 10: expected 0, the number of tracks that follow, found 1; 0 tracks are read",
        "byte 14: expected a complete track chunk (MTrk), found \"MTrk\"…; left out",
      ]),
    Repair(
      name: "a division of 0", bytes: "4D 54 68 64 00 00 00 06 00 00 00 01 00 00 \(track)",
      events: trackEvents,
      diagnostics: [
        "byte 12: expected a division: ticks per quarter note, or 24, 25, 29, or 30 frames per second, found 00 00; "
          + "read as 480 ticks per quarter note"
      ]),
    Repair(
      name: "a format from the future", bytes: "4D 54 68 64 00 00 00 06 00 09 00 01 00 60 \(track)",
      events: trackEvents, diagnostics: ["byte 8: expected format 0, 1, or 2, found 9; read as format 1"]),
    Repair(
      name: "another header", bytes: "\(header) \(track) 4D 54 68 64 00 00 00 00", events: trackEvents,
      diagnostics: [
        "byte 30: expected only one header chunk (MThd), found another; kept as an unknown chunk"
      ]),
  ])
  func damagedFileIsRepaired(repair: Repair) throws { try expectRepair(of: repair, bytes(repair.bytes)) }

  @Test(arguments: ["3C 64 00", header])
  func laterTracksAreReadOnRequest(between: String) throws {
    let file = try MIDIFile.decode(
      bytes("\(Self.header) \(Self.track) \(between) \(Self.track)"), includesLaterTracks: true
    ).file
    #expect(file.tracks.flatMap(\.listed) == Self.trackEvents + Self.trackEvents)
  }

  @Test func unterminatedSystemExclusiveIsPlayed() throws {
    let file = try MIDIFile.decode(fileWithTrack("00 F0 02 43 12 60 90 3C 64 00 FF 2F 00")).file
    #expect(
      try file.recording().messagesInOrder == [
        TimedMessage(time: .zero, message: .systemExclusive(SystemExclusive(payload: [0x43, 0x12]))),
        TimedMessage(
          time: .milliseconds(500), message: .noteOn(channel: .number(1), note: 60, velocity: 100)),
      ])
  }

  @Test func tempoOfZeroKeepsThePreviousTempo() throws {
    let file = try MIDIFile.decode(fileWithTrack("00 FF 51 03 00 00 00 60 90 3C 64 00 FF 2F 00")).file
    #expect(try file.recording().messagesInOrder.map(\.time) == [.milliseconds(500)])
  }

  @Test func hundredDiagnosticsAreListedAndAllAreCounted() throws {
    let track = String(repeating: "00 F8 ", count: 250) + "00 FF 2F 00"
    let diagnostics = try MIDIFile.decode(fileWithTrack(track)).diagnostics
    #expect(diagnostics.listed.count == 100)
    #expect(diagnostics.count == 250)
  }

  @Test func declaredLengthAllocatesNoMemory() throws {
    // 22 bytes declare 65,535 tracks and a chunk of 4 GB.
    let file = bytes("4D 54 68 64 00 00 00 06 00 01 FF FF 00 60 4D 54 72 6B FF FF FF FF")
    let decoded = try MIDIFile.decode(file)
    #expect(decoded.file.tracks.count == 1)
    #expect(decoded.diagnostics.count == 3)
  }

  @Test func trackCountIsLimited() throws {
    let track = bytes("4D 54 72 6B 00 00 00 04 00 FF 2F 00")
    var file = bytes("4D 54 68 64 00 00 00 06 00 01 FF FF 00 60")
    for _ in 0..<65_536 { file += track }
    let decoded = try MIDIFile.decode(file)
    #expect(decoded.file.tracks.count == 65_535)
    #expect(
      decoded.diagnostics.listed.map(\.description) == [
        "byte 786434: expected at most 65,535 tracks, found more; the rest is left out"
      ])
    #expect(try decoded.file.encoded().count == 786_434)
  }
}

extension MIDIFile.Track {
  /// The events as text, with their times in ticks and their bytes.
  fileprivate var listed: [String] {
    events.map { event in
      "\(event.time.rawValue) " + hexadecimal(event.event.bytes)
    } + ["end \(end.rawValue)"]
  }
}
