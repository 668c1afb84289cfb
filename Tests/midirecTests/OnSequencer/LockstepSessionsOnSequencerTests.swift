import Glibc
import MIDICore
import TestSupport
import Testing

/// Sessions with programs that behave, in lockstep: the small form of `Scripts/bench programs`.
@Suite(.enabled(if: TestEnvironment.hasSequencer, "no ALSA sequencer here: see Scripts/test"), .serialized)
struct LockstepSessionsOnSequencerTests {
  private let tree: SessionTree

  init() throws { tree = try SessionTree() }

  /// Makes a session in which notes, ten milliseconds apart, are played to ProgramUnderTest.
  private func makeSession(
    _ name: String, noteCount: Int64, _ mode: String, _ value: Int? = nil, options: String = ""
  ) throws {
    let program = TestEnvironment.builtBesideTests("ProgramUnderTest")
    let words = ([program, mode] + (value.map { ["\($0)"] } ?? [])).map { "\"\($0)\"" }
    try tree.makeSession(
      name, notesAt: (0..<noteCount).map { 10 * $0 },
      """
      subjects:
        - program:
            command: [\(words.joined(separator: ", "))]
      \(options)
      """)
  }

  @Test func threeRunsGiveTheSameBytes() async throws {
    try makeSession("map", noteCount: 300, "map", 12)
    var texts: Set<String> = []
    for _ in 1...3 {
      _ = try await tree.midirec("test", "map")
      texts.insert(try tree.text("map/program.pending.txt"))
      try tree.folder.remove("map/program.pending.txt")
    }
    let text = try #require(texts.first)
    #expect(texts.count == 1)
    #expect(text.split(separator: "\n").count { $0.contains(" sounding ") } == 300)
  }

  @Test func quietWaitsForWhatComesThroughAnotherProcess() async throws {
    // Three answers to each message, which together take longer than the program has to be at rest.
    try makeSession("direct", noteCount: 3, "repeating", 3)
    let relay = try Relay(count: 3, pause: .milliseconds(200))
    try makeSession(
      "relayed", noteCount: 3, "threads",
      options: """
              environment: {PIPE_THERE: "\(relay.there)", PIPE_BACK: "\(relay.back)"}
              quiet: 450ms
        """)
    let result = try await tree.midirec("test")
    try await relay.end()
    #expect(result.output.contains("2 new"), "\(result.output)")
    #expect(try tree.text("relayed/program.pending.txt") == tree.text("direct/program.pending.txt"))
  }

  @Test func eightProgramsOfOneNameEachAnswerTheirOwnSession() async throws {
    for number in 1...8 { try makeSession("jobs/\(number)", noteCount: 40, "map", number) }
    _ = try await tree.midirec("test", "jobs", "--jobs", "1")
    #expect(try await tree.midirec("accept", "jobs").status == 0)
    let texts = try (1...8).map { try tree.text("jobs/\($0)/program.expected.txt") }
    #expect(Set(texts).count == 8)
    for _ in 1...3 {
      let result = try await tree.midirec("test", "jobs", "--jobs", "8")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }

  @Test func aSlowProgramGetsEverything() async throws {
    try makeSession("slow", noteCount: 1000, "slow", 1000, options: "      compare: [output]")
    try tree.folder.write(Array("2000\n".utf8), to: "slow/program.output.expected.txt")
    let result = try await tree.midirec("test", "slow")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func aProgramWithoutPortsMayEndByItself() async throws {
    try tree.makeSession(
      "list", notesAt: [0],
      """
      subjects:
        - program:
            command: [echo, hello]
            input: none
            output: none
            compare: [output]
            ending: by-itself
      """)
    try tree.folder.write(Array("hello\n".utf8), to: "list/program.output.expected.txt")
    let result = try await tree.midirec("test")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func onTheRealClockAProgramIsNeverWaitedForToRest() async throws {
    let program = TestEnvironment.builtBesideTests("ProgramUnderTest")
    try tree.makeSession(
      "restless", notesAt: [0, 100, 200],
      """
      subjects:
        - program:
            command: [sh, -c, "(while :; do :; done) & exec $0 slow 0", "\(program)"]
            clock: real
            tail: 500ms
            compare: [output]
      """)
    try tree.folder.write(Array("6\n".utf8), to: "restless/program.output.expected.txt")
    let result = try await tree.midirec("test")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}

/// A process that is no program's own, and passes on what goes through it several times, each after a pause: this one.
private struct Relay {
  /// The named pipe that it reads, and the one that it writes.
  var there: String { folder.path("there") }
  var back: String { folder.path("back") }
  private let folder: TemporaryFolder
  private let passing: Task<Void, any Error>
  private let input: Int32

  init(count repeatCount: Int, pause: Duration) throws {
    folder = try TemporaryFolder()
    for name in ["there", "back"] { try #require(mkfifo(folder.path(name), 0o600) == 0) }
    // Both for both directions, so that nobody waits for the other to open them.
    let ends = ["there", "back"].map { [folder] in open(folder.path($0), O_RDWR | O_CLOEXEC) }
    let (input, output) = (ends[0], ends[1])
    try #require(input >= 0 && output >= 0)
    self.input = input
    passing = Task.detached {
      try await onOwnThread {
        defer { ends.forEach { close($0) } }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(input, &bytes, bytes.count)
          // The end is one byte, an event is more.
          guard count > 1 else { return }
          for _ in 0..<repeatCount {
            usleep(UInt32(pause / .microseconds(1)))
            #expect(write(output, bytes, count) == count)
          }
        }
      }
    }
  }

  func end() async throws {
    #expect(write(input, [0], 1) == 1)
    try await passing.value
  }
}
