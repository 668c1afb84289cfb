import Foundation
import TestSupport
import Testing

/// Sessions whose programs misbehave. Each ends within its limits with a reason and leaves nothing behind, and the
/// others continue.
@Suite(.serialized) struct MisbehavingSessionsTests {
  /// A program, and the expected report.
  struct Misbehavior: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let command: String
    var options = ""
    let reason: String
    var status: Int32 = 1

    /// Returns whether a line of midirec reports this for a session.
    func isReported(of session: String, in output: String) -> Bool {
      output.split(separator: "\n").contains {
        $0.hasPrefix(session) && $0.contains("failed: ") && $0.contains(reason)
      }
    }
  }

  static let all = [
    Misbehavior(
      testDescription: "crash", command: ProgramSessions.mode("crash"),
      reason: "crashed by signal 6 (Aborted) after message 10 of 20, at "),
    Misbehavior(
      testDescription: "hang", command: ProgramSessions.mode("hang"),
      options: "tail: 2s\nlimits: {answer: 1s}",
      reason: "hangs: it read no events for 1 s although 10 events are pending, after the last of 20 messages"
    ),
    Misbehavior(
      testDescription: "busy", command: ProgramSessions.mode("busy"), options: "limits: {standstill: 2s}",
      reason: "never pauses: simulated time stood still for 2 s while \""),
    Misbehavior(
      testDescription: "no-port", command: ProgramSessions.mode("noPort"), options: "limits: {ready: 3s}",
      reason:
        "was never ready: after 3 s it lacked exactly one port that receives events, or a port that sends events; "
        + "it opened no port", status: 69),
    Misbehavior(
      testDescription: "two-ports", command: ProgramSessions.shell("$0 map & exec $0 map"),
      options: "limits: {ready: 3s}",
      reason:
        "was never ready: after 3 s it has 2 ports that receive events; name one with \"input\"; its ports are ",
      status: 69),
    Misbehavior(
      testDescription: "old-file", command: ProgramSessions.mode("map", "12"),
      options: "folder: .\nfile: session.yaml",
      reason: "didn't write \"session.yaml\", which already existed"),
    Misbehavior(
      testDescription: "restless", command: ProgramSessions.shell("(while :; do :; done) & exec $0 map"),
      options: "limits: {standstill: 2s}",
      reason: "never pauses: simulated time stood still for 2 s while \"sh -c "),
    Misbehavior(
      testDescription: "flood", command: ProgramSessions.mode("flood"), options: "limits: {replies: 100}",
      reason: "floods: it sent "),
    Misbehavior(
      testDescription: "unreadable", command: ProgramSessions.mode("unreadable"),
      reason: "sent an event that MIDI doesn't have (pitch bend 8192; MIDI allows -8192 to 8191) "
        + "after message 10 of 20, at "),
    Misbehavior(
      testDescription: "close", command: ProgramSessions.mode("close"),
      reason: "closed its port \"Program under test In\" after message 10 of 20, at "),
    Misbehavior(
      testDescription: "exit", command: ProgramSessions.mode("exit", "3"),
      reason: "ended by itself with status 3 after message 10 of 20, at "),
    Misbehavior(
      testDescription: "fork",
      command: ProgramSessions.shell("(trap '' TERM; setsid sleep 1000 &); exec $0 map"),
      options: "limits: {end: 1s}",
      reason: "left processes behind, which had to be killed: "),
    Misbehavior(
      testDescription: "stubborn", command: ProgramSessions.shell("trap '' TERM; exec $0 map"),
      options: "limits: {end: 1s}", reason: "didn't end within 1 s of SIGTERM, and was killed"),
    Misbehavior(
      testDescription: "talk",
      command: ProgramSessions.shell("head -c 100000000 /dev/zero & exec $0 map"),
      reason: "wrote more than 16 MiB to its standard output or error"),
    Misbehavior(
      testDescription: "status",
      command: ProgramSessions.shell("trap 'kill $p; exit 4' TERM; $0 map & p=$!; wait"),
      reason: "ended with status 4 instead of status 0 or SIGTERM"),
  ]

  @Test(arguments: all) func misbehaviorIsReportedAndLeavesNothing(misbehavior: Misbehavior) async throws {
    let sessions = try ProgramSessions()
    try sessions.make("one", command: misbehavior.command, misbehavior.options)
    let result = try await sessions.midirec("test")
    #expect(misbehavior.isReported(of: "one", in: result.output), "\(result.output)")
    #expect(result.status == misbehavior.status, "\(result.errors)")
    #expect(sessions.remains() == [])
    #expect(try sessions.tree.files() == ["one/session.yaml", "one/take.mid"])
  }

  /// The programs that run next to others: in short tests one per kind of end, in full tests all.
  private static let neighbors =
    TestEnvironment.isFull
    ? all : all.filter { ["crash", "busy", "fork", "talk"].contains($0.testDescription) }

  @Test func otherSessionsContinue() async throws {
    let sessions = try ProgramSessions()
    for name in ["a-good", "m-good", "z-good"] {
      try sessions.make(name, command: ProgramSessions.mode("map", "12"))
    }
    _ = try await sessions.midirec("test")
    let accepted = try await sessions.midirec("accept")
    try #require(accepted.status == 0, "\(accepted.errors)")
    for misbehavior in Self.neighbors {
      try sessions.make(misbehavior.testDescription, command: misbehavior.command, misbehavior.options)
    }
    let result = try await sessions.midirec("test", "--jobs", "3")
    #expect(result.output.contains("3 passed, \(Self.neighbors.count) failed"), "\(result.output)")
    for misbehavior in Self.neighbors {
      #expect(misbehavior.isReported(of: misbehavior.testDescription, in: result.output), "\(result.output)")
    }
    #expect(sessions.remains() == [])
  }
}
