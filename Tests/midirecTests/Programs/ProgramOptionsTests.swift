import MIDICore
import TestSupport
import Testing

/// The options of programs under test.
@Suite(.serialized) struct ProgramOptionsTests {
  private let sessions: ProgramSessions

  init() throws { sessions = try ProgramSessions() }

  /// Expects a session to fail and to leave nothing behind.
  private func expectFailure(
    _ command: String, _ options: String, _ reason: String, status: Int32 = 1
  ) async throws {
    try sessions.make("one", command: command, options)
    let result = try await sessions.midirec("test")
    #expect(result.output.contains("the subject \"program\": \(reason)"), "\(result.output)")
    #expect(result.status == status, "\(result.errors)")
    #expect(sessions.remains() == [])
  }

  /// Returns the pending timeline of a new session.
  private func timeline(_ command: String, _ options: String = "") async throws -> String {
    try sessions.make("one", command: command, options)
    let result = try await sessions.midirec("test")
    return try #require(try? sessions.tree.text("one/program.pending.txt"), "\(result.output)")
  }

  @Test func replyLimitAddsToTenPerMessage() async throws {
    try await expectFailure(
      ProgramSessions.mode("repeating", "22"), "limits: {replies: 1}",
      "floods: it sent 22 messages within a second")
    let text = try await timeline(ProgramSessions.mode("repeating", "12"), "limits: {replies: 100}")
    #expect(text.contains(" sounding "))
  }

  @Test(arguments: [true, false])
  func lightsOfReplies(areRead: Bool) async throws {
    try sessions.make("one", command: ProgramSessions.mode("repeating", "1"), "lights: \(areRead)")
    let light = [(20, 3), (21, 7), (22, 1)] as [(Controller, UInt7)]
    try sessions.tree.folder.write(
      Samples.file(light.map { (10, .controlChange(channel: .number(1), controller: $0, value: $1)) }),
      to: "one/take.mid")
    let result = try await sessions.midirec("test")
    let text = try #require(try? sessions.tree.text("one/program.pending.txt"), "\(result.output)")
    #expect(text.contains("0.010000 1 1 light 3 7 color 1\n") == areRead, "\(text)")
    #expect(text.contains("0.010000 1 1 controller 22 1\n") != areRead, "\(text)")
  }

  @Test func stepPlaysTakeOnSecondInstrument() async throws {
    try sessions.make(
      "one", noteCount: 2, command: "[aseqdump, -p, '16:0,20:0']",
      """
      instruments: [LS0000, LS0001]
      steps: {130ms: play ../chords.mid LS0001}
      output: none
      compare: [output]
      """)
    try sessions.tree.folder.write(
      Samples.file([0, 40].map { ($0, .controlChange(channel: .number(2), controller: 64, value: 1)) }),
      to: "chords.mid")
    let result = try await sessions.midirec("test")
    let text = try #require(try? sessions.tree.text("one/program.output.pending.txt"), "\(result.output)")
    let ports = text.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ")[0] }
    #expect(ports == ["16:0", "16:0", "16:0", "20:0", "16:0", "20:0"], "\(text)")
    try sessions.tree.folder.remove("chords.mid")
    let missing = try await sessions.midirec("test")
    #expect(missing.output.contains("its step can't play ../chords.mid: No such file or directory"))
  }

  /// A program can print its environment and its folder, and leave files there.
  @Test func pathsAreEqualInEachRun() async throws {
    try sessions.make(
      "one", command: "[sh, -c, 'env | sort; pwd; echo x | tee out']",
      """
      compare: [output, file]
      file: out
      file-reader: [sha256sum]
      input: none
      output: none
      ending: by-itself
      """)
    let result = try await sessions.midirec("test", "--repeat", "3")
    #expect(result.output.contains("0 passed, 2 new"), "\(result.output)")
    let file = try sessions.tree.text("one/program.file.pending.txt")
    #expect(file == "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac  out\n")
  }

  /// GitHub Actions reads both streams.
  @Test func outputIsNoWorkflowCommand() async throws {
    let script =
      "echo '::stop-commands::x' >&2; echo ' ::error::y%0A::z' >&2; echo 'a ##[error]b' >&2; exit 3"
    try sessions.make("::error::c", command: "[sh, -c, \"\(script)\"]")
    for options in [[], ["--json"], ["--junit", "-"], ["--report", "-"]] {
      let arguments = ["test", "--read-only", "--github"] + options
      let result = try await sessions.tree.midirec(arguments, variables: sessions.variables)
      #expect(result.output.contains("stop-commands"))
      let lines = (result.output + result.errors).split(whereSeparator: \.isNewline)
      let commands = lines.filter { $0.drop(while: \.isWhitespace).hasPrefix("::") }
      #expect(commands.count == 1 && commands[0].hasPrefix("::error file="), "\(commands)")
      let others = lines.filter { !commands.contains($0) }
      #expect(!others.contains { $0.contains("##[") }, "\(others)")
    }
  }

  @Test func spinningProgramIsNamed() async throws {
    try sessions.make(
      "one", command: ProgramSessions.shell("while :; do :; done & exec $0 map"), "limits: {standstill: 1s}")
    let result = try await sessions.midirec("test")
    #expect(
      result.output.contains(
        /never pauses: simulated time stood still for 1 s while "sh -c .*" computed; set clock: real if it/),
      "\(result.output)")
    #expect(result.status == 1)
    #expect(sessions.remains() == [])
  }

  @Test func repliesOfSlowProgramHaveSimulatedTimes() async throws {
    let slow = try await timeline(ProgramSessions.mode("slow", "20000"))
    for time in ["0.020000 1 1 note C4 60 sounding", "0.320000 1 1 note D#4 63 sounding"] {
      #expect(slow.contains("\n\(time) "), "\(slow)")
    }
    #expect(slow.contains("\n0.370000 1 1 note D#4 63 released"))
  }

  /// At the end of a recording, midirec releases sounding notes before it ends the program. The program receives these
  /// messages and can react to them.
  @Test func programReceivesReleasesBeforeItEnds() async throws {
    try sessions.make(
      "one", command: ProgramSessions.mode("slow", "50000"), "compare: [output, timeline]")
    try sessions.tree.folder.write(
      Samples.file([
        (0, .noteOn(channel: .number(1), note: 60, velocity: 100)),
        (0, .noteOn(channel: .number(1), note: 64, velocity: 100)),
        (0, .controlChange(channel: .number(1), controller: 64, value: 127)),
        (500, .pitchBend(channel: .number(2), value: 0)),
      ]), to: "one/take.mid")
    let result = try await sessions.midirec("test")
    let count = try #require(try? sessions.tree.text("one/program.output.pending.txt"), "\(result.output)")
    // Two notes, a pedal, and a bend begin and end.
    #expect(count == "8\n")
    let timeline = try sessions.tree.text("one/program.pending.txt")
    #expect(timeline.split(separator: "\n").count { $0.contains(" hanging") } == 2, "\(timeline)")
    #expect(!timeline.contains(" released"), "\(timeline)")
  }

  @Test func repliesWithinTailAreRecorded() async throws {
    let text = try await timeline(ProgramSessions.mode("delay", "300"), "tail: 1500ms")
    #expect(text.split(separator: "\n").count { $0.contains(" released") } == 10, "\(text)")
    #expect(text.contains("\n2.450000 end"), "\(text)")
  }
}
