import Foundation
import TestSupport
import Testing

/// Steps of sessions and `midirec soak --faults`, with programs on simulated machines.
struct FaultCommandTests {
  private let sessions: ProgramSessions

  init() throws { sessions = try ProgramSessions() }

  private static let program = TestEnvironment.builtBesideTests("ProgramUnderTest")

  /// Returns the starts of notes, as times and keys, in the pending timeline of a session of notes every 100 ms.
  private func starts(_ steps: String, mode: String = "map") async throws -> [String] {
    try sessions.make("one", noteCount: 6, command: ProgramSessions.mode(mode, "0"), "steps: {\(steps)}")
    let result = try await sessions.midirec("test")
    let text = try #require(try? sessions.tree.text("one/program.pending.txt"), "\(result.output)")
    return text.split(separator: "\n").filter { $0.contains(" sounding ") }.map { line in
      "\(line.split(separator: " ")[0].prefix(5))"
    }
  }

  @Test(arguments: [
    ("50ms: pause 200ms", ["0.000", "0.250", "0.250", "0.300", "0.400", "0.500"]),
    ("150ms: unplug, 350ms: plug", ["0.000", "0.100", "0.400", "0.500"]),
    ("250ms: plug", ["0.300", "0.400", "0.500"]),
    ("150ms: fill input 200ms", ["0.000", "0.100", "0.400", "0.500"]),
    ("150ms: fill output 200ms", ["0.000", "0.100", "0.400", "0.500"]),
    ("150ms: kill", ["0.000", "0.100"]),
    ("150ms: kill, 350ms: restart", ["0.000", "0.100", "0.400", "0.500"]),
    ("150ms: restart", ["0.000", "0.100", "0.200", "0.300", "0.400", "0.500"]),
    ("150ms: lose 4 messages", ["0.000", "0.100", "0.400", "0.500"]),
  ])
  func stepChangesWhatArrives(steps: String, starts: [String]) async throws {
    let first = try await self.starts(steps)
    #expect(first == starts)
  }

  /// midirec plays on the port at which it would listen to the program.
  @Test func fullPoolForRepliesHoldsNoInstrumentUp() async throws {
    try sessions.make(
      "one", noteCount: 2, command: "[aseqdump, -p, '16:0']",
      """
      instruments: [LS0000]
      output: instruments
      compare: [timeline, output]
      steps: {0ms: fill output 50ms}
      """)
    let result = try await sessions.midirec("test")
    let text = try #require(try? sessions.tree.text("one/program.output.pending.txt"), "\(result.output)")
    #expect(text.split(separator: "\n").count { $0.contains("Note on") } == 2, "\(text)")
  }

  /// Programs, the kind of fault that shows their weakness, what is found, and a line that remains of the storm.
  private static let weakPrograms: [(mode: String, fault: String, violation: String, line: String)] =
    [
      ("forgetsWhenUnplugged", "unplug", "released: ", "unplug")
    ]
    + (TestEnvironment.isFull
      ? [
        ("remembers", "restart", "released: ", "restart"),
        ("stopsAtOverrun", "fill", "alive: hangs: it read no events for 5 s", "fill input 0.1s"),
        ("hearsFirstClient", "join", "paired: ", "join"),
        ("exitsWhenUnplugged", "unplug", "alive: ended by itself with status 1", "unplug"),
        ("needsSender", "late", "alive: ended by itself with status 1", "plug"),
        ("skipsAfterPause", "pause", "released: ", "pause "),
        ("exitsWhenUnheard", "fill", "alive: ended by itself with status 1", "fill output 0.1s"),
        ("needsNoteOn", "lose", "alive: ended by itself with status 1", "lose 1 message"),
        ("locks", "restart", "alive: ended by itself with status 1", "restart"),
      ] : [])

  @Test(arguments: weakPrograms)
  func soakFindsWeakProgram(mode: String, fault: String, violation: String, line: String) async throws {
    try sessions.make(
      "weak", noteCount: 4, command: "[\"\(Self.program)\", \(mode)]\nsoak: {lean: false, faults: [\(fault)]}"
    )
    let result = try await sessions.midirec("soak", "weak", "--storms", "16", "--messages", "20")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains(violation), "\(result.output)")
    #expect(result.output.contains("  \(line)"), "\(result.output)")
    #expect(result.output.matches(of: #/\n  \d\.\d+  /#).count <= 6, "\(result.output)")
    let test = try await sessions.midirec("test", "weak/soak.findings")
    #expect(test.status == 1)
    #expect(test.output.contains(violation), "\(test.output)")
  }

  @Test(arguments: TestEnvironment.isFull ? ["sturdy", "map"] : ["sturdy"])
  func soakFindsNoFaultOfRightProgram(mode: String) async throws {
    try sessions.make(
      "right", noteCount: 4, command: "[\"\(Self.program)\", \(mode)]\nsoak: {lean: false, faults: true}")
    let result = try await sessions.midirec("soak", "right", "--storms", "16", "--messages", "30")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("; no fault found\n"))
  }

  @Test func faultsNeedAProgram() async throws {
    try sessions.tree.makeSession("notes", notesAt: [0], "subjects: [notes]")
    let result = try await sessions.midirec("soak", "notes", "--faults", "--storms", "1")
    #expect(result.errors.contains("notes: --faults has no effect"), "\(result.errors)")
  }
}
