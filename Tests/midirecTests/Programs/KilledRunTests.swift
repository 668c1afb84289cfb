import Foundation
import TestSupport
import Testing

/// Nothing of programs is left, whatever ends midirec.
@Suite(.serialized) struct KilledRunTests {
  /// Runs two sessions at once that take long, ends midirec in their middle, and says how it ended.
  private func end(by signal: Int32) async throws -> Program.Result {
    let sessions = try ProgramSessions()
    // It spins, so that its machine runs until it is killed.
    let script = "trap '' TERM; (setsid sleep 1000 &); while :; do :; done"
    for name in ["a", "b"] { try sessions.make(name, command: ProgramSessions.shell(script)) }
    let midirec = try Program.start(
      "env", ["-u", "CI"] + sessions.variables + [TestEnvironment.midirec, "test", "--jobs", "2"],
      in: sessions.tree.folder.path)
    // A task of a test has to wait for tests that compute, and the spinning programs are given up meanwhile.
    try await onOwnThread {
      let deadline = ContinuousClock.now + .seconds(60)
      // At most one session per processor runs at a time.
      while sessions.machineCount < min(2, ProcessInfo.processInfo.activeProcessorCount) {
        try #require(
          ContinuousClock.now < deadline, "\(midirec.text(on: .output)) \(midirec.text(on: .errors))")
        usleep(10_000)
      }
      midirec.signal(signal)
    }
    let result = await midirec.result()
    if signal != SIGKILL { #expect(sessions.remains() == []) }
    #expect(try await sessions.remainsInTheEnd() == [])
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
