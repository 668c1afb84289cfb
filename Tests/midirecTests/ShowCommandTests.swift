import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing

@Suite struct ShowCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let events: [MIDIFile.TrackEvent] = [
      .init(time: .zero, event: .meta(.text(kind: .trackName, bytes: Array("Keys\u{1B}[31m".utf8)))),
      .init(time: .zero, event: .meta(.timeSignature(TimeSignature(numerator: 6, denominatorPower: 3)))),
      .init(time: .zero, event: .meta(.tempo(microsecondsPerQuarter: 400_000))),
      .init(
        time: Ticks(rawValue: 96), event: .message(.noteOn(channel: .number(3), note: 60, velocity: 100))),
      .init(
        time: Ticks(rawValue: 192), event: .message(.noteOff(channel: .number(3), note: 60, velocity: 64))),
      .init(time: Ticks(rawValue: 192), event: .systemExclusive([0x7E, 0xF7])),
    ]
    let file = MIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(96),
      tracks: [.init(events: events, end: Ticks(rawValue: 200))])
    try folder.write(try file.encoded(), to: "keys.mid")
  }

  private func show(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["show"] + arguments, in: folder.path)
  }

  @Test func summaryEscapesNames() async throws {
    let result = try await show("keys.mid")
    #expect(result.status == 0)
    #expect(
      result.output
        == #"""
        keys.mid: format 0, 1 track, 96 ticks per quarter note, 833.3 ms
        tempo 150.00 BPM, time signature 6/8

        TRACK  NAME         CHANNELS  NOTES  RANGE  EVENTS   SECONDS
            1  Keys\x1B[31m  3             1  C4-C4       6  0.833333

        """#.replacing("NAME         CHANNELS", with: "NAME          CHANNELS"))
    #expect(result.errors.isEmpty)
  }

  @Test func eventsAreListedOnRequest() async throws {
    let output = try await show("keys.mid", "--events").output
    #expect(
      output.hasSuffix(
        #"""

        TRACK        TICKS       SECONDS  EVENT
            1            0      0.000000  track name "Keys\x1B[31m"
            1            0      0.000000  time signature 6/8
            1            0      0.000000  tempo 150.00 BPM, 400000 µs per quarter note
            1           96      0.400000  note-on C4 velocity 100 channel 3
            1          192      0.800000  note-off C4 velocity 64 channel 3
            1          192      0.800000  System Exclusive F0 7E F7
            1          200      0.833333  end of track

        """#))
  }

  @Test func resultIsPrintedAsJSON() async throws {
    let output = try await show("keys.mid", "--json", "--events").output
    let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(document["format"] as? Int == 0)
    #expect(document["duration"] as? Int == 833_333_333)
    #expect(document["tempos"] as? [Int] == [400_000])
    #expect(document["violationCount"] as? Int == 0)
    let track = try #require((document["tracks"] as? [[String: Any]])?.first)
    #expect(track["notes"] as? Int == 1)
    #expect(track["channels"] as? [Int] == [3])
    let events = try #require(document["events"] as? [[String: Any]])
    #expect(events.count == 7)
    #expect(events[3]["bytes"] as? String == "92 3C 64")
    #expect(events[3]["time"] as? Int == 400_000_000)
    #expect(events[6]["bytes"] as? String == "FF 2F 00")
  }

  @Test func fileIsReadFromStandardInput() async throws {
    let result = try await Program.run(
      "sh", ["-c", "cat keys.mid | '\(TestEnvironment.midirec)' show -"], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("standard input: format 0, 1 track, "))
  }

  @Test func damageIsListedAndRestIsShown() async throws {
    var damaged = try folder.bytes("keys.mid")
    damaged[9] = 7
    damaged += [0x0D, 0x0A]
    try folder.write(damaged, to: "damaged.mid")
    let result = try await show("damaged.mid")
    #expect(result.status == 0)
    #expect(
      result.output.hasSuffix(
        """

        2 violations of the specification:
          byte 8: expected format 0, 1, or 2, found 7; read as format 1
          byte \(damaged.count - 2): expected a chunk, or the end of the file, found 0D 0A; left out

        """))
  }

  @Test func otherCommandsReportRepairs() async throws {
    var damaged = try folder.bytes("keys.mid")
    damaged[9] = 7
    try folder.write(damaged, to: "damaged.mid")
    let result = try await Program.midirec("diff", "keys.mid", "damaged.mid", in: folder.path)
    #expect(result.status == 0)
    #expect(
      result.errors
        == "midirec: damaged.mid: byte 8: expected format 0, 1, or 2, found 7; read as format 1\n")
  }

  @Test func imageIsReplacedOnlyWithForce() async throws {
    let first = try await show("keys.mid", "--svg", "keys.svg")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.isEmpty)
    let picture = try folder.bytes("keys.svg")
    #expect(String(decoding: picture, as: UTF8.self).contains("<title>keys.mid</title>"))
    let second = try await show("keys.mid", "--svg", "keys.svg")
    #expect(second.status == 73)
    #expect(
      second.errors
        == "midirec: keys.svg already exists; use --force to replace it, or choose another name with --svg\n"
    )
    #expect(try await show("keys.mid", "--svg", "keys.svg", "--force").status == 0)
    #expect(try folder.bytes("keys.svg") == picture)
  }

  @Test func imageGoesToStandardOutput() async throws {
    let result = try await show("keys.mid", "--svg", "-")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("<svg xmlns='http://www.w3.org/2000/svg' "))
    #expect(result.output.hasSuffix("</svg>\n"))
    #expect(try folder.names() == ["keys.mid"])
  }

  @Test(arguments: [("30", "12"), ("200", "50")])
  func rollHasWidthOfTerminal(columns: String, rows: String) async throws {
    let result = try await Program.run(
      "env", ["COLUMNS=\(columns)", "LINES=\(rows)", TestEnvironment.midirec, "show", "keys.mid", "--roll"],
      in: folder.path)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.map(\.count).max() == Int(columns).map { $0 - 1 })
    #expect(lines.count < Int(rows) ?? 0)
    #expect(lines.contains { $0.hasPrefix(" C4│") && $0.contains("█") })
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test(arguments: [("", true), ("1", false)])
  func rollHasColorsOnTerminalUnlessDisabled(noColor: String, hasColors: Bool) async throws {
    let command = "\(TestEnvironment.midirec) show keys.mid --roll"
    let result = try await Program.run(
      "env", ["TERM=xterm", "NO_COLOR=\(noColor)", "script", "-qec", command, "/dev/null"], in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains("█"))
    #expect(result.output.contains("\u{1B}[38;5;") == hasColors)
  }

  @Test(arguments: [
    ["--roll", "--json"], ["--svg", "a.svg", "--events"], ["--force"], ["--roll", "--svg", "-"],
    ["--svg", ""],
  ])
  func conflictingOptionsAreUsageErrors(options: [String]) async throws {
    let result = try await Program.run(
      TestEnvironment.midirec, ["show", "keys.mid"] + options, in: folder.path)
    #expect(result.status == 64)
  }

  @Test func independentPiecesHaveNoRoll() async throws {
    let empty = MIDIFile.Track(events: [MIDIFile.TrackEvent](), end: .zero)
    let file = MIDIFile(
      format: .independentTracks, division: .ticksPerQuarter(96), tracks: [empty, empty])
    try folder.write(try file.encoded(), to: "pieces.mid")
    let result = try await show("pieces.mid", "--roll")
    #expect(result.status == 65)
    #expect(result.errors.contains("2 independent pieces"))
  }
}
