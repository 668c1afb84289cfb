import Foundation
import TestSupport
import Testing

/// `midirec soak` and `midirec shrink` with programs on simulated machines.
struct SoakCommandTests {
  private let sessions: ProgramSessions

  init() throws { sessions = try ProgramSessions() }

  private static let program = TestEnvironment.builtBesideTests("ProgramUnderTest")

  @Test func programWithoutFaultPasses() async throws {
    let result = try await sessions.midirec("soak", "--storms", "2", "--", Self.program, "map", "0")
    #expect(result.status == 0)
    #expect(result.output.contains("map 0: 2 storms of seed 0 with "))
    #expect(result.output.contains("; no fault found\n"))
  }

  @Test func crashIsReducedKeptAndPlayedFirst() async throws {
    let words = ["soak", "--storms", "4", "--", Self.program, "crash"]
    let result = try await sessions.tree.midirec(words, variables: sessions.variables)
    #expect(result.status == 1)
    #expect(result.output.contains("alive: crashed by signal 6 (Aborted)"))
    // The program crashes at the tenth event of any kind.
    #expect(result.output.matches(of: #/\n  \d\.\d+  /#).count == 10)
    let name = try #require(result.output.firstMatch(of: /soak\.findings\/alive-[0-9a-f]{6}/)).output
    let test = try await sessions.midirec("test", ".")
    #expect(test.status == 1)
    #expect(
      test.output.contains("\(name) (program.findings): different: alive: crashed by signal 6 (Aborted)"))
    let again = try await sessions.tree.midirec(words, variables: sessions.variables)
    #expect(again.status == 1)
    #expect(again.output.contains("; no other fault found\n"))
  }

  @Test(.enabled(if: TestEnvironment.isFull))
  func leakIsFound() async throws {
    let result = try await sessions.midirec("soak", "--storms", "1", "--", Self.program, "leaking", "256")
    #expect(result.status == 1)
    #expect(result.output.contains("lean: "))
    // Each message leaks.
    #expect(result.output.matches(of: #/\n  \d\.\d+  /#).count == 1)
  }

  @Test func takeOfASessionIsReduced() async throws {
    try sessions.make("sent", noteCount: 40, every: 20, command: ProgramSessions.mode("unreadable"))
    let result = try await sessions.midirec("shrink", "sent")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("sent: defined: sent an event that MIDI doesn't have (pitch bend 8192"))
    #expect(result.output.matches(of: #/\n  \d\.\d+  /#).count == 10)
    let found = try await sessions.midirec("test", "sent/soak.findings")
    #expect(found.status == 1)
    #expect(
      found.output.contains("(program.findings): different: defined: sent an event that MIDI doesn't have"))
  }
}
