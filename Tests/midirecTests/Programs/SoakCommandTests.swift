import Foundation
import MIDICore
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
    #expect(result.output.matches(of: #/\n  \d\.\d+  [^-]/#).count == 10)
    #expect(result.output.matches(of: #/  -> /#).count == 9)
    let name = try #require(result.output.firstMatch(of: /soak\.findings\/alive-[0-9a-f]{6}/)).output
    let test = try await sessions.midirec("test", ".")
    #expect(test.status == 1)
    #expect(
      test.output.contains("\(name) (program.findings): different: alive: crashed by signal 6 (Aborted)"))
    #expect(test.output.contains("\nfindings can't be accepted: mend the program,"))
    #expect(!test.output.contains("midirec review"))
    // Sessions in the standard folder hide no finding of a typed program.
    try sessions.tree.makeSession("Recordings/one", notesAt: [0], "subjects: [notes]")
    let all = try await sessions.midirec("test")
    #expect(
      all.output.contains("\(name.dropFirst("soak.findings/".count)) (program.findings): different"),
      "\(all.output)")
    let accepted = try await sessions.midirec("accept", name.description)
    #expect(accepted.output.hasPrefix("no pending results in 1 session\nfindings can't be accepted: "))
    #expect(try await sessions.midirec("test", ".", "--update", "all", "--html", "report").status == 1)
    let page = try #require(
      try sessions.tree.files().first { $0.hasPrefix("report/") && $0.contains("alive") })
    #expect(try sessions.tree.text(page).contains("<code>midirec test ./\(name)</code>"))
    let again = try await sessions.tree.midirec(words, variables: sessions.variables)
    #expect(again.status == 1)
    #expect(again.output.contains("; no other fault found\n"))
  }

  /// The contents of `--json`, as far as the tests read them.
  private struct Document: Decodable {
    struct Soak: Decodable {
      var seed: Int
      var storms: Int
      var gestures: [String: Int]
    }
    struct Event: Decodable {
      var time: Int
      var bytes: String
    }
    struct Run: Decodable {
      var replies: [Event]
    }
    struct Finding: Decodable {
      var invariant: String
      var violation: String
      var take: [Event]
      var runs: [Run]
    }
    struct Outcome: Decodable {
      var findings: [Finding]?
      var storm: Int?
    }
    var outcomes: [Outcome]
    var soaks: [Soak]
  }

  /// The first run on a machine takes 12 µs more of simulated time. Each reading of the clock takes 256 ns.
  @Test func runsTakeEquallyLong() async throws {
    let result = try await sessions.midirec("soak", "--storms", "2", "--json", "--", Self.program, "timing")
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    for finding in document.outcomes.flatMap({ $0.findings ?? [] }) where finding.invariant == "repeatable" {
      let bends = finding.runs.map { run in run.replies.compactMap { bend($0.bytes) } }
      #expect(zip(bends[0], bends[1]).allSatisfy { abs(($0 - $1 + 24_576) % 16_384 - 8192) < 16 })
    }
    #expect(document.soaks.map(\.storms) == [2])
  }

  /// Returns the value of a pitch bend as hexadecimal bytes.
  private func bend(_ bytes: String) -> Int? {
    let values = bytes.split(separator: " ").compactMap { Int($0, radix: 16) }
    return values.count == 3 && values[0] >> 4 == 0xE ? values[1] | values[2] << 7 : nil
  }

  @Test func jsonHasTheTakeAndTheReplies() async throws {
    let words = ["soak", "--seed", "3", "--storms", "2", "--json", "--", Self.program, "unreadable"]
    let result = try await sessions.tree.midirec(words, variables: sessions.variables)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.soaks.map(\.seed) == [3])
    #expect(document.soaks.map(\.storms) == [2])
    #expect(document.soaks[0].gestures.values.allSatisfy { 1...2 ~= $0 })
    let outcome = try #require(document.outcomes.first)
    #expect(1...2 ~= outcome.storm ?? 0)
    let finding = try #require(outcome.findings?.first)
    #expect(finding.invariant == "defined")
    #expect(finding.take.count == 10)
    #expect(finding.runs.map(\.replies.count) == [9])
    #expect(finding.take.prefix(9).map(\.bytes) == finding.runs[0].replies.map(\.bytes))
  }

  /// The program reads the program change, and nothing after it.
  @Test func hangAfterTheLastMessageIsFoundInAFile() async throws {
    let note = (1...4).map { NoteNumber(masking: 60 + $0) }
    try sessions.tree.folder.write(
      Samples.file(
        note.enumerated().map {
          (Int64($0) * 10, .noteOn(channel: .number(2), note: $1, velocity: 90))
        } + [(60, .programChange(channel: .number(2), program: 7))]), to: "sent.mid")
    let words = ["shrink", "sent.mid", "--", Self.program, "stuck"]
    let result = try await sessions.tree.midirec(words, variables: sessions.variables)
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      result.output.contains(
        "alive: hangs: it read no events for 5 s although 1 event is pending, after the only message"),
      "\(result.output)")
    #expect(result.output.matches(of: #/\n  \d\.\d+  /#).count == 1)
    #expect(result.output.contains("0.000000  program change 0 channel 1\n"))
    #expect(result.output.contains("midirec test ./soak.findings/alive-"))
  }

  @Test func interruptedReductionContinues() async throws {
    let finding = "soak.findings/alive-000000"
    try sessions.make(finding, noteCount: 8, command: ProgramSessions.mode("crash"))
    let text = try sessions.tree.text("\(finding)/session.yaml")
    try sessions.tree.folder.write(
      Array((text + "soak: {only: [alive]}\ntags: [finding, unfinished]\n").utf8),
      to: "\(finding)/session.yaml")
    let result = try await sessions.midirec("shrink", finding)
    #expect(result.status == 1, "\(result.errors)")
    let files = try sessions.tree.files().filter { $0.hasSuffix("session.yaml") }
    #expect(files.count == 1 && !files[0].contains("000000"), "\(files)")
    #expect(try sessions.tree.text(files[0]).contains("tags: [finding]\n"))
    let again = try await sessions.midirec("shrink", files[0].replacing("/session.yaml", with: ""))
    #expect(again.output.contains(": already reduced, to 10 messages; midirec test "))
    #expect(again.status == 0)
  }

  @Test func optionAfterTheProgramIsNoticed() async throws {
    let words = ["soak", "--storms", "1", "--", "cat", "--storms", "5"]
    let result = try await sessions.tree.midirec(words, variables: sessions.variables)
    #expect(result.errors.contains("--storms after -- goes to the program"), "\(result.errors)")
  }

  @Test func programWithoutDashesIsNoticed() async throws {
    try sessions.tree.folder.write([], to: "a b.py")
    for words in [["a b.py"], ["python3", "a b.py"]] {
      let result = try await sessions.midirec("soak", words[0], words.last ?? "")
      #expect(result.status == 64)
      #expect(
        result.errors.contains("Specify a program after --: midirec soak -- python3 'a b.py'"),
        "\(result.errors)")
    }
  }

  @Test(arguments: [
    (["./gone"], "gone\" doesn't exist; correct its path\n"),
    (["sleep", "0"], "before it was ready; in a session, set ending: end-of-input "),
  ])
  func commandThatCannotBeSoakedIsExplained(command: [String], advice: String) async throws {
    for words in [["soak", "--storms", "1", "--"], ["shrink", "quiet/take.mid", "--"]] {
      try sessions.tree.makeSession("quiet", notesAt: [0], "subjects: [notes]")
      let result = try await sessions.tree.midirec(words + command, variables: sessions.variables)
      #expect(result.status == 69, "\(result.output)\(result.errors)")
      #expect(result.errors.contains(advice), "\(result.errors)")
    }
  }

  @Test func sessionsWithoutATakeAreExplained() async throws {
    try sessions.tree.makeSession(
      "quiet", notesAt: [], "subjects:\n  - program: {command: [cat], input: none}\n")
    let quiet = try await sessions.midirec("shrink", "quiet")
    #expect(quiet.status == 69)
    #expect(quiet.errors.contains("has input: none, so that it gets no take"), "\(quiet.errors)")
    let take = try await sessions.midirec("shrink", "take.mid")
    #expect(take.status == 64)
    #expect(take.errors.contains("Specify the program after the take: midirec shrink take.mid -- COMMAND"))
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
    #expect(result.output.matches(of: #/\n  \d\.\d+  [^-]/#).count == 10)
    let found = try await sessions.midirec("test", "sent/soak.findings")
    #expect(found.status == 1)
    #expect(
      found.output.contains("(program.findings): different: defined: sent an event that MIDI doesn't have"))
  }
}
