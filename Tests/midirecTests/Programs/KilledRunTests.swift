import Foundation
import TestSupport
import Testing

/// No process or file of programs remains, however midirec ends.
@Suite(.serialized) struct KilledRunTests {
  /// Runs two long sessions in parallel, ends midirec with a signal, and returns its result.
  private func end(by signal: Int32) async throws -> Program.Result {
    let sessions = try ProgramSessions()
    // It spins, so that its machine runs until it is killed.
    let script = "trap '' TERM; (setsid sleep 1000 &); while :; do :; done"
    for name in ["a", "b"] { try sessions.make(name, command: ProgramSessions.shell(script)) }
    let midirec = try Program.start(
      "env", ["-u", "CI"] + sessions.variables + [TestEnvironment.midirec, "test", "--jobs", "2"],
      in: sessions.tree.folder.path)
    // On a separate thread: a task would wait for tests that compute, while the spinning programs reach their limit.
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

  @Test func ctrlCStopsPrograms() async throws {
    #expect(try await end(by: SIGINT).status == 130)
  }

  @Test func terminationStopsPrograms() async throws {
    #expect(try await end(by: SIGTERM).status != 0)
  }

  @Test func killLeavesNoPrograms() async throws {
    #expect(try await end(by: SIGKILL).status == 128 + 9)
  }
}
