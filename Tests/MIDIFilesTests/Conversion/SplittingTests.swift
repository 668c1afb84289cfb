import MIDIFiles
import Testing

@Suite struct SplittingTests {
  /// Expects the tracks of a file after splitting it.
  private func expectSplit(_ file: MIDIFile, is tracks: [String]) throws {
    #expect(try file.split().encoded() == hexadecimalFile(format: 1, tracks))
  }

  @Test func eachChannelGetsATrack() throws {
    let file = try midiFile(
      format: 0,
      """
      00 FF 03 01 41  00 FF 51 03 07 A1 20  00 C9 01  00 C0 05  60 90 3C 64  00 F0 02 7E F7  60 99 24 64  00 FF 2F 00
      """)
    try expectSplit(
      file,
      is: [
        "00 FF 03 01 41  00 FF 51 03 07 A1 20  60 F0 02 7E F7  60 FF 2F 00",
        "00 C0 05  60 90 3C 64  60 FF 2F 00", "00 C9 01  81 40 99 24 64  00 FF 2F 00",
      ])
  }

  @Test func metaEventsUnderAChannelPrefixFollowTheirChannel() throws {
    // The prefix is for channel 2 and applies to the name but not to the tempo; the note ends the prefix.
    let file = try midiFile(
      "00 FF 20 01 01  00 FF 04 01 42  00 FF 51 03 07 A1 20  00 90 3C 64  00 FF 06 01 43  00 91 3C 64  00 FF 2F 00"
    )
    try expectSplit(
      file,
      is: [
        "00 FF 51 03 07 A1 20  00 FF 06 01 43  00 FF 2F 00", "00 90 3C 64  00 FF 2F 00",
        "00 FF 20 01 01  00 FF 04 01 42  00 91 3C 64  00 FF 2F 00",
      ])
  }

  @Test func eachPartNamesThePort() throws {
    let file = try midiFile("00 FF 21 01 03  00 C0 01  00 C1 02  00 FF 2F 00")
    try expectSplit(
      file,
      is: [
        "00 FF 21 01 03  00 FF 2F 00", "00 FF 21 01 03  00 C0 01  00 FF 2F 00",
        "00 FF 21 01 03  00 C1 02  00 FF 2F 00",
      ])
  }

  @Test func singleChannelTracksStayUnchanged() throws {
    let tracks = ["00 FF 03 01 41  00 C3 01  00 FF 2F 00", "00 FF 2F 00"]
    let bytes = hexadecimalFile(format: 1, tracks)
    #expect(try MIDIFile(decoding: bytes).split().encoded() == bytes)
  }

  @Test func otherChunksStayBetweenTheSameTracks() throws {
    var file = try midiFile("00 C0 01  00 C1 02  00 FF 2F 00", "00 FF 2F 00")
    file.otherChunks = (0...2).map { .init(type: "XFIH", bytes: [], precedingTrackCount: $0) }
    #expect(try file.split().otherChunks.map(\.precedingTrackCount) == [0, 3, 4])
  }

  @Test func independentPiecesAreRejected() throws {
    let file = try midiFile(format: 2, "00 FF 2F 00", "00 FF 2F 00")
    #expect(throws: MIDIFile.ConversionError.independentTracks(count: 2)) { try file.split() }
  }
}
