import Foundation
import TestSupport
import Testing

/// Whatever ends midirec while programs run: nothing of them is left.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct KilledRunOnSequencerTests {
  /// Runs two sessions at once that take long, ends midirec in their middle, and says how it ended.
  private func end(by signal: Int32) async throws -> Program.Result {
    let sessions = try ProgramSessions()
    let script =
      "trap '' TERM; touch mine; (setsid sleep 1000 &); exec $0 slow 500000"
    // Who stops it waits a shorter time than a program has that isn't stopped.
    for name in ["a", "b"] {
      try sessions.make(name, command: ProgramSessions.shell(script), "limits: {end: 60s}")
    }
    let midirec = try Program.start(
      "env", ["-u", "CI", TestEnvironment.midirec, "test", "--jobs", "2"], in: sessions.tree.folder.path)
    // From then on they are connected, and what is played to them takes ten seconds.
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(60)
    while ProgramSessions.clientCount < 2 {
      try #require(clock.now < deadline, "\(midirec.text(on: .output)) \(midirec.text(on: .errors))")
      try await Task.sleep(for: .milliseconds(10))
    }
    let start = clock.now
    midirec.signal(signal)
    let result = await midirec.result()
    if signal != SIGKILL {
      #expect(clock.now - start < .seconds(30))
      #expect(ProgramSessions.remains() == [])
    }
    #expect(try await ProgramSessions.remainsInTheEnd() == [])
    #expect(try !sessions.tree.files().contains { $0.hasSuffix("pending.txt") })
    return result
  }

  @Test func ctrlCStopsThePrograms() async throws {
    #expect(try await end(by: SIGINT).status == 130)
  }

  @Test func terminatedItStopsThePrograms() async throws {
    #expect(try await end(by: SIGTERM).status != 0)
  }

  @Test func killedItLeavesNoPrograms() async throws {
    #expect(try await end(by: SIGKILL).status == 128 + 9)
  }
}
