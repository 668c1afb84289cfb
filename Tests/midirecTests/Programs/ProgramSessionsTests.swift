import TestSupport
import Testing

/// Sessions with programs that behave.
@Suite(.serialized) struct ProgramSessionsTests {
  private let tree: SessionTree

  init() throws { tree = try SessionTree() }

  /// Creates a session that plays notes at intervals of ten milliseconds to ProgramUnderTest.
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

  @Test func runsGiveEqualBytes() async throws {
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

  @Test func equalNamesDoNotMixSessions() async throws {
    for number in 1...8 { try makeSession("jobs/\(number)", noteCount: 40, "map", number) }
    _ = try await tree.midirec("test", "jobs", "--jobs", "1")
    #expect(try await tree.midirec("accept", "jobs").status == 0)
    let texts = try (1...8).map { try tree.text("jobs/\($0)/program.expected.txt") }
    #expect(Set(texts).count == 8)
    for _ in 1...(TestEnvironment.isFull ? 3 : 1) {
      let result = try await tree.midirec("test", "jobs", "--jobs", "8")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }

  @Test func slowProgramReceivesEveryEvent() async throws {
    try makeSession("slow", noteCount: 1000, "slow", 1000, options: "      tail: 2s\n      compare: [output]")
    try tree.folder.write(Array("2000\n".utf8), to: "slow/program.output.expected.txt")
    let result = try await tree.midirec("test", "slow")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func programWithoutPortsMayExit() async throws {
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
}
