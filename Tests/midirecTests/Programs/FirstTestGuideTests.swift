import Foundation
import TestSupport
import Testing

/// The commands of the guides to a first test, and of the README's quick start, each run as printed.
@Suite struct FirstTestGuideTests {
  /// A command, and its result.
  private struct Step {
    let command: String
    let output: String
    let status: Int?

    /// The exit code that the comment of the command names, or 0.
    var expectedStatus: Int {
      command.firstMatch(of: /# Exit code (\d+)/).flatMap { Int($0.output.1) } ?? 0
    }
  }

  private static let guide = "Sources/midirec/midirec.docc/FirstTest.md"
  private static let writersGuide = "Sources/midirec/midirec.docc/ProgramsThatWriteFiles.md"
  /// The text before the exit code of each command.
  private static let mark = "exit code of the command: "
  /// The beginnings of blocks without a language that aren't the output of these commands.
  private static let otherBlocks = ["midirec new", "Scripts/", "sudo ", "different: 1 missing", "bad ("]

  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: home.path("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: home.path("bin/midirec"), withDestinationPath: TestEnvironment.midirec)
  }

  /// Runs commands in one shell, which starts in the project's folder.
  private func run(_ commands: [String]) async throws -> [Step] {
    let script = commands.map { "\($0)\necho \"\(Self.mark)$?\"\n" }.joined()
    let result = try await onMachineSlot {
      try await Program.run(
        "env",
        [
          "-u", "CI", "-u", "XDG_STATE_HOME", "-u", "XDG_CONFIG_HOME", "HOME=\(home.path)",
          "XDG_CACHE_HOME=\(TestEnvironment.cacheFolder)", "bash", "-c",
          "exec 2>&1; PATH=~/bin:$PATH\n\(script)",
        ], in: TestEnvironment.projectFolder)
    }
    // Each part but the first begins with the exit code of the previous command.
    let parts = result.output.components(separatedBy: Self.mark)
    try #require(parts.count == commands.count + 1, "\(result.output)\(result.errors)")
    return commands.indices.map { index in
      let output = index == 0 ? parts[0][...] : parts[index].drop { $0 != "\n" }.dropFirst()
      return Step(
        command: commands[index], output: String(output), status: Int(parts[index + 1].prefix { $0 != "\n" }))
    }
  }

  /// Returns a text in which all times in seconds are equal.
  private func withoutTimes(_ text: String) -> String { text.replacing(/\d+\.\d+ s\b/, with: "0 s") }

  @Test(arguments: ["README.md", guide, writersGuide])
  func commandsPrintTheirOutput(path: String) async throws {
    let article = try Article(path)
    let blocks = article.blocks("sh").filter { path != "README.md" || $0.contains("quick-start") }
    let steps = try await run(blocks.flatMap { $0.split(separator: "\n").map(String.init) })
    #expect(steps.count >= 8)
    for step in steps {
      #expect(step.status == step.expectedStatus, "\(step.command): \(step.output)")
    }
    let outputs = steps.map { withoutTimes($0.output) }
    for block in article.blocks() where !Self.otherBlocks.contains(where: { block.hasPrefix($0) }) {
      #expect(outputs.contains(withoutTimes(block)), "\(block)")
    }
  }

  @Test(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
  func makeAndPytestRunSessions() async throws {
    let article = try Article(Self.writersGuide)
    try home.write(Array(try #require(article.blocks("make").first).utf8), to: "Makefile")
    try home.write(Array(try #require(article.blocks("python").first).utf8), to: "test_scale.py")
    let steps = try await run([
      "cd && mkdir Recordings && cp \(TestEnvironment.projectFolder)/Recordings/quick-start/take.mid .",
      "midirec new scale --accept -- cp take.mid out.mid", "make",
      "\(TestEnvironment.python) -B -m pytest -p no:cacheprovider",
    ])
    #expect(steps.map(\.status) == [0, 0, 0, 0], "\(steps)")
    #expect(steps[2].output.contains("1 passed in"))
    #expect(steps[3].output.contains("1 passed in"))
  }

  @Test func guideShowsTheProgram() throws {
    let program = try String(
      contentsOfFile: "\(TestEnvironment.projectFolder)/Recordings/quick-start/mapper.py", encoding: .utf8)
    let block = try #require(try Article(Self.guide).blocks("python").first)
    #expect(program.hasSuffix(block))
  }
}
