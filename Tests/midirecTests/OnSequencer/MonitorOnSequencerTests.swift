import Foundation
import MIDICore
import TestSupport
import Testing

@Suite(.onSimulatedMachine)
struct MonitorOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func send(_ words: String) async throws {
    let result = try await Program.midirec("send", "--out", "14:0", words)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Returns the words of raw lines without times.
  private func words(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      line.hasPrefix("+") ? String(line.drop { $0 != " " }.dropFirst()) : String(line)
    }
  }

  @Test func everyKindOfMessageIsPrinted() async throws {
    let monitor = try await Program.startMonitor("--in", "14:0", "--middle-c", "3")
    try await send(
      "ch 2 on 60 100 off 60 64 pp 60 5 cc 74 3 pc 5 cp 6 pb 8192 syx hex 43 10 tc 1 2 spp 300 ss 5 tun mc start cont stop "
        + "as rst ch 16 cc 1 2 ss 99")
    try await monitor.line(containing: "song select 99", on: .output)
    let result = await monitor.interrupt()
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(#/^ +\d+\.\d{6}  /#) })
    #expect(
      lines.map { String($0.dropFirst(14)) } == [
        " 2  note-on C3 velocity 100", " 2  note-off C3 velocity 64", " 2  poly pressure C3 5",
        " 2  control change 74 value 3 (timbre)", " 2  program change 5", " 2  channel pressure 6",
        " 2  pitch bend 8192",
        "    System Exclusive F0 43 10 F7", "    time code quarter frame 18", "    song position 300",
        "    song select 5",
        "    tune request", "    start", "    continue", "    stop", "    system reset",
        "16  control change 1 value 2 (modulation)",
        "    song select 99",
      ])
    #expect(
      result.errors.hasSuffix(
        "midirec: 2 events of timing clock or active sensing left out; use --drop none to show them\n"))
  }

  @Test func filtersDropMessages() async throws {
    let filtered = try await Program.startMonitor(
      "--in", "14:0", "--only", "note,clock,ch:2", "--only", "song", "--drop", "note:C5-G9", "--raw")
    try await send("on 60 1 ch 2 on 60 2 on 72 3 cc 1 1 mc as ss 99")
    try await filtered.line(containing: "ss 99", on: .output)
    #expect(words(await filtered.interrupt().output) == ["ch 2 on 60 2", "mc", "ss 99"])
  }

  @Test func eachOfSeveralInputsIsNamed() async throws {
    let sender = try await Program.startSending(as: "Keys", ["on C4 1 +100ms ss 99"])
    let monitor = try await Program.startMonitor("--in", "14:0", "--in", "Keys")
    try await monitor.line(containing: "song select 99", on: .output)
    _ = await sender.result()
    try await send("on D4 2")
    try await monitor.line(containing: "note-on D4", on: .output)
    let result = await monitor.interrupt()
    let lines = result.output.split(separator: "\n").map { String($0.dropFirst(14)) }
    #expect(lines.first { $0.contains("note-on D4") } == "Midi Through Port-0   1  note-on D4 velocity 2")
    #expect(lines.first { $0.contains("note-on C4") } == "Keys                  1  note-on C4 velocity 1")
    #expect(
      result.errors.contains(
        /midirec: Keys disconnected at \d+\.\d+ s; its events are shown again after it reconnects\n/))
    #expect(result.status == 3)
  }

  @Test func laterInputOfAllIsMonitored() async throws {
    let monitor = try await Program.startMonitor("--in", "all")
    let sender = try await Program.startSending(as: "Late", ["on C4 1 +100ms ss 99"])
    try await monitor.line(containing: "song select 99", on: .output)
    _ = await sender.result()
    let result = await monitor.interrupt()
    #expect(result.output.contains(#/Late +1  note-on C4 velocity 1\n/#))
    #expect(result.errors.contains(#/midirec: Late connected at \d+\.\d+ s\n/#))
  }

  @Test(arguments: ["14", "Midi Through:0"])
  func addressOfALSAToolsChoosesInput(address: String) async throws {
    let monitor = try await Program.startMonitor("--in", address)
    try await send("ss 5")
    try await monitor.line(containing: "song select 5", on: .output)
    #expect(await monitor.interrupt().errors.contains("listening to 14:0 Midi Through Port-0;"))
  }

  @Test func sendAcceptsRawLines() async throws {
    let program = EveryKind.words.map { "+3ms \($0)" }.joined(separator: "\n") + "\n+200ms tun\n"
    let file = try folder.write(Array(program.utf8), to: "every.txt")
    let source = try await Program.startSending(as: "Source", ["--file", file])
    let pipe = try Program.start(
      "bash",
      [
        "-c", #""$0" monitor --in Source --stop-when-gone --raw --drop none | "$0" send --as Copy --wait"#,
        TestEnvironment.midirec,
      ])
    try await pipe.line(containing: "waiting for a connection to Copy")
    let recorder = try await Program.startMonitor(
      "--in", "Copy", "--stop-when-gone", "--raw", "--drop", "none")
    try await recorder.line(containing: "tun", on: .output)
    try await recorder.line(containing: "ss 99", on: .output)
    #expect(await source.result().status == 0)
    #expect(await pipe.result().status == 0)
    let recorded = await recorder.result()
    #expect(recorded.status == 0, "\(recorded.errors)")
    let output = recorded.output
    #expect(words(output) == EveryKind.words + ["tun"])
  }

  @Test func closedPipeEndsQuietly() async throws {
    let pipe = try Program.start(
      "bash", ["-c", #"set -o pipefail; "$0" monitor --in 14:0 | head -n 1"#, TestEnvironment.midirec])
    try await pipe.line(containing: "listening")
    try await send("on C4 1")
    // No more events arrive, and the program ends.
    let result = await pipe.result()
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.output.hasSuffix("note-on C4 velocity 1\n"))
  }

  @Test func durationEndsMonitor() async throws {
    let result = try await Program.midirec("monitor", "--in", "14:0", "--for", "10ms")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
  }

  @Test func overrunIsReported() async throws {
    let notes = try folder.write(
      Samples.file(
        (0..<20_000).map {
          (0, .noteOn(channel: .number(1), note: .init(masking: UInt8($0 % 128)), velocity: 1))
        }),
      to: "notes.mid")
    let monitor = try await Program.startMonitor("--in", "14:0", "--raw")
    try await monitor.suspend()
    _ = try await Program.run("aplaymidi", ["-p", "14:0", notes])
    monitor.resume()
    try await monitor.line(containing: "events were lost at")
    let result = await monitor.interrupt()
    #expect(result.status == 3)
    #expect(result.errors.contains(/midirec: [\d,]+ events lost on \d+ occasion/))
  }

  @Test func missingInputIsAnError() async throws {
    let result = try await Program.midirec("monitor", "--in", "Theremin")
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("midirec: no input matches \"Theremin\"; available: "))
  }

  @Test func doctorFindsNoProblem() async throws {
    let result = try await Program.midirec("doctor")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(/(?m)^ok +sequencer +\/dev\/snd\/seq exists$/))
    #expect(result.output.contains(/(?m)^ok +module snd-seq +loaded/))
    #expect(result.output.contains(/(?m)^ok +ports +inputs: \d+, outputs: \d+$/))
    #expect(result.output.contains(/(?m)^ok +simulated machine +midirec is running on one$/))
    #expect(result.errors.isEmpty)
  }
}
