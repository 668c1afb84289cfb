import Foundation
import Instruments
import MIDICore
import MIDIRecSessions
import TestSupport
import Testing
import Timelines

/// `midirec grid` without a terminal.
@Suite struct GridCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (100, .noteOn(channel: .number(1), note: 64, velocity: 90)),
        // A program change doesn't change the grid.
        (150, .programChange(channel: .number(1), program: 3)),
        (200, .noteOff(channel: .number(1), note: 60, velocity: 64)),
        (300, .noteOff(channel: .number(1), note: 64, velocity: 64)),
      ]), to: "notes.mid")
  }

  private func grid(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(TestEnvironment.midirec, ["grid"] + arguments, in: folder.path)
  }

  /// Creates a session of the notes.
  private func makeSession(_ options: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("session"), withIntermediateDirectories: false)
    try folder.write(try folder.bytes("notes.mid"), to: "session/recording.mid")
    try folder.write(Array("subjects:\n  - notes\n  - grid:\n\(options)".utf8), to: "session/session.yaml")
  }

  @Test func timelineOfFileIsPrinted() async throws {
    let result = try await grid("notes.mid")
    #expect(result.status == 0, "\(result.errors)")
    let recording = try Samples.recording(folder.path("notes.mid"))
    #expect(result.output == Timeline(grid: recording, settings: GridSettings()).text)
    #expect(result.output.contains("note C4 60 sounding velocity 100 cells=25,55,85,115,145 color=blue"))
  }

  @Test func lightsOfFileAreShown() async throws {
    let lights = [(20, 3), (21, 2), (22, 5)] as [(Controller, UInt7)]
    try folder.write(
      Samples.file(
        lights.map { (10, .controlChange(channel: .number(1), controller: $0, value: $1)) }
          + [(300, .controlChange(channel: .number(1), controller: 22, value: 0))]), to: "lights.mid")
    let text = try await grid("lights.mid").output
    #expect(text.contains("\n0.010000 1 1 light 3 2 color 5\n0.300000 1 1 light 3 2 color 0\n"))
    let json = try await grid("lights.mid", "--json").output.split(separator: "\n")
    #expect(json.count == 2)
    #expect(json.first?.contains(#""lights":[{"color":"blue","column":3,"row":2}]"#) == true, "\(json)")
    let picture = try await grid("lights.mid", "--at", "100ms", "--svg", "-").output
    #expect(picture.contains("<title>blue light, column 3, row 2</title>"))
  }

  @Test func fileIsReadFromPipe() async throws {
    let result = try await Program.run(
      "bash", ["-c", #""$0" grid - --json <notes.mid"#, TestEnvironment.midirec], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == (try await grid("notes.mid", "--json").output))
  }

  @Test func optionsConfigureInstrument() async throws {
    let result = try await grid(
      "notes.mid", "--set", "model=128", "--set", "octave=-1", "--set", "row-offset=guitar", "--set",
      "learn=false")
    #expect(result.status == 0, "\(result.errors)")
    var settings = GridSettings(.model128)
    settings.left.octave = -1
    settings.rowOffset = .guitar
    let recording = try Samples.recording(folder.path("notes.mid"))
    #expect(result.output == Timeline(grid: recording, settings: settings, learns: false).text)
  }

  @Test func helpListsEverySetting() async throws {
    let words = try await grid("--help").output.split { " ,.\n".contains($0) }.map(String.init)
    #expect(Set(GridSubject.definition.optionNames).isSubset(of: words))
  }

  @Test func commandLineOptionsOverrideSession() async throws {
    try makeSession("      model: 128\n      octave: 1\n")
    let recording = try Samples.recording(folder.path("notes.mid"))
    var settings = GridSettings(.model128)
    settings.left.octave = 1
    #expect(try await grid("session").output == Timeline(grid: recording, settings: settings).text)
    settings.left.octave = 0
    #expect(
      try await grid("session", "--set", "octave=0").output
        == Timeline(grid: recording, settings: settings).text)
  }

  @Test func invalidSessionOptionIsNamedWithLine() async throws {
    try makeSession("      octave: 9\n")
    let result = try await grid("session")
    #expect(result.status == 65)
    #expect(
      result.errors == """
        midirec: session/session.yaml:4: the option "octave" of "grid": expected a number from -5 to 5, found "9"

        """)
  }

  @Test func everyChangeHasALineOfJSON() async throws {
    let result = try await grid("notes.mid", "--json", "--middle-c", "3")
    #expect(result.status == 0, "\(result.errors)")
    let c4 =
      #"{"cells":[25,55,85,115,145],"channel":1,"color":"blue","name":"C3","note":60,"source":1,"velocity":100}"#
    let e4 =
      #"{"cells":[29,59,89,119,149],"channel":1,"color":"green","name":"E3","note":64,"source":1,"velocity":90}"#
    #expect(
      result.output == """
        {"highlights":[\(c4)],"time":0}
        {"highlights":[\(c4),\(e4)],"time":100000000}
        {"highlights":[\(e4)],"time":200000000}
        {"highlights":[],"time":300000000}

        """)
  }

  @Test func userFirmwareModeHasPositionsAndNoColumnNames() async throws {
    try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 3, velocity: 100)),
        (10, .polyPressure(channel: .number(1), note: 3, pressure: 77)),
      ]), to: "fingers.mid")
    let lines = try await grid("fingers.mid", "--json", "--set", "mode=user-firmware").output.split(
      separator: "\n")
    let last = try #require(lines.last)
    #expect(last.contains(#""cells":[177]"#) && last.contains(#""position":{"#) && last.contains(#""z":77"#))
    #expect(!last.contains(#""name""#))
  }

  @Test func momentIncludesMessagesAtItsTime() async throws {
    let result = try await grid("notes.mid", "--at", "100ms", "--svg", "grid.svg")
    #expect(result.status == 0, "\(result.errors)")
    let before = try await grid("notes.mid", "--at", "99ms", "--svg", "-").output
    let picture = String(decoding: try folder.bytes("grid.svg"), as: UTF8.self)
    #expect(before.hasPrefix("<svg") && picture.hasPrefix("<svg"))
    #expect(
      picture.contains("E4")
        && picture.components(separatedBy: "E4").count > before.components(separatedBy: "E4").count)
    #expect(try await grid("notes.mid", "--at", "100ms", "--svg", "-").output == picture)
  }

  @Test func existingImageIsReplacedOnlyWithForce() async throws {
    try folder.write([1], to: "grid.svg")
    let result = try await grid("notes.mid", "--at", "0s", "--svg", "grid.svg")
    #expect(result.status == 73)
    #expect(result.errors.contains("use --force to replace it"))
    #expect(try folder.bytes("grid.svg") == [1])
    #expect(try await grid("notes.mid", "--at", "0s", "--svg", "grid.svg", "--force").status == 0)
    #expect(try folder.bytes("grid.svg").count > 1)
  }

  @Test func momentIsDrawnInTerminalWithoutImage() async throws {
    let output = try await grid("notes.mid", "--at", "100ms").output
    #expect(output.contains("C4") && output.contains("E4"))
    #expect(!output.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["notes.mid", "--in", "x"], "A file and --in can't be used together"),
    ([], "A file or --in is required"),
    (["--in", "none"], "Standard output isn't a terminal. Use --json."),
    (["--at", "1s", "--in", "none"], "--at requires a file"),
    (["notes.mid", "--at", "1s", "--json"], "--at and --json can't be used together"),
    (["notes.mid", "--svg", "x.svg"], "--svg requires --at."),
    (["notes.mid", "--at", "99h"], "--at is past the end of notes.mid, which lasts "),
    (["notes.mid", "--at", "1s", "--force"], "--force requires --svg."),
    (["notes.mid", "--lights"], "With a file, --lights requires the name of an output."),
    (["notes.mid", "--json", "--lights", "x"], "--lights and --json can't be used together"),
    (["notes.mid", "--lights", "x"], "--lights requires a terminal"),
    (["notes.mid", "--set", "octave=9"], "--set octave: expected a number from -5 to 5, found \"9\"."),
    (["notes.mid", "--set", "octav=1"], "--set: unknown setting \"octav\"; did you mean \"octave\"?"),
    (["notes.mid", "--set", "octave"], "--set <setting=value>"),
    (["notes.mid", "--set", "split-column=1"], "--set split-column: expected"),
    ([""], "The name of the file is empty."),
  ])
  func wrongUsageIsExplained(arguments: [String], message: String) async throws {
    let result = try await Program.run(TestEnvironment.midirec, ["grid"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func invalidFilesAreReported() async throws {
    try folder.write(Array("no music".utf8), to: "text.mid")
    #expect(try await grid("text.mid").status == 65)
    #expect(try await grid("missing.mid").status == 66)
    #expect(try await grid("notes.mid", "--at", "0s", "--svg", "no/such/folder.svg").status == 73)
  }

  @Test func folderWithoutSessionIsReported() async throws {
    let result = try await grid(".")
    #expect(result.status == 66)
    #expect(
      result.errors
        == "midirec: . isn't a session: it has no session.yaml; specify a session folder or a MIDI file\n")
  }

  @Test(arguments: ["", "--json", "--at 0s", "--at 0s --svg -"])
  func fullDiskIsReported(options: String) async throws {
    let result = try await Program.run(
      "bash", ["-c", #""$0" grid notes.mid \#(options) >/dev/full"#, TestEnvironment.midirec], in: folder.path
    )
    #expect(result.status == 74)
    #expect(result.errors.contains("No space left on device"), "\(result.errors)")
  }

  @Test(arguments: ["", "--json", "--at 0s"])
  func closedPipeEndsQuietly(options: String) async throws {
    let script = #"trap '' PIPE; exec 3> >(:); wait $!; "$0" grid notes.mid \#(options) >&3"#
    let result = try await Program.run("bash", ["-c", script, TestEnvironment.midirec], in: folder.path)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "\(result.errors)")
  }
}
