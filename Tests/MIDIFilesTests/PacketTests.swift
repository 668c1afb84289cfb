import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// Messages of F0 and F7 packets, whose declared lengths bound them.
@Suite struct PacketTests {
  private struct Packets: CustomTestStringConvertible, Sendable {
    var name: String
    var track: String
    var messages: [Message]

    var testDescription: String { name }
  }

  private static let note = Message.noteOn(channel: .number(1), note: 60, velocity: 100)

  private static func exclusive(_ payload: UInt7...) -> Message {
    .systemExclusive(SystemExclusive(payload: payload))
  }

  @Test(arguments: [
    Packets(
      name: "FF in a message", track: "00 F0 08 50 53 00 00 FF 04 01 F7",
      messages: [exclusive(0x50, 0x53, 0, 0, 0x7F, 4, 1)]),
    Packets(
      name: "a note-on in a message", track: "00 F0 08 43 12 90 3C 64 00 01 F7",
      messages: [exclusive(0x43, 0x12, 0x7F, 0x3C, 0x64, 0, 1)]),
    Packets(
      name: "F7 and F0 in a message", track: "00 F0 06 43 F7 F0 44 01 F7",
      messages: [exclusive(0x43, 0x7F, 0x7F, 0x44, 1)]),
    Packets(
      name: "status bytes in a continuation", track: "00 F0 02 43 12 00 F7 05 90 3C FF 64 F7",
      messages: [exclusive(0x43, 0x12, 0x7F, 0x3C, 0x7F, 0x64)]),
    Packets(
      name: "a continuation of FF alone", track: "00 F0 01 43 00 F7 01 FF 00 F7 02 01 F7",
      messages: [exclusive(0x43, 0x7F, 1)]),
    Packets(
      name: "a clock between packets", track: "00 F0 01 43 00 F7 01 F8 00 F7 02 01 F7",
      messages: [.timingClock, exclusive(0x43, 1)]),
    Packets(
      name: "a message without an end", track: "00 F0 02 43 90 00 90 3C 64",
      messages: [exclusive(0x43, 0x7F), note]),
    Packets(
      name: "a note after a message", track: "00 F0 02 43 F7 00 F7 03 90 3C 64",
      messages: [exclusive(0x43), note]),
    Packets(
      name: "a whole message in an F7 packet", track: "00 F7 04 F0 43 12 F7 00 F7 01 FF",
      messages: [exclusive(0x43, 0x12), .systemReset]),
    Packets(
      name: "a message over two F7 packets", track: "00 F7 02 F0 43 00 F7 02 12 F7 00 F7 03 90 3C 64",
      messages: [exclusive(0x43, 0x12), note]),
  ])
  private func lengthBoundsMessage(packets: Packets) throws {
    let file = try MIDIFile.decode(fileWithTrack(packets.track + " 00 FF 2F 00")).file
    #expect(try file.recording().messagesInOrder.map(\.message) == packets.messages)
    // A merge joins the packets, and must not change the messages.
    var two = file
    two.tracks.append(MIDIFile.Track(events: [], end: .zero))
    #expect(try two.merged().recording().messagesInOrder.map(\.message) == packets.messages)
  }

  @Test func invalidByteIsKeptInTheFile() throws {
    let bytes = fileWithTrack("00 F0 08 50 53 00 00 FF 04 01 F7 00 FF 2F 00")
    let decoded = try MIDIFile.decode(bytes)
    #expect(try decoded.file.encoded() == bytes)
    #expect(
      decoded.diagnostics.listed.map(\.description) == [
        "byte 29: expected a data byte of a System Exclusive message (00 to 7F), or F7 as its last, found FF; "
          + "kept in the file, and played as 7F"
      ])
  }
}
