import EventLanguage
import Foundation
import TestSupport
import Testing

/// Errors of `send` and `monitor` that precede the use of the sequencer.
@Suite struct SendCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["send", "on", "60", "100"], "--out or --as"),
    (["send", "--out", "a", "--as", "b", "mc"], "--out and --as can't"),
    (["send", "--as", " ", "mc"], "name"),
    (["send", "--out", "a", "--file", "x", "mc"], "Words and --file can't"),
    (["send", "--out", "a", "--file", ""], "--file needs"),
    (["send", "--out", "a", "--middle-c", "6", "mc"], "--middle-c"), (["monitor"], "--in"),
    (["monitor", "--in", "a", "--json", "--raw"], "--json and --raw can't"),
    (
      ["monitor", "--in", "a", "--only", "cc:200"],
      "--only: invalid filter term \"cc:200\"; expected controllers"
    ),
    (
      ["monitor", "--in", "a", "--drop", "note,ch:17"],
      "--drop: invalid filter term \"ch:17\"; expected channels"
    ),
    (["monitor", "--in", "a", "--for", "soon"], "soon"),
  ])
  func wrongUsageIsExplained(arguments: [String], word: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(word), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func invalidWordIsNamedBeforeMissingOutput() async throws {
    let result = try await Program.midirec("send", "--out", "Theremin", "on", "60", "200")
    #expect(result.status == 64)
    #expect(result.errors == "midirec: word 3: expected a velocity from 0 to 127 for on, found \"200\"\n")
  }

  @Test func invalidWordInFileIsNamedWithLine() async throws {
    try folder.write(Array("# test\non C4 100\nof\u{1B} C4 0\n".utf8), to: "song.txt")
    let result = try await Program.midirec("send", "--out", "Theremin", "--file", "song.txt", in: folder.path)
    #expect(result.status == 65)
    #expect(
      result.errors == """
        midirec: song.txt: line 3, column 1: expected a command (midirec help send lists them), found "of\\x1B"

        """)
  }

  @Test func missingFileIsNamed() async throws {
    let result = try await Program.midirec("send", "--out", "x", "--file", "missing.txt", in: folder.path)
    #expect(result.status == 66)
    #expect(result.errors == "midirec: can't read missing.txt: No such file or directory\n")
  }

  @Test(arguments: ["send", "monitor", "doctor"])
  func helpFitsEightyColumns(command: String) async throws {
    let result = try await Program.midirec("help", command)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test func helpListsEveryWord() async throws {
    let lines = try await Program.midirec("help", "send").output.split(separator: "\n")
    for command in SendCommand.all {
      let line = try #require(lines.first { $0.hasPrefix("  \(command.names[0]) ") })
      #expect(line.hasSuffix(command.summary))
    }
  }

  @Test(.enabled(if: !TestEnvironment.hasSequencer, "this machine has a sequencer"))
  func missingSequencerIsReportedWithRemedy() async throws {
    for arguments in [["send", "--as", "x", "mc"], ["monitor", "--in", "x"]] {
      let result = try await Program.run(TestEnvironment.midirec, arguments)
      #expect(result.status == 69)
      #expect(result.errors.hasPrefix("midirec: can't open this machine's ALSA sequencer"))
    }
  }

  @Test(.enabled(if: !TestEnvironment.hasSequencer, "this machine has a sequencer"))
  func doctorReportsMissingPartsWithRemedies() async throws {
    let result = try await Program.midirec("doctor")
    #expect(result.status == 69)
    #expect(result.output.hasPrefix("missing  sequencer "))
    #expect(result.output.contains("modprobe snd-seq"))
    #expect(result.output.contains(/\nok +libsmf +available as the second reader/))
    #expect(result.errors == "midirec: can't capture or play on this machine: /dev/snd/seq doesn't exist\n")
    let json = try await Program.midirec("doctor", "--json")
    #expect(json.status == 69)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(document["isUsable"] as? Bool == false)
    let checks = try #require(document["checks"] as? [[String: Any]])
    #expect(checks.first?["state"] as? String == "missing")
    #expect(checks.contains { $0["subject"] as? String == "alsa-lib" })
  }
}
