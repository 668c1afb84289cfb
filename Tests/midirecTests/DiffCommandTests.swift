import Foundation
import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct DiffCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Samples.file(notesAt: [0, 500, 1000]), to: "expected.mid")
  }

  private func diff(_ actual: [Int64], _ options: String...) async throws -> Program.Result {
    try folder.write(Samples.file(notesAt: actual), to: "actual.mid")
    return try await run(["expected.mid", "actual.mid"] + options)
  }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["diff"] + arguments, in: folder.path)
  }

  @Test func equalTakesExitWith0() async throws {
    let result = try await diff([0, 500, 1000])
    #expect(result.status == 0)
    #expect(
      result.output == """
        expected: expected.mid: 3 notes, 1.05 s
        actual:   actual.mid: 3 notes, 1.05 s
        same: onsets within 5 ms, at most 0 ms off; ends within 5 ms

        """)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [[], ["--follow"]])
  func takesWithoutNotesAndControllersAreNamed(options: [String]) async throws {
    let result = try await diff([])
    #expect(result.status == 1)
    #expect(result.errors == "midirec: warning: actual.mid has no notes and no controllers\n")
    let same = try await run(["actual.mid", "actual.mid"] + options)
    #expect(same.status == 0)
    let line = "midirec: warning: actual.mid has no notes and no controllers\n"
    #expect(same.errors == line + line)
  }

  @Test func newFileOfGitIsNotAWarning() async throws {
    let result = try await run(["/dev/null", "expected.mid"])
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
  }

  @Test func takeThatStartsLaterIsEqual() async throws {
    let result = try await diff([250, 750, 1250])
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("\naligned:  the actual take is 250 ms later\n"))
  }

  @Test func alignmentCanBeDisabled() async throws {
    #expect(try await diff([250, 750, 1250], "--no-align").status == 1)
  }

  @Test func differenceExitsWith1() async throws {
    let result = try await diff([0, 530, 1000])
    #expect(result.status == 1)
    #expect(result.output.hasSuffix("\ndifferent: 1 late\n\n0.500000  C#4 on channel 1: late by 30 ms\n"))
    #expect(result.errors.isEmpty)
  }

  @Test func middleCCanBeC3() async throws {
    #expect(try await diff([0, 530, 1000], "--middle-c", "3").output.contains("  C#3 on channel 1: late"))
  }

  @Test func toleranceIsAnOption() async throws {
    #expect(try await diff([0, 510, 1000], "--no-align", "--tolerance", "10ms").status == 0)
    #expect(try await diff([0, 510, 1000], "--no-align", "--tolerance", "9.999ms").status == 1)
    let both = ["--onset-tolerance", "10ms", "--offset-tolerance", "10ms"]
    for (options, status) in [(both, 0), (Array(both.prefix(2)), 1), (Array(both.suffix(2)), 1)] {
      #expect(try await run(["expected.mid", "actual.mid", "--no-align"] + options).status == status)
    }
  }

  /// Compares a C4 of one second on channel 2 with a C4 that differs by the given values.
  private func diffOfOneNote(
    lengthOff: Int64 = 0, velocityOff: UInt8 = 0, pedalOff: UInt8 = 0, channel: Channel = .number(2),
    _ options: String...
  ) async throws -> Program.Result {
    func file(_ length: Int64, _ velocity: UInt8, _ pedal: UInt8, _ channel: Channel) throws -> [UInt8] {
      try Samples.file([
        (0, .controlChange(channel: channel, controller: 1, value: UInt7(clamping: pedal))),
        (10, .noteOn(channel: channel, note: 60, velocity: UInt7(clamping: velocity))),
        (10 + length, .noteOff(channel: channel, note: 60, velocity: 64)),
      ])
    }
    try folder.write(try file(1000, 100, 50, .number(2)), to: "one.mid")
    try folder.write(try file(1000 + lengthOff, 100 + velocityOff, 50 + pedalOff, channel), to: "other.mid")
    return try await run(["one.mid", "other.mid", "--no-align"] + options)
  }

  @Test func everyToleranceIsAnOption() async throws {
    #expect(try await diffOfOneNote(lengthOff: 30).status == 1)
    #expect(try await diffOfOneNote(lengthOff: 30, "--offset-tolerance", "30ms").status == 0)
    #expect(try await diffOfOneNote(lengthOff: 30, "--offset-tolerance", "29ms").status == 1)
    #expect(try await diffOfOneNote(lengthOff: 30, "--offset-ratio", "3%").status == 0)
    #expect(try await diffOfOneNote(lengthOff: 30, "--offset-ratio", "0").status == 1)
    #expect(try await diffOfOneNote(velocityOff: 3, "--velocity-tolerance", "2").status == 1)
    #expect(try await diffOfOneNote(velocityOff: 3, "--velocity-tolerance", "3").status == 0)
    #expect(try await diffOfOneNote(pedalOff: 3, "--value-tolerance", "2").status == 1)
    #expect(try await diffOfOneNote(pedalOff: 3, "--value-tolerance", "3").status == 0)
  }

  @Test func channelsCanBeMapped() async throws {
    #expect(try await diffOfOneNote(channel: .number(3)).status == 1)
    #expect(try await diffOfOneNote(channel: .number(3), "--channel-map", "2=3").status == 0)
    #expect(
      try await diffOfOneNote(channel: .number(3), "--channel-map", "2=3", "--channel-map", "1=4").status == 0
    )
  }

  @Test func allDifferencesAreListedOnRequest() async throws {
    let extra = (0..<30).map { Int64(2000 + $0 * 100) }
    #expect(try await diff([0, 500, 1000] + extra).output.hasSuffix("\n… and 10 more\n"))
    let all = try await diff([0, 500, 1000] + extra, "--all").output
    #expect(all.split(separator: "\n").filter { $0.contains("on channel 1: extra") }.count == 30)
  }

  @Test func resultIsPrintedAsJSON() async throws {
    let result = try await diff([0, 530, 1000], "--json", "--metrics")
    #expect(result.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["isSame"] as? Bool == false)
    #expect((document["expected"] as? [String: Any])?["name"] as? String == "expected.mid")
    let differences = try #require(document["differences"] as? [[String: Any]])
    #expect(differences.count == 1)
    #expect(differences.first?["kinds"] as? [String] == ["late"])
    #expect(differences.first?["time"] as? Int == 500_000_000)
    let metrics = try #require(document["metrics"] as? [String: [String: Double]])
    #expect(metrics["notes"]?["fMeasure"] == 1)
  }

  @Test func metricsAreATableBelowDifferences() async throws {
    let result = try await diff([0, 510], "--no-align", "--metrics")
    #expect(
      result.output.hasSuffix(
        """

        METRICS                  PRECISION    RECALL  F-MEASURE   OVERLAP
        onset, pitch and offset   1.000000  0.666667   0.800000  0.833333
        onset and pitch           1.000000  0.666667   0.800000  0.833333
        onset                     1.000000  0.666667   0.800000
        offset                    1.000000  0.666667   0.800000

        """))
  }

  @Test func metricsIgnoreATransposition() async throws {
    let recording = try Samples.recording(folder.path("expected.mid"))
    var track = recording.tracks[0]
    track.messages = track.messages.map { timed in
      let message: Message =
        switch timed.message {
        case .noteOn(let channel, let note, let velocity):
          .noteOn(channel: channel, note: NoteNumber(masking: note.rawValue + 1), velocity: velocity)
        case .noteOff(let channel, let note, let velocity):
          .noteOff(channel: channel, note: NoteNumber(masking: note.rawValue + 1), velocity: velocity)
        default: timed.message
        }
      return TimedMessage(time: timed.time, message: message)
    }
    try folder.write(Array(Timeline(Recording(tracks: [track])).text.utf8), to: "higher.txt")
    let result = try await run(["expected.mid", "higher.txt", "--metrics"])
    #expect(result.output.contains("\nonset and pitch           0.000000  0.000000   0.000000  0.000000\n"))
  }

  @Test func metricsIgnoreAlignment() async throws {
    let result = try await diff([250, 750, 1250], "--metrics")
    #expect(result.output.contains("\nonset                     0.000000  0.000000   0.000000\n"))
    #expect(result.output.hasSuffix("\nThe metrics compare the takes without the shift.\n"))
  }

  @Test func timelinesAreAcceptedOnEitherSide() async throws {
    let recording = try Samples.recording(folder.path("expected.mid"))
    try folder.write(Array(Timeline(recording).text.utf8), to: "notes.expected.txt")
    for arguments in [["notes.expected.txt", "expected.mid"], ["expected.mid", "notes.expected.txt"]] {
      #expect(try await run(arguments + ["--tolerance", "0"]).status == 0)
    }
  }

  @Test func invalidTimelineIsNamedWithLine() async throws {
    try folder.write(Array("midirec timeline 1\nsource 1 \"\"\n0.0 end\n".utf8), to: "broken.txt")
    let result = try await run(["broken.txt", "expected.mid"])
    #expect(result.status == 65)
    #expect(
      result.errors
        == "midirec: broken.txt: line 3: expected a time in seconds with six decimals, found \"0.0\"\n")
    try folder.write(Array("midirec timeline 2\n".utf8), to: "newer.txt")
    #expect(
      try await run(["newer.txt", "expected.mid"]).errors
        == "midirec: newer.txt: line 1: expected \"midirec timeline 1\", found \"midirec timeline 2\"\n")
  }

  @Test func missingFileExitsWith66() async throws {
    #expect(try await run(["expected.mid", "missing.txt"]).status == 66)
  }

  @Test func reportIsReplacedOnlyWithForce() async throws {
    let first = try await diff([0, 530, 1000], "--html", "page.html")
    #expect(first.status == 1, "\(first.errors)")
    #expect(first.output.contains("different: 1 late"))
    #expect(try folder.names().contains("page.html"))
    let second = try await diff([0, 530, 1000], "--html", "page.html")
    #expect(second.status == 73)
    #expect(
      second.errors.hasSuffix(
        "page.html already exists; use --force to replace it, or choose another name with --html\n"))
    #expect(try await diff([0, 530, 1000], "--html", "page.html", "--force").status == 1)
  }

  @Test func standardOutputCanBeTheReport() async throws {
    let page = try await diff([0, 500, 1000], "--html", "-")
    #expect(page.status == 0)
    #expect(page.output.hasPrefix("<!DOCTYPE html>"))
    #expect(page.output.hasSuffix("</html>\n"))
  }

  @Test(arguments: [
    (["--velocity-tolerance", "128"], "from 0 to 127"), (["--value-tolerance=-1"], "from 0 to 127"),
    (["--tolerance", "2h"], "at most 1h"), (["--onset-tolerance", "2h"], "at most 1h"),
    (["--offset-tolerance", "soon"], "soon"), (["--offset-ratio", "1.1"], "1.1"),
    (["--channel-map", "2"], "2"), (["--channel-map", "0=1"], "0=1"), (["--channel-map", "1=17"], "1=17"),
    (["--channel-map", "2=3", "--channel-map", "2=4"], "maps channel 2 twice"),
    (["--html", ""], "--html needs"), (["--force"], "--html"),
    (["--html", "-", "--json"], "standard output"),
  ])
  func wrongOptionsAreExplained(options: [String], words: String) async throws {
    let result = try await run(["expected.mid", "expected.mid"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func helpShowsDefaultToleranceAsTyped() async throws {
    #expect(try await run(["--help"]).output.contains("(default: 5ms)"))
  }

  @Test func standardInputIsAcceptedOnlyOnce() async throws {
    let result = try await run(["-", "-"])
    #expect(result.status == 64)
    #expect(result.errors.contains("Only one take can"))
  }
}
