import Foundation
import MIDICore
import TestSupport
import Testing

@Suite(.onSimulatedMachine)
struct SendOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sends a script through Midi Through, and returns the lines of aseqdump without the source column.
  private func heard(_ arguments: String...) async throws -> (lines: [String], result: Program.Result) {
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", "14:0"])
    try await receiver.line(containing: "Waiting", on: .output)
    let result = try await Program.run(TestEnvironment.midirec, ["send", "--out", "14:0"] + arguments)
    _ = try await Program.midirec("send", "--out", "14:0", "ss", "99")
    try await receiver.line(containing: "Song select", on: .output)
    let output = await receiver.interrupt().output
    let lines = output.split(separator: "\n").filter { $0.contains("14:0 ") && !$0.contains("Song select") }
    return (lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }, result)
  }

  @Test func aseqdumpReceivesTheScript() async throws {
    let (lines, result) = try await heard(
      "ch", "2", "on", "C4", "100", "off 60 64", "cc 74 3", "pb 0", "pc 5", "cp 6", "pp 60 7", "syx", "hex",
      "43", "10",
      "spp 300", "start", "ch 1 nrpn 245 1")
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
    #expect(
      lines == [
        "Note on 1, note 60, velocity 100", "Note off 1, note 60, velocity 64",
        "Control change 1, controller 74, value 3", "Pitch bend 1, value -8192",
        "Program change 1, program 5",
        "Channel aftertouch 1, value 6", "Polyphonic aftertouch 1, note 60, value 7",
        "System exclusive F0 43 10 F7",
        "Song position pointer value 300", "Start", "Control change 0, controller 99, value 1",
        "Control change 0, controller 98, value 117", "Control change 0, controller 6, value 0",
        "Control change 0, controller 38, value 1", "Control change 0, controller 101, value 127",
        "Control change 0, controller 100, value 127",
      ], "\(lines)")
  }

  @Test func noEventIsSentIfLastWordIsWrong() async throws {
    let (lines, result) = try await heard("on 60 100 off 60 640")
    #expect(result.status == 64)
    #expect(lines == [])
  }

  @Test func noteWithoutNoteOffStaysHeld() async throws {
    let (lines, result) = try await heard("--json", "on 60 100")
    #expect(result.status == 0)
    #expect(lines == ["Note on 0, note 60, velocity 100"])
    #expect(result.output.contains("\"sent\" : 1") && result.output.contains("\"isComplete\" : true"))
  }

  @Test func ctrlCReleasesNotes() async throws {
    let monitor = try await Program.startMonitor("--in", "14:0")
    let sender = try Program.start(
      TestEnvironment.midirec, ["send", "--out", "14:0", "on C4 100 cc 64 127 +60s off C4 0 ss 1"])
    try await monitor.line(containing: "value 127", on: .output)
    let result = await sender.interrupt()
    #expect(result.status == 130)
    #expect(result.errors == "midirec: interrupted; all notes were released\n")
    try await monitor.line(containing: "control change 64 value 0", on: .output)
    let output = await monitor.interrupt().output
    #expect(output.contains("note-off C4 velocity 64"))
    #expect(!output.contains("song"))
  }

  @Test func invalidInputLineEndsSendAndReleasesNotes() async throws {
    let monitor = try await Program.startMonitor("--in", "14:0")
    let script = #"printf 'on C4 100\nmc on 61 200\nss 5\n' | "$0" send --out 14:0"#
    let result = try await Program.run("bash", ["-c", script, TestEnvironment.midirec])
    #expect(result.status == 65)
    #expect(
      result.errors
        == "midirec: standard input: line 2, column 10: expected a velocity from 0 to 127 for on, found \"200\"\n"
    )
    _ = try await Program.midirec("send", "--out", "14:0", "ss 99")
    try await monitor.line(containing: "99", on: .output)
    let events = await monitor.interrupt().output.split(separator: "\n").map { $0.dropFirst(18) }
    #expect(events == ["note-on C4 velocity 100", "note-off C4 velocity 64", "song select 99"])
  }

  @Test func fileIsSentOnTime() async throws {
    try folder.write(
      Array("# two notes\non C4 100\n+200ms off C4 64 # and\n+300ms ss 99\n".utf8), to: "song.txt")
    let monitor = try await Program.startMonitor("--in", "14:0", "--json")
    let result = try await Program.midirec("send", "--out", "14:0", "--file", folder.path("song.txt"))
    #expect(result.status == 0)
    try await monitor.line(containing: "song-select", on: .output)
    let times = try await monitor.interrupt().output.split(separator: "\n").map {
      let event = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return try #require(event?["time"] as? Int)
    }
    #expect(times.count == 3)
    let first = try #require(times.first)
    for (time, expected) in zip(times, [0, 200, 500] as [Int64]) {
      let deviation = Nanoseconds(rawValue: Int64(time - first)) - .milliseconds(expected)
      #expect(deviation.magnitude <= .microseconds(100))
    }
  }

  @Test func virtualPortWaitsForReceiver() async throws {
    let sender = try await Program.startSending(as: "Words", ["on C4 1 off C4 0"])
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", "Words"])
    try await receiver.line(containing: "Note off", on: .output)
    #expect(await sender.result().status == 0)
    _ = await receiver.interrupt()
  }

  @Test func disconnectedOutputEndsSend() async throws {
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump"])
    let port = try #require(
      try await receiver.line(containing: "port", on: .output).firstMatch(of: /\d+:\d+/)?.output)
    let sender = try Program.start(
      TestEnvironment.midirec, ["send", "--out", String(port), "on C4 100 +60s mc"])
    try await receiver.line(containing: "Note on", on: .output)
    _ = await receiver.interrupt()
    let result = await sender.result()
    #expect(result.status == 69)
    #expect(result.errors == "midirec: the output disconnected; 1 message had been sent\n")
  }

  @Test func blockedReceiverIsReported() async throws {
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump"])
    let port = try #require(
      try await receiver.line(containing: "port", on: .output).firstMatch(of: /\d+:\d+/)?.output)
    try await receiver.suspend()
    let words = String(repeating: "ss 1 ", count: 1000)
    let result = try await Program.midirec("send", "--out", String(port), words)
    #expect(result.status == 3)
    let pattern = #/is full and hasn't read anything for 2 seconds; (\d+) messages had been sent\n/#
    let number = try #require(result.errors.firstMatch(of: pattern)?.output.1)
    let count = try #require(Int(number))
    // The sent events arrive when it reads, and no others.
    receiver.resume()
    try await receiver.line(containing: "Port unsubscribed", on: .output)
    let lines = await receiver.interrupt().output.split(separator: "\n")
    #expect(lines.count { $0.contains("Song select") } == count)
    #expect(count > 100)
  }
}
