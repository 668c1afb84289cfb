import Foundation
import MIDICore
import TestSupport
import Testing

/// Replays to an instrument that is disconnected and reconnected, and the speed of its MIDI link.
@Suite(.onSimulatedMachine)
struct ReplugOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func document(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Returns the number of open files of a process and its memory in KiB.
  private func resources(of process: Int32) throws -> (descriptorCount: Int, memory: Int) {
    // The minimum of several readings excludes files that are open only for a moment.
    let counts = try (0..<20).map { _ in
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
    let descriptors = try #require(counts.min())
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let memory = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.output.1) })
    return (descriptors, memory)
  }

  /// Returns the number of ports to which players are connected.
  private func connectionCountOfPlayers() throws -> Int {
    let clients = try String(contentsOfFile: "/proc/asound/seq/clients", encoding: .utf8)
    let sections = clients.split(separator: "Client ").filter { $0.contains("\"play\"") }
    return sections.flatMap { $0.matches(of: /Connecting To: (.*)/) }
      .reduce(0) { $0 + $1.output.1.split(separator: ",").count }
  }

  @Test func replayContinuesUnderAnyClientNumber() async throws {
    let replugCount = TestEnvironment.isFull ? 50 : 5
    // A controller and a program at the start, then ten minutes of notes.
    var messages: [(Int64, Message)] = [
      (0, .programChange(channel: .number(1), program: 5)),
      (0, .controlChange(channel: .number(1), controller: 74, value: 99)),
    ]
    for start in stride(from: Int64(10), to: 600_000, by: 100) {
      messages.append((start, .noteOn(channel: .number(1), note: 60, velocity: 100)))
      messages.append((start + 50, .noteOff(channel: .number(1), note: 60, velocity: 64)))
    }
    let file = try folder.write(Samples.file(messages), to: "long.mid")
    var instrument = try await VirtualLinnStrument.plug(unit: 0)
    let player = try Program.start(
      TestEnvironment.midirec, ["play", file, "--out", instrument.port, "--json"])
    var numbers: Set<String> = [instrument.port]
    var others: [VirtualLinnStrument] = []
    var before: (descriptorCount: Int, memory: Int)?
    for replug in 0..<replugCount {
      // The player's port receives the events that are sent to the instrument.
      let receiver = try Program.start("stdbuf", ["-oL", "aseqdump", "-p", instrument.playerPort])
      try await receiver.line(containing: "Note on", on: .output)
      #expect(try connectionCountOfPlayers() == 1)
      _ = await receiver.interrupt()
      if replug == 1 { before = try resources(of: player.processID) }
      try await instrument.unplug()
      try await player.lines(containing: "disconnected at", count: replug + 1)
      // A similar instrument takes its number and disconnects, so the number changes.
      if replug % 2 == 0 {
        others.append(try await VirtualLinnStrument.plug(unit: 1))
      } else if let other = others.popLast() {
        try await other.unplug()
      }
      instrument = try await VirtualLinnStrument.plug(unit: 0)
      numbers.insert(instrument.port)
      try await player.lines(containing: "reconnected at", count: replug + 1)
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
    // The buffer of an instrument that is being disconnected can be full for a message or two.
    #expect(report["lost"] as? Int ?? .max <= 5 * replugCount)
    #expect(numbers.count > 1, "\(numbers)")
    let received = await receiver.interrupt().output
    // The receiver may have started in the middle of a note.
    #expect(received.matches(of: /Note on/).count <= received.matches(of: /Note off/).count)
    for other in others { try await other.unplug() }
    try await instrument.unplug()
  }

  @Test func exclusiveMessagesArePacedForInstrumentsOnly() async throws {
    let message = Message.systemExclusive(SystemExclusive(payload: .init(repeating: 1, count: 2000)))
    let file = try folder.write(
      Samples.file([(0, message), (1, .songSelect(3))]), to: "exclusive.mid")
    let instrument = try await VirtualLinnStrument.plug(unit: 0)
    // The other message waits for 2,002 bytes of 320 µs each.
    let paced = Nanoseconds.milliseconds(640)
    let result = try await Program.midirec("play", file, "--out", instrument.port, "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try document(result.output)
    #expect(report["sent"] as? Int == 2)
    #expect(report["elapsed"] as? Int ?? 0 >= paced.rawValue)
    let largest = Nanoseconds(
      rawValue: Int64(try #require((report["lateness"] as? [String: Int])?["largest"])))
    #expect((paced - .milliseconds(1)...paced + .milliseconds(2)).contains(largest), "\(largest)")

    let other = try document(try await Program.midirec("play", file, "--out", "14:0", "--json").output)
    #expect(other["sent"] as? Int == 2)
    // The recording's own millisecond, and the note-offs at the end.
    #expect(try #require(other["elapsed"] as? Int) < 2_000_000)
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
    // The driver has dropped no event, because the next message arrives.
    try await receiver.line(containing: "Song select", on: .output)
    let dump = await receiver.interrupt().output
    #expect(dump.matches(of: #/ 01\b/#).count == 2000, "\(dump.count)")
    try await instrument.unplug()
  }
}
