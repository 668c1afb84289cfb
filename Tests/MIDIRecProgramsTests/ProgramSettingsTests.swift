import ALSASequencer
import Instruments
import MIDICore
import MIDIRecSimulation
import TestSupport
import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

/// The options of a program in `session.yaml`.
@Suite struct ProgramSettingsTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Returns the settings of a session with these lines for its program.
  private func settings(_ lines: String, hasTake: Bool = true) throws -> ProgramSettings {
    let indented = lines.split(separator: "\n").map { "      \($0)\n" }.joined()
    let take = hasTake ? "take.mid" : "none"
    try folder.makeSession("", "take: \(take)\nsubjects:\n  - program:\n\(indented)")
    return try Session(reading: folder.path, subjects: [ProgramSubject.definition]).subject(
      ProgramSubject.self
    )
    .settings
  }

  @Test func onlyCommandIsRequired() throws {
    var settings = ProgramSettings()
    settings.command = ["mapper"]
    #expect(try self.settings("command: mapper") == settings)
    #expect(settings.wiring == ProgramRouting(input: .only, output: .all))
    #expect(settings.compared == [.timeline])
    #expect(settings.clock == .simulated)
  }

  @Test(arguments: [("true", LinnStrument.model200), ("200", .model200), ("128", .model128), ("false", nil)])
  func lightsHaveModel(text: String, model: LinnStrument?) throws {
    #expect(try settings("command: mapper\nlights: \(text)").lights == model)
  }

  @Test func firstInstrumentPlaysRecording() throws {
    let settings = try settings(
      """
      command: mapper
      instruments: [LS0000, LS0001]
      steps:
        2s: unplug LS0000
        5s: plug LS0000 --renumber
        6500ms: plug LS0002
        7s: play second take.mid LS0001
      """)
    #expect(settings.instruments == ["LS0000", "LS0001"])
    #expect(
      settings.steps == [
        SessionStep(time: .seconds(2), .unplug(serial: "LS0000")),
        SessionStep(time: .seconds(5), .plug(serial: "LS0000", isRenumbered: true)),
        SessionStep(time: .milliseconds(6_500), .plug(serial: "LS0002", isRenumbered: false)),
        SessionStep(time: .seconds(7), .play(take: "second take.mid", serial: "LS0001")),
      ])
    #expect(settings.wiring.input == .instrument)
  }

  @Test func inputPortReplacesInstrumentAsPlayer() throws {
    let settings = try settings("command: mapper\ninput: Mapper in\ninstruments: LS0000")
    #expect(settings.wiring.input == EndpointQuery("Mapper in").map { .port($0) })
    #expect(settings.instruments == ["LS0000"])
  }

  @Test func everyOptionIsRead() throws {
    let settings = try settings(
      """
      command: [python3, "${MIDIREC_SESSION}/mapper.py"]
      arguments: ["--up", 12]
      environment:
        LANG: C.UTF-8
        HOME: "${MIDIREC_FOLDER}"
      folder: work
      input: "Mapper in"
      output: ["Mapper out", "129:1"]
      clock: real
      tail: 2s
      compare: [errors, timeline, output]
      file: out.wav
      file-reader: [python3, sound.py]
      at-end: [./picture.sh, screen.png]
      redact:
        'client \\d+': client N
        '\\d+ ms': N ms
      ending: end-of-input
      status: 3
      limits: {ready: 20s, answer: 1s, end: 500ms, standstill: 1h, output: 64kB, replies: 7}
      """)
    #expect(settings.command == ["python3", "${MIDIREC_SESSION}/mapper.py", "--up", "12"])
    #expect(settings.environment.map(\.key) == ["LANG", "HOME"])
    #expect(settings.environment.map(\.value) == ["C.UTF-8", "${MIDIREC_FOLDER}"])
    #expect(settings.folder == "work")
    let queries = ["Mapper out", "129:1"].compactMap { EndpointQuery($0) }
    #expect(settings.wiring.input == EndpointQuery("Mapper in").map { .port($0) })
    #expect(settings.wiring.output == .ports(queries))
    #expect(settings.clock == .real)
    #expect(settings.tail == .seconds(2))
    #expect(settings.compared == [.timeline, .output, .errors, .file])
    #expect(settings.file == "out.wav")
    #expect(settings.fileReader == ["python3", "sound.py"])
    #expect(settings.atEnd == ["./picture.sh", "screen.png"])
    #expect(settings.redactions.map(\.key) == ["client \\d+", "\\d+ ms"])
    #expect(settings.redactions.map(\.value) == ["client N", "N ms"])
    #expect(settings.redactions.map(\.line) == [19, 20])
    #expect(settings.ending == .endOfInput)
    #expect(settings.status == 3)
    var limits = ProgramSettings.Limits()
    limits.ready = .seconds(20)
    limits.answer = .seconds(1)
    limits.end = .milliseconds(500)
    limits.standstill = .seconds(3600)
    limits.bytes = 64_000
    limits.replies = 7
    #expect(settings.limits == limits)
  }

  @Test func defaultLimitsMatchGuide() throws {
    let limits = try settings("command: x").limits
    #expect(limits.ready == .seconds(10))
    #expect(limits.answer == .seconds(5))
    #expect(limits.end == .seconds(2))
    #expect(limits.standstill == .seconds(30))
    #expect(limits.bytes == 16 << 20)
    #expect(limits.replies == 10_000)
  }

  @Test func maximumValuesAreAccepted() throws {
    let name = String(repeating: "a", count: 61) + "\u{E9}"
    #expect(try settings("command: x\nsender: \(name)").wiring.input == .virtual(name: name))
    #expect(try settings("command: x\nclock: real\ntail: 60min").tail == .seconds(3600))
  }

  @Test func programCanConnectItself() throws {
    let settings = try settings("command: synth\nsender: LinnStrument\nreceiver: Synth\ntail: 20ms")
    #expect(
      settings.wiring
        == ProgramRouting(input: .virtual(name: "LinnStrument"), output: .virtual(name: "Synth"))
    )
    #expect(settings.tail == .milliseconds(20))
  }

  @Test func inputAndOutputCanBeNone() throws {
    let none = ProgramRouting(input: .none, output: .none)
    #expect(try settings("command: x\ninput: none\noutput: none\ncompare: output").wiring == none)
    #expect(try settings("command: x\noutput: all").wiring.output == .all)
  }

  @Test(arguments: [
    ("file: a", [PartName.timeline, .file]), ("file: a\noutput: none", [.file]),
    ("file: a\ncompare: [output]", [.output, .file]), ("file: a\ncompare: [file]", [.file]),
    ("compare: errors", [.errors]),
  ])
  func comparedPartsHaveDefaults(lines: String, parts: [PartName]) throws {
    #expect(try settings("command: x\n\(lines)").compared == parts)
  }

  /// Whether a program has ports by default, depending on its session.
  @Test(arguments: [
    ("file: a", true, true), ("file: a", false, false), ("compare: output", false, false),
    ("environment: {A: x}", false, false), ("arguments: '${MIDIREC_TAKE}'", true, false),
    ("file: a\nfile-reader: [x, '${MIDIREC_TAKE}']", true, false),
    ("environment: {A: '${MIDIREC_TAKE}'}\nfile: a", true, false),
    ("arguments: '${MIDIREC_TAKE}'\noutput: all", true, true),
    ("arguments: '${MIDIREC_TAKE}'\ncompare: timeline", true, true),
    ("receiver: x", false, true), ("file: a\ninstruments: LS0000", false, true),
  ])
  func programsThatWriteFilesHaveNoPorts(lines: String, hasTake: Bool, hasPorts: Bool) throws {
    let settings = try settings("command: x\n\(lines)", hasTake: hasTake)
    #expect(settings.hasRecording == hasTake)
    #expect(settings.isWithoutPorts == !hasPorts)
    #expect(settings.limits.end == .seconds(hasPorts ? 2 : 30))
    #expect(settings.compared.contains(.timeline) == hasPorts)
  }

  @Test func endOfProgramWithoutPortsCanBeChosen() throws {
    let settings = try settings("command: x\nfile: a\nending: SIGINT\nlimits: {end: 1s}", hasTake: false)
    #expect(settings.wiring == ProgramRouting(input: .none, output: .none))
    #expect(settings.ending == .interrupt)
    #expect(settings.limits.end == .seconds(1))
    #expect(!settings.isWithoutPorts)
  }

  @Test(arguments: [
    ("1B", 1), ("64kB", 64_000), ("64KiB", 65_536), ("16MB", 16_000_000), ("16MiB", 16_777_216),
    ("1GB", 1_000_000_000), ("1GiB", 1_073_741_824),
  ])
  func sizesHaveUnits(text: String, count: Int) {
    #expect(ProgramSettings.Limits.byteCount(text) == count)
  }

  @Test(arguments: ["1B", "64kB", "64KiB", "16MB", "16MiB", "1GB", "1GiB", "1001B"])
  func sizeIsFormattedInLargestUnit(text: String) throws {
    var limits = ProgramSettings.Limits()
    limits.bytes = try #require(ProgramSettings.Limits.byteCount(text))
    #expect(limits.bytesText.filter { $0 != " " } == text)
  }

  @Test(arguments: ["", "0B", "16", "MB", "-1kB", "+1kB", "1.5MB", "2GiB", "99999999999GB", "1 MB", "1mb"])
  func invalidSizesAreRejected(text: String) {
    #expect(ProgramSettings.Limits.byteCount(text) == nil)
  }
}
