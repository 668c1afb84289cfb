import MIDICore
import TestSupport
import Testing

/// What a session can say of a program, end to end.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct ProgramOptionsOnSequencerTests {
  private let sessions: ProgramSessions

  init() throws { sessions = try ProgramSessions() }

  /// Expects that a session fails, and that nothing is left of it.
  private func expectFailure(
    _ command: String, _ options: String, _ reason: String, status: Int32 = 1,
    within limit: Duration = .seconds(30)
  ) async throws {
    try sessions.make("one", command: command, options)
    let start = ContinuousClock().now
    let result = try await sessions.tree.midirec("test")
    #expect(ContinuousClock().now - start < limit)
    #expect(result.output.contains("the subject \"program\": \(reason)"), "\(result.output)")
    #expect(result.status == status, "\(result.errors)")
    #expect(ProgramSessions.remains() == [])
  }

  /// The timeline of a session of which nothing is expected yet.
  private func timeline(_ command: String, _ options: String = "") async throws -> String {
    try sessions.make("one", command: command, options)
    let result = try await sessions.tree.midirec("test")
    return try #require(try? sessions.tree.text("one/program.pending.txt"), "\(result.output)")
  }

  @Test func theLimitOfAllEndsOneThatIsSlow() async throws {
    try await expectFailure(
      ProgramSessions.mode("slow", "400000"), "limits: {total: 2s}",
      "was not done within 2 s: time was over after message ")
  }

  @Test func theLimitOfAllEndsTheWaitForAnAnswer() async throws {
    try await expectFailure(
      ProgramSessions.mode("hang"), "limits: {answer: 90s, total: 5s}",
      "was not done within 5 s: time was over after message 11 of 20, at 0.500000",
      within: .seconds(60))
  }

  @Test func theLimitOfRepliesCountsBesideTenForEachMessage() async throws {
    try await expectFailure(
      ProgramSessions.mode("repeating", "12"), "limits: {replies: 1}",
      "floods: it played 12 messages in answer to one group, after message 1 of 20, at 0.000000")
    let text = try await timeline(ProgramSessions.mode("repeating", "12"), "limits: {replies: 2}")
    #expect(text.contains(" sounding "))
  }

  @Test func quietIsWaitedForAfterEachGroup() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try await timeline(ProgramSessions.mode("map"), "quiet: 200ms")
    #expect(clock.now - start >= .milliseconds(20 * 200))
  }

  @Test func oneThatIsNeverAtRestIsUnavailable() async throws {
    try await expectFailure(
      ProgramSessions.shell("while :; do :; done & exec $0 map"), "limits: {ready: 5s}",
      "is never at rest: it still worked 5 s after its start", status: 69)
  }

  @Test func aLossOfEventsIsAnErrorOfItsOwn() async throws {
    try sessions.tree.makeSession(
      "one", notesAt: (0..<300).map { $0 / 100 },
      """
      subjects:
        - program:
            command: \(ProgramSessions.mode("hang"))
            clock: real
      """)
    let result = try await sessions.tree.midirec("test")
    #expect(result.output.contains("the subject \"program\": lost "), "\(result.output)")
    #expect(result.output.contains(" events for which its pool had no room, after the last of 600 messages"))
    #expect(result.status == 3, "\(result.errors)")
  }

  @Test func eachAnswerOfASlowProgramHasTheTimeOfItsCause() async throws {
    let slow = try await timeline(ProgramSessions.mode("slow", "20000"))
    try sessions.tree.folder.remove("one/program.pending.txt")
    #expect(try await timeline(ProgramSessions.mode("map", "0")) == slow)
    for time in ["0.000000 1 1 note C4 60 sounding", "0.300000 1 1 note D#4 63 sounding"] {
      #expect(slow.contains("\n\(time) "), "\(slow)")
    }
    #expect(slow.contains("\n0.350000 1 1 note D#4 63 released"))
  }

  /// What a recording leaves sounding is ended before the program is. That is no part of the recording, but the program
  /// gets it, and can write about it.
  @Test(arguments: ["lockstep", "real"])
  func whatEndsSoundingNotesIsTakenBeforeTheProgramEnds(clock: String) async throws {
    try sessions.make(
      "one", command: ProgramSessions.mode("slow", "50000"), "clock: \(clock)\ncompare: [output, timeline]")
    try sessions.tree.folder.write(
      Samples.file([
        (0, .noteOn(channel: 0, note: 60, velocity: 100)), (0, .noteOn(channel: 0, note: 64, velocity: 100)),
        (0, .controlChange(channel: 0, controller: 64, value: 127)), (500, .pitchBend(channel: 1, value: 0)),
      ]), to: "one/take.mid")
    let result = try await sessions.tree.midirec("test")
    let count = try #require(try? sessions.tree.text("one/program.output.pending.txt"), "\(result.output)")
    // Two notes, a pedal and a bend begin, and end.
    #expect(count == "8\n")
    let timeline = try sessions.tree.text("one/program.pending.txt")
    #expect(timeline.split(separator: "\n").count { $0.contains(" hanging") } == 2, "\(timeline)")
    #expect(!timeline.contains(" released"), "\(timeline)")
  }

  @Test func onTheRealClockTheTailIsListenedTo() async throws {
    let text = try await timeline(ProgramSessions.mode("delay", "300"), "clock: real\ntail: 1500ms")
    #expect(text.split(separator: "\n").count { $0.contains(" released") } == 10, "\(text)")
    #expect(text.contains("\n2.450000 end"), "\(text)")
  }
}
