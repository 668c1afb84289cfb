import MIDICore
import MIDIFiles
import TestSupport
import Testing

@Suite struct FilteringTests {
  private func filtered(_ track: String, _ isKept: (Message) -> Bool) throws -> [UInt8] {
    try MIDIFile(decoding: fileWithTrack(track)).keepingMessages(where: isKept).encoded()
  }

  @Test func removedMessageLeavesOtherTimes() throws {
    let track = "00 FF 03 01 41  10 F7 01 FA  10 90 3C 64  10 F7 01 FC  10 80 3C 40  30 FF 2F 00"
    #expect(
      try filtered(track) { $0.channel != nil }
        == fileWithTrack("00 FF 03 01 41  20 90 3C 64  20 80 3C 40  30 FF 2F 00"))
  }

  @Test func systemExclusiveIsRemovedWithItsPackets() throws {
    let track = "00 F0 01 43  10 F7 01 F8  10 F7 02 11 F7  10 90 3C 64  00 FF 2F 00"
    #expect(
      try filtered(track) { $0.kind != .systemExclusive }
        == fileWithTrack("10 F7 01 F8  20 90 3C 64  00 FF 2F 00"))
  }

  @Test func keptMessagesOfAPacketBecomeEvents() throws {
    let track = "00 F7 05 FA 90 3C 64 F8  00 FF 2F 00"
    #expect(try filtered(track) { $0 != .start } == fileWithTrack("00 90 3C 64  00 F7 01 F8  00 FF 2F 00"))
    #expect(try filtered(track) { _ in true } == fileWithTrack(track))
  }

  @Test func removedTrackKeepsItsMetaEventsAndLength() throws {
    let file = try midiFile(
      "00 FF 51 03 07 A1 20  00 90 3C 64  60 80 3C 40  00 FF 2F 00", "00 91 3C 64  60 81 3C 40  00 FF 2F 00")
    #expect(
      try file.keepingTracks { $0 == 1 }.encoded()
        == hexadecimalFile(
          format: 1,
          ["00 FF 51 03 07 A1 20  60 FF 2F 00", "00 91 3C 64  60 81 3C 40  00 FF 2F 00"]))
  }

  @Test func kindsThatNeedPacketsAreFound() throws {
    let track = "00 F0 02 43 F7  00 F7 01 FA  00 F7 03 F2 00 00  00 90 3C 64  00 FF 2F 00"
    #expect(try MIDIFile(decoding: fileWithTrack(track)).kindsInPackets == [.start, .songPosition])
  }
}
