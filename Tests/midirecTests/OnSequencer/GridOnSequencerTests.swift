import Foundation
import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

/// `midirec grid` as a client of the sequencer.
@Suite(.onSimulatedMachine)
struct GridOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func send(_ words: String, to port: String = "14:0") async throws {
    let result = try await Program.midirec("send", "--out", port, words)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Returns lines of JSON without the time, which follows the last comma.
  private func withoutTimes(_ output: String) -> [Substring] {
    output.utf8.split(separator: UInt8(ascii: "\n")).map {
      Substring($0.prefix(upTo: $0.lastIndex(of: UInt8(ascii: ",")) ?? $0.endIndex))
    }
  }

  @Test func otherClientsCanConnect() async throws {
    let grid = try await Program.startGrid("--in", "none", "--json")
    let connection = try await Program.run("aconnect", ["14:0", "midirec grid"])
    #expect(connection.status == 0, "\(connection.errors)")
    try await send("on C4 100 off C4 64")
    try await grid.line(containing: #"{"highlights":[],"#, on: .output)
    let result = await grid.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      withoutTimes(result.output) == [
        #"{"highlights":[{"cells":[25,55,85,115,145],"channel":1,"color":"blue","name":"C4","note":60,"source":1,"velocity":100}]"#,
        #"{"highlights":[]"#,
      ])
  }

  @Test func otherClientsAreASeparateSource() async throws {
    let grid = try await Program.startGrid("--in", "14:0", "--json")
    let connection = try await Program.run("aconnect", ["14:1", "midirec grid"])
    #expect(connection.status == 0, "\(connection.errors)")
    try await send("on C4 100")
    try await grid.line(containing: #""source":1,"velocity":100"#, on: .output)
    try await send("on C4 90", to: "14:1")
    try await grid.line(containing: #""source":2,"velocity":90"#, on: .output)
    try await send("off C4 64", to: "14:1")
    try await send("off C4 64")
    try await grid.line(containing: #"{"highlights":[],"#, on: .output)
    #expect(await grid.interrupt().status == 0)
  }

  @Test(arguments: ["grid", "piano"])
  func inputThatAppearsLaterIsShown(command: String) async throws {
    let view = try Program.start(TestEnvironment.midirec, [command, "--in", "all", "--json"])
    try await view.line(containing: "listening")
    let sender = try await Program.startSending(as: "Late", ["on C4 100 +100s off C4 64"])
    try await view.line(containing: "Late connected")
    try await view.line(containing: #""note":60"#, on: .output)
    _ = await sender.interrupt()
    try await view.line(containing: "Late disconnected")
    #expect(await view.interrupt().status == 3)
  }

  /// Two thousand states per second.
  @Test func denseMusicLosesNoState() async throws {
    let cut = try await Program.midirec(
      "convert", Self.recording("dense/thousand-a-second"), "-o", "part.mid", "--from", "200ms", "--to",
      "600ms", in: folder.path)
    #expect(cut.status == 0, "\(cut.errors)")
    let file = folder.path("part.mid")
    let expected = withoutTimes(try await Program.midirec("grid", file, "--json").output)
    #expect(expected.count > 750)
    let grid = try await Program.startGrid("--in", "none", "--json")
    let played = try await Program.midirec("play", file, "--out", "midirec grid")
    #expect(played.status == 0, "\(played.errors)")
    try await grid.lines(containing: "highlights", count: expected.count, on: .output)
    let result = await grid.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    let isSame = withoutTimes(result.output) == expected
    #expect(isSame)
  }

  @Test(.enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"))
  func eventsAreShownAtOnceAndCtrlCExitsWith0() async throws {
    let screen = try await Screen.open(columns: 100, rows: 30, variables: ["NO_COLOR=1"])
    try await screen.run("\(TestEnvironment.midirec) grid --in 14:0; echo status $?")
    try await screen.awaitLines("the surface") { $0.first?.hasPrefix("Midi Through") == true }
    try await send("on C4 100")
    try await screen.awaitText("C4")
    try await send("off C4 64")
    try await screen.awaitLines("nothing held") { !$0.contains { $0.contains("C4") } }
    try await screen.press("C-c")
    try await screen.awaitText("status 0")
    #expect(try await screen.modes() == .ofShell)
  }

  // MARK: With an instrument

  @Test(
    arguments: [
      Samples.etude, recording("linnstrument/glissando"), recording("mpe/slides"),
      "fingers.mid",
    ])
  func liveViewEqualsViewOfFile(name: String) async throws {
    try folder.write(try Self.fingers(), to: "fingers.mid")
    let file = name == "fingers.mid" ? folder.path(name) : name
    let expected = withoutTimes(try await Program.midirec("grid", file, "--json").output)
    #expect(expected.count > 2)
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let grid = try await Program.startGrid("--in", "LinnStrument", "--json")
    let played = try await Program.midirec("play", file, "--out", instrument.playerPort)
    #expect(played.status == 0, "\(played.errors)")
    try await grid.lines(containing: "highlights", count: expected.count, on: .output)
    let result = await grid.interrupt()
    #expect(result.status == 0, "\(result.errors)")
    #expect(withoutTimes(result.output) == expected)
    try await instrument.unplug()
  }

  @Test
  func instrumentGetsLightsOfTheView() async throws {
    let recording = try Samples.recording(Samples.etude)
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let receiver = try await Program.startMonitor("--in", instrument.playerPort, "--raw", "--drop", "none")
    let grid = try await Program.startGrid("--in", "LinnStrument", "--lights", "--json")
    let played = try await Program.midirec("play", Samples.etude, "--out", instrument.playerPort)
    #expect(played.status == 0, "\(played.errors)")
    let expected = Self.lights(of: recording)
    try await receiver.lines(containing: "cc 22 ", count: expected.count, on: .output)
    #expect(await grid.interrupt().status == 0)
    let words = await receiver.interrupt().output.split(separator: "\n").map(Self.wordsWithoutTime)
    #expect(words == expected.flatMap { Self.words($0) })
    try await instrument.unplug()
  }

  @Test(
    .enabled(if: Screen.isAvailable, "no tmux here: Scripts/setup peers installs it"),
    arguments: ["q", "C-c"])
  func playedFileLightsInstrumentUntilKeyPress(key: String) async throws {
    let held = try folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (600_000, .noteOff(channel: .number(1), note: 60, velocity: 64)),
      ]), to: "held.mid")
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let receiver = try await Program.startMonitor("--in", instrument.playerPort, "--raw")
    let screen = try await Screen.open(columns: 100, rows: 30)
    try await screen.run("\(TestEnvironment.midirec) grid \(held) --lights LinnStrument; echo status $?")
    try await receiver.lines(containing: "cc 22 5", count: 5, on: .output)
    try await screen.press(key)
    try await receiver.lines(containing: "cc 22 0", count: 5, on: .output)
    try await screen.awaitText("status \(key == "q" ? 0 : 130)")
    #expect(await receiver.interrupt().output.split(separator: "\n").count == 30)
    try await instrument.unplug()
  }

  @Test
  func reconnectedInstrumentIsLitAgain() async throws {
    var instrument = try await VirtualLinnStrument.plug(unit: 0)
    let grid = try await Program.startGrid("--in", "LinnStrument", "--lights", "--json")
    try await send("on C4 100", to: instrument.playerPort)
    try await grid.line(containing: #""note":60"#, on: .output)
    try await instrument.unplug()
    try await grid.line(containing: "disconnected")
    instrument = try await VirtualLinnStrument.plug(unit: 0)
    try await grid.line(containing: "reconnected")
    let receiver = try await Program.startMonitor("--in", instrument.playerPort, "--raw")
    try await send("on C4 100", to: instrument.playerPort)
    try await receiver.lines(containing: "cc 22 5", count: 5, on: .output)
    let result = await grid.interrupt()
    #expect(result.status == 3)
    try await receiver.lines(containing: "cc 22 0", count: 5, on: .output)
    _ = await receiver.interrupt()
    try await instrument.unplug()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func everyEndTurnsLightsOff(number: Int32) async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let receiver = try await Program.startMonitor("--in", instrument.playerPort, "--raw")
    let grid = try await Program.startGrid("--in", "LinnStrument", "--lights", "--json")
    try await send("on C4 100", to: instrument.playerPort)
    try await receiver.lines(containing: "cc 22 5", count: 5, on: .output)
    grid.signal(number)
    #expect(await grid.result().status == 0)
    try await receiver.lines(containing: "cc 22 0", count: 5, on: .output)
    let words = await receiver.interrupt().output.split(separator: "\n").map(Self.wordsWithoutTime)
    let cells = [25, 55, 85, 115, 145].map { GridCell(number: $0, of: .model200) }
    let lights = [UInt7(5), 0].flatMap { color in
      cells.map {
        Timeline.Light(column: UInt7(clamping: $0.column), row: UInt7(clamping: $0.row), color: color)
      }
    }
    #expect(words == lights.flatMap { Self.words($0) })
    try await instrument.unplug()
  }

  @Test
  func disconnectRemovesHeldNotes() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let grid = try await Program.startGrid("--in", "LinnStrument", "--json")
    try await send("on C4 100", to: instrument.playerPort)
    try await grid.line(containing: #""note":60"#, on: .output)
    try await instrument.unplug()
    try await grid.line(containing: #"{"highlights":[],"#, on: .output)
    let result = await grid.interrupt()
    #expect(result.status == 3)
    #expect(result.errors.contains("disconnected"))
  }

  private static func recording(_ session: String) -> String {
    "\(TestEnvironment.projectFolder)/Recordings/\(session)/take.mid"
  }

  /// Turns on User Firmware Mode; then a finger touches, moves, slides to the next cell, and lifts.
  private static func fingers() throws -> [UInt8] {
    func change(_ controller: UInt8, _ value: UInt7) -> Message {
      .controlChange(channel: .number(1), controller: Controller(masking: controller), value: value)
    }
    let messages: [Message] = [
      // Parameter 245 = 1 × 128 + 117, in the six messages that the instrument expects.
      change(99, 1), change(98, 117), change(6, 0), change(38, 1), change(101, 127), change(100, 127),
      .noteOn(channel: .number(1), note: 3, velocity: 100),
      .polyPressure(channel: .number(1), note: 3, pressure: 50),
      change(35, 5), change(3, 4), change(67, 90), change(119, 3),
      .noteOn(channel: .number(1), note: 4, velocity: 100),
      .noteOff(channel: .number(1), note: 3, velocity: 4),
      .polyPressure(channel: .number(1), note: 4, pressure: 60),
      .noteOff(channel: .number(1), note: 4, velocity: 0),
    ]
    return try Samples.file(messages.enumerated().map { (Int64($0) * 20, $1) })
  }

  /// Returns the lights that mirror a recording, in the order in which they are set.
  private static func lights(of recording: Recording) -> [Timeline.Light] {
    var tracker = GridTracker()
    var lights = GridLights(.model200)
    return recording.messagesInOrder.flatMap {
      tracker.apply($0.message, at: $0.time) ? lights.update(tracker.highlights) : []
    }
  }

  private static func words(_ light: Timeline.Light) -> [String] {
    ["ch 1 cc 20 \(light.column)", "ch 1 cc 21 \(light.row)", "ch 1 cc 22 \(light.color)"]
  }

  private static func wordsWithoutTime(_ line: Substring) -> String {
    String(line.hasPrefix("+") ? line.drop { $0 != " " }.dropFirst() : line)
  }
}

extension Program {
  /// Starts `midirec grid` without a terminal and waits until it receives events.
  fileprivate static func startGrid(_ arguments: String...) async throws -> Program {
    let program = try start(TestEnvironment.midirec, ["grid"] + arguments)
    try await program.line(containing: "listening")
    return program
  }
}
