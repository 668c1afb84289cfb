import MIDICore
import MIDIFiles
import Testing

@Suite struct MergingTests {
  /// Expects the track of a file after merging its tracks.
  private func expectMerged(_ file: MIDIFile, is track: String) throws {
    #expect(try file.merged().encoded() == hexadecimalFile(format: 0, [track]))
  }

  @Test func eventsAreOrderedByTimeAndTrack() throws {
    let file = try midiFile(
      "00 FF 03 01 41  60 90 3C 64  60 80 3C 40  00 FF 2F 00",
      "00 FF 03 01 42  60 91 3E 64  30 81 3E 40  60 FF 2F 00")
    try expectMerged(
      file,
      is: "00 FF 03 01 41  00 FF 03 01 42  60 90 3C 64  00 91 3E 64  30 81 3E 40  30 80 3C 40  30 FF 2F 00")
  }

  @Test func mergedTrackEndsAtTheLatestEnd() throws {
    let file = try midiFile("00 FF 2F 00", "83 60 FF 2F 00", "01 C0 01  00 FF 2F 00")
    #expect(try file.merged().tracks.map(\.end) == [Ticks(rawValue: 480)])
  }

  @Test func packetsOfOneMessageAreJoined() throws {
    // F0 43 12 at 0 and 11 F7 at 96 are one message; the other track plays at 48.
    let file = try midiFile(
      "00 F0 02 43 12  60 F7 02 11 F7  00 FF 2F 00", "30 90 3C 64  60 80 3C 40  00 FF 2F 00")
    try expectMerged(file, is: "30 90 3C 64  30 F0 04 43 12 11 F7  30 80 3C 40  00 FF 2F 00")
    #expect(try file.merged().recording().messagesInOrder == file.recording().messagesInOrder)
  }

  @Test func realTimeMessageBetweenPacketsKeepsItsTime() throws {
    let file = try midiFile(
      "00 F0 01 43  10 F7 01 F8  10 FF 06 01 41  10 F7 02 11 F7  00 FF 2F 00", "00 FF 2F 00")
    try expectMerged(file, is: "10 F7 01 F8  10 FF 06 01 41  10 F0 03 43 11 F7  00 FF 2F 00")
    #expect(try file.merged().recording().messagesInOrder == file.recording().messagesInOrder)
  }

  @Test func otherTrackDoesNotContinueUnterminatedMessage() throws {
    // F0 43 has no end; the escape of the other track could be mistaken for it.
    let bytes = hexadecimalFile(format: 1, ["00 F0 01 43  00 FF 2F 00", "10 F7 02 F3 05  00 FF 2F 00"])
    let file = try MIDIFile.decode(bytes).file
    try expectMerged(file, is: "00 F0 02 43 F7  10 F7 02 F3 05  00 FF 2F 00")
  }

  @Test func singleTrackStaysUnchanged() throws {
    let track = "00 F0 02 43 12  60 F7 02 11 F7  00 FF 2F 00"
    #expect(try midiFile(track).merged().encoded() == hexadecimalFile(format: 0, [track]))
  }

  @Test func mergingNoTracksYieldsEmptyTrack() throws {
    #expect(try midiFile().merged().encoded() == hexadecimalFile(format: 0, ["00 FF 2F 00"]))
  }

  @Test func independentPiecesAreRejected() throws {
    let file = try midiFile(format: 2, "00 FF 2F 00", "00 FF 2F 00")
    #expect(throws: MIDIFile.ConversionError.independentTracks(count: 2)) { try file.merged() }
  }

  @Test func otherChunksKeepTheirPositions() throws {
    var file = try midiFile("00 FF 2F 00", "00 FF 2F 00")
    file.otherChunks = (0...2).map { .init(type: "XFIH", bytes: [], precedingTrackCount: $0) }
    #expect(try file.merged().otherChunks.map(\.precedingTrackCount) == [0, 1, 1])
  }
}
