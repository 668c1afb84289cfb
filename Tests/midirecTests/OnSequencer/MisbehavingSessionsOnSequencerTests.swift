import Foundation
import TestSupport
import Testing

/// Sessions whose programs do what none should: each ends within its limits and says what was wrong, nothing is left of
/// it, and the others run on.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct MisbehavingSessionsOnSequencerTests {
  /// A program, and what is said of it.
  struct Misbehaviour: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let command: String
    var options = ""
    let reason: String
    var status: Int32 = 1

    /// Whether a line of midirec's says this of a session.
    func isSaid(of session: String, in output: String) -> Bool {
      output.split(separator: "\n").contains {
        $0.hasPrefix(session) && $0.contains("failed: ") && $0.contains(reason)
      }
    }
  }

  static let all = [
    Misbehaviour(
      testDescription: "crash", command: ProgramSessions.mode("crash"),
      reason: "crashed by signal 6 (Aborted) after message 10 of 20, at "),
    Misbehaviour(
      testDescription: "crash-on-time", command: ProgramSessions.mode("crash"), options: "clock: real",
      // It may be seen a moment later only.
      reason: "crashed by signal 6 (Aborted) after message 1"),
    Misbehaviour(
      testDescription: "hang", command: ProgramSessions.mode("hang"), options: "limits: {answer: 1s}",
      reason: "hangs: it took nothing for 1 s, and 1 event waits for it, after message 11 of 20, at "),
    Misbehaviour(
      testDescription: "busy", command: ProgramSessions.mode("busy"), options: "limits: {answer: 1s}",
      reason: "still worked or played 1 s after message 10 of 20, at "),
    Misbehaviour(
      testDescription: "no-port", command: ProgramSessions.mode("noPort"), options: "limits: {ready: 3s}",
      reason:
        "never got ready: after 3 s it lacked exactly one port that takes events, or a port that gives events; "
        + "it has opened no port", status: 69),
    Misbehaviour(
      testDescription: "two-ports", command: ProgramSessions.shell("$0 map & exec $0 map"),
      options: "limits: {ready: 3s}",
      reason:
        "never got ready: after 3 s it had 2 ports that take events, of which \"input\" has to name one; of its "
        + "ports there are ", status: 69),
    Misbehaviour(
      testDescription: "old-file", command: ProgramSessions.mode("map", "12"),
      options: "folder: .\nfile: session.yaml",
      reason: "wrote nothing into \"session.yaml\", which was there before"),
    Misbehaviour(
      testDescription: "restless", command: ProgramSessions.shell("(while :; do :; done) & exec $0 map"),
      options: "limits: {ready: 3s}", reason: "is never at rest: it still worked 3 s after its start",
      status: 69),
    Misbehaviour(
      testDescription: "flood", command: ProgramSessions.mode("flood"), options: "limits: {replies: 100}",
      reason: "floods: it played "),
    Misbehaviour(
      testDescription: "close", command: ProgramSessions.mode("close"),
      reason: "closed its port \"Program under test In\" after message 10 of 20, at "),
    Misbehaviour(
      testDescription: "exit", command: ProgramSessions.mode("exit", "3"),
      reason: "ended by itself with status 3 after message 10 of 20, at "),
    Misbehaviour(
      testDescription: "fork",
      command: ProgramSessions.shell("(trap '' TERM; setsid sleep 1000 &); exec $0 map"),
      options: "limits: {end: 1s}",
      reason: "left processes behind, which had to be killed 1 s after SIGTERM: "),
    Misbehaviour(
      testDescription: "stubborn", command: ProgramSessions.shell("trap '' TERM; exec $0 map"),
      options: "limits: {end: 1s}", reason: "did not end within 1 s of SIGTERM, and was killed"),
    Misbehaviour(
      testDescription: "talk",
      command: ProgramSessions.shell("head -c 100000000 /dev/zero & exec $0 map"),
      reason: "wrote more than 16 MiB to its standard output or error"),
    Misbehaviour(
      testDescription: "status",
      command: ProgramSessions.shell("trap 'kill $p; exit 4' TERM; $0 map & p=$!; wait"),
      reason: "ended with status 4, where status 0 or SIGTERM was expected"),
  ]

  @Test(arguments: all) func itIsSaidAndNothingIsLeft(misbehaviour: Misbehaviour) async throws {
    let sessions = try ProgramSessions()
    try sessions.make("one", command: misbehaviour.command, misbehaviour.options)
    let start = ContinuousClock().now
    let result = try await sessions.tree.midirec("test")
    // All of its limits together, and the start of midirec and the program in the test kernel.
    #expect(ContinuousClock().now - start < .seconds(30))
    #expect(misbehaviour.isSaid(of: "one", in: result.output), "\(result.output)")
    #expect(result.status == misbehaviour.status, "\(result.errors)")
    #expect(ProgramSessions.remains() == [])
    #expect(try sessions.tree.files() == ["one/session.yaml", "one/take.mid"])
  }

  /// The real clock waits for nobody: nine messages are read, two hundred have room, and the others are lost.
  @Test func whatTheProgramsPoolHasNoRoomForIsLostAndNoDifference() async throws {
    let sessions = try ProgramSessions()
    try sessions.make(
      "one", noteCount: 200, every: 1, command: ProgramSessions.mode("hang"), "clock: real")
    try sessions.tree.folder.write(Array("something else\n".utf8), to: "one/program.expected.txt")
    let result = try await sessions.tree.midirec("test")
    #expect(
      result.output.contains(
        /one \(program\): failed: .*lost \d+ events for which its pool had no room, after (message|the last)/),
      "\(result.output)")
    #expect(result.status == 3, "\(result.errors)")
    #expect(ProgramSessions.remains() == [])
  }

  @Test func theOtherSessionsRunOn() async throws {
    let sessions = try ProgramSessions()
    for name in ["a-good", "m-good", "z-good"] {
      try sessions.make(name, command: ProgramSessions.mode("map", "12"))
    }
    _ = try await sessions.tree.midirec("test")
    let accepted = try await sessions.tree.midirec("accept")
    try #require(accepted.status == 0, "\(accepted.errors)")
    for misbehaviour in Self.all {
      try sessions.make(misbehaviour.testDescription, command: misbehaviour.command, misbehaviour.options)
    }
    let result = try await sessions.tree.midirec("test", "--jobs", "3")
    #expect(result.output.contains("3 passed, \(Self.all.count) failed"), "\(result.output)")
    for misbehaviour in Self.all {
      #expect(misbehaviour.isSaid(of: misbehaviour.testDescription, in: result.output), "\(result.output)")
    }
    #expect(ProgramSessions.remains() == [])
  }
}
