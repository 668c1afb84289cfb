import Foundation
import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// Replays to an instrument that is pulled out and put back, and what its wire can carry.
@Suite(
  .enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized,
  .enabled(if: VirtualLinnStrument.isAvailable, "virtual USB instruments are made in the test kernel only"))
struct ReplugOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func document(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// What a process has open, and how much memory it takes, in kilobytes.
  private func resources(of process: Int32) throws -> (descriptorCount: Int, memory: Int) {
    // The fewest of several looks: what is open for a moment only isn't kept open, what is left stays in each of them.
    let counts = try (0..<20).map { _ in
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
    let descriptors = try #require(counts.min())
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let memory = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.output.1) })
    return (descriptors, memory)
  }

  /// How many ports players are connected to, by the kernel's own list.
  private func connectionCountOfPlayers() throws -> Int {
    let clients = try String(contentsOfFile: "/proc/asound/seq/clients", encoding: .utf8)
    let sections = clients.split(separator: "Client ").filter { $0.contains("\"play\"") }
    return sections.flatMap { $0.matches(of: /Connecting To: (.*)/) }
      .reduce(0) { $0 + $1.output.1.split(separator: ",").count }
  }

  @Test func aReplayGoesOnWhereverTheInstrumentIsPutBack() async throws {
    let replugCount = TestEnvironment.isLong ? 50 : 5
    // A controller and a program at the start, then notes, without end.
    var messages: [(Int64, Message)] = [
      (0, .programChange(channel: 0, program: 5)), (0, .controlChange(channel: 0, controller: 74, value: 99)),
    ]
    for start in stride(from: Int64(10), to: 600_000, by: 100) {
      messages.append((start, .noteOn(channel: 0, note: 60, velocity: 100)))
      messages.append((start + 50, .noteOff(channel: 0, note: 60, velocity: 64)))
    }
    let file = try folder.write(Samples.file(messages), to: "long.mid")
    var instrument = try await VirtualLinnStrument.plug(unit: 0)
    let player = try Program.start(
      TestEnvironment.midirec, ["play", file, "--out", instrument.port, "--json"])
    var numbers: Set<String> = [instrument.port]
    var others: [VirtualLinnStrument] = []
    var before: (descriptorCount: Int, memory: Int)?
    for replug in 0..<replugCount {
      // Its other side hears what is played to it.
      let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", instrument.playerPort])
      try await receiver.line(containing: "Note on", on: .output)
      #expect(try connectionCountOfPlayers() == 1)
      _ = await receiver.interrupt()
      if replug == 1 { before = try resources(of: player.processID) }
      try await instrument.unplug()
      try await player.lines(containing: "went away at", count: replug + 1)
      // Others of its make take its number, and leave again: so it comes back under changing numbers.
      if replug % 2 == 0 {
        others.append(try await VirtualLinnStrument.plug(unit: 1))
      } else if let other = others.popLast() {
        try await other.unplug()
      }
      instrument = try await VirtualLinnStrument.plug(unit: 0)
      numbers.insert(instrument.port)
      try await player.lines(containing: "is back at", count: replug + 1)
    }
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", instrument.playerPort])
    try await receiver.line(containing: "Note on", on: .output)
    let after = try resources(of: player.processID)
    let first = try #require(before)
    #expect(after.descriptorCount == first.descriptorCount)
    #expect(after.memory < first.memory + 2048, "\(first.memory) kB, then \(after.memory) kB")
    let result = await player.interrupt()
    #expect(result.status == 130)
    let report = try document(result.output)
    #expect(report["gaps"] as? Int == replugCount)
    #expect(report["unsent"] as? Int ?? 0 > 0)
    // An instrument that is being pulled out stands still at first: its buffer has no room for a message or two.
    #expect(report["lost"] as? Int ?? .max <= 5 * replugCount)
    #expect(numbers.count > 1, "\(numbers)")
    let received = await receiver.interrupt().output
    // It came in the middle of a note, perhaps.
    #expect(received.matches(of: /Note on/).count <= received.matches(of: /Note off/).count)
    for other in others { try await other.unplug() }
    try await instrument.unplug()
  }

  @Test func exclusiveMessagesGoToAnInstrumentAtTheWiresPaceAndToProgramsAtOnce() async throws {
    let message = Message.systemExclusive(SystemExclusive(payload: .init(repeating: 1, count: 2000)))
    let file = try folder.write(
      Samples.file([(0, message), (1, .songSelect(3))]), to: "exclusive.mid")
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    // 2,002 bytes of 320 µs each; the other message had to wait so long.
    let paced = Nanoseconds.milliseconds(640)
    let latenesses = try await tries(until: .seconds(1)) { _ in
      let result = try await Program.midirec("play", file, "--out", instrument.port, "--json")
      #expect(result.status == 0, "\(result.errors)")
      let report = try document(result.output)
      #expect(report["sent"] as? Int == 2)
      #expect(report["elapsed"] as? Int ?? 0 >= paced.rawValue)
      let lateness = try #require(report["lateness"] as? [String: Int])
      return Nanoseconds(rawValue: Int64(try #require(lateness["largest"])))
    }
    #expect(
      (paced - .milliseconds(1)...(.seconds(1))).contains(try #require(latenesses.last)), "\(latenesses)")

    let spans = try await tries(until: paced) { _ in
      let report = try document(try await Program.midirec("play", file, "--out", "14:0", "--json").output)
      #expect(report["sent"] as? Int == 2)
      return Nanoseconds(rawValue: Int64(try #require(report["elapsed"] as? Int)))
    }
    #expect(try #require(spans.last) < paced, "\(spans)")
    try await instrument.unplug()
  }

  @Test func sendPacesExclusiveMessagesToAnInstrument() async throws {
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", instrument.playerPort])
    try await receiver.line(containing: "Waiting for data", on: .output)
    let words = "syx hex " + String(repeating: "01 ", count: 2000) + "ss 3"
    var result: Program.Result?
    let duration = try await ContinuousClock().measure {
      result = try await Program.midirec("send", "--out", instrument.port, words)
    }
    #expect(result?.status == 0, "\(result?.errors ?? "")")
    // 2,002 bytes of 320 µs each.
    #expect(duration >= .milliseconds(640))
    // Its driver has dropped nothing of it: what comes after it has come, too.
    try await receiver.line(containing: "Song select", on: .output)
    let dump = await receiver.interrupt().output
    #expect(dump.matches(of: #/ 01\b/#).count == 2000, "\(dump.count)")
    try await instrument.unplug()
  }
}
