import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// The ports of tracks, which merging, splitting, and cutting keep.
@Suite struct PortTests {
  /// Two ports with the same channel, named by port events or device names.
  private static let files = [
    [
      "00 FF 21 01 00  00 FF 03 01 41  00 C0 01  00 90 3C 64  60 80 3C 40  00 FF 2F 00",
      "00 FF 03 01 42  00 FF 21 01 01  00 C0 02  30 90 3C 5A  60 80 3C 40  00 FF 2F 00",
    ],
    [
      "00 FF 09 01 58  00 FF 03 01 41  00 C0 01  00 90 3C 64  60 80 3C 40  00 FF 2F 00",
      "00 FF 03 01 42  00 FF 09 01 59  00 C0 02  30 90 3C 5A  60 80 3C 40  00 FF 2F 00",
    ],
  ]

  private func file(_ tracks: [String]) throws -> MIDIFile {
    try MIDIFile(decoding: hexadecimalFile(format: 1, tracks))
  }

  private func content(_ file: MIDIFile) throws -> [Recording.Track] {
    try file.recording().tracks.filter { !$0.messages.isEmpty }.map {
      .init(name: $0.name, port: $0.port, messages: $0.messages)
    }
  }

  @Test(arguments: files) func conversionKeepsPorts(tracks: [String]) throws {
    let file = try file(tracks)
    let ports = try content(file)
    #expect(ports.map(\.port) == [0, 1])
    #expect(ports.map(\.name) == ["A", "B"])
    #expect(try content(file.merged()) == ports)
    #expect(try content(file.merged().split()) == ports)
  }

  @Test func portEventPrecedesTheEventsOfAnotherPort() throws {
    #expect(
      try file(Self.files[0]).merged().encoded()
        == hexadecimalFile(
          format: 0,
          [
            """
            00 FF 21 01 00  00 FF 03 01 41  00 C0 01  00 90 3C 64  00 FF 21 01 01  00 FF 03 01 42  00 C0 02
            30 90 3C 5A  30 FF 21 01 00  00 80 3C 40  30 FF 21 01 01  00 80 3C 40  00 FF 2F 00
            """
          ]))
  }

  @Test func excerptRestatesEachPort() throws {
    // The second notes of both ports start at 96.
    let file = try file([
      "00 FF 21 01 00  00 C0 01  60 90 3C 64  60 80 3C 40  00 FF 2F 00",
      "00 FF 21 01 01  00 C0 02  60 90 3C 5A  60 80 3C 40  00 FF 2F 00",
    ])
    let start = Nanoseconds.milliseconds(500)
    #expect(try content(file.merged().excerpt(from: start)) == content(file.excerpt(from: start)))
  }

  /// The first track names port 1 and then port 0 before its first message, between which the second track plays.
  @Test func portBeforeTheFirstMessageIsNotThatOfAnotherTrack() throws {
    let file = try file([
      "00 FF 21 01 01  60 FF 21 01 00  00 90 3C 64  60 80 3C 40  00 FF 2F 00",
      "30 91 3C 64  30 81 3C 40  60 FF 2F 00",
    ])
    #expect(try content(file).map(\.port) == [0, 0])
    #expect(try content(file.merged()).map(\.port) == [0])
  }

  @Test func onePortNeedsNoPortEvents() throws {
    let file = try file(["00 90 3C 64  60 80 3C 40  00 FF 2F 00", "30 91 3C 64  60 81 3C 40  00 FF 2F 00"])
    #expect(try content(file).map(\.port) == [0, 0])
    #expect(
      try file.merged().encoded()
        == hexadecimalFile(format: 0, ["00 90 3C 64  30 91 3C 64  30 80 3C 40  30 81 3C 40  00 FF 2F 00"]))
  }
}
