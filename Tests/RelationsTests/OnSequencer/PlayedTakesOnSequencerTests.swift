import MIDICore
import MIDIFiles
import TestSupport
import Testing

/// The messages that `play` sends and `capture` receives equal the take.
@Suite(.onSimulatedMachine)
struct PlayedTakesOnSequencerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The first takes of a run that are one piece, since each takes a second on the machine.
  private var takes: [WildTake] {
    WildTake.seeds.prefix(TestEnvironment.isFull ? 200 : 8).map { WildTake(seed: $0) }
      .filter { $0.format < 2 || $0.tracks.count == 1 }
  }

  /// Returns the messages of a file in the order of a replay, without clocks and active sensing, which captures drop.
  private func messages(of path: String) throws -> [Message] {
    try MIDIFile.decode(try folder.bytes(path)).file.recording().messagesInOrder.map(\.message)
      .filter { ![.activeSensing, .timingClock].contains($0) }
  }

  @Test func captureOfReplayIsTheTake() async throws {
    for take in takes {
      let name = "\(take.seed).mid"
      try folder.write(take.bytes, to: name)
      let capture = try await Program.startCapture("--in", "14:0", "-o", "captured-\(name)", in: folder.path)
      let player = try await Program.midirec("play", name, "--out", "14:0", in: folder.path)
      #expect(player.status == 0, "MIDIREC_SEED=\(take.seed): \(player.errors)")
      _ = await capture.interrupt()
      let sent = try messages(of: name)
      // After the take, `play` ends its notes and releases its pedals.
      let received = try messages(of: "captured-\(name)").prefix(sent.count)
      if let place = zip(sent, received).enumerated().first(where: { $0.element.0 != $0.element.1 }) {
        Issue.record("MIDIREC_SEED=\(take.seed): message \(place.offset + 1) is \(place.element)")
      }
      #expect(received.count == sent.count, "MIDIREC_SEED=\(take.seed)")
    }
  }

  @Test func takeOfLaterInputsIsTheTake() async throws {
    for take in takes.prefix(TestEnvironment.isFull ? 40 : 2) {
      let name = "\(take.seed).mid"
      try folder.write(take.bytes, to: name)
      let sent = try messages(of: name)
      let capture = try await Program.startCapture("--in", "all", "-o", "later-\(name)", in: folder.path)
      // The second time, it is the same input.
      for count in 1...2 {
        let player = try await Program.startPlaying(name, as: "Late", in: folder.path)
        #expect(await player.result().status == 0)
        try await capture.lines(containing: "Late disconnected at ", count: count)
      }
      _ = await capture.interrupt()
      let recording = try MIDIFile.decode(try folder.bytes("later-\(name)")).file.recording()
      let tracks = recording.tracks.filter { $0.name == "Late" }
      #expect(tracks.count == 1, "MIDIREC_SEED=\(take.seed)")
      let received = (tracks.first?.messages ?? []).map(\.message)
      // After the take, `play` ends its notes and releases its pedals.
      let isSame = received.starts(with: sent) && received.suffix(received.count / 2).starts(with: sent)
      #expect(isSame, "MIDIREC_SEED=\(take.seed)")
    }
  }
}
