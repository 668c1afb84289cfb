import Foundation
import TestSupport
import Testing

/// The recipe for other languages: runs the article's example unchanged.
@Suite(.enabled(if: TestEnvironment.hasPeers, "MIDIREC_PEER_PYTHON names no Python: see Scripts/test"))
struct OtherLanguagesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let article = try Article("Sources/midirec/midirec.docc/ContinuousIntegration.md")
    try folder.write(Array(try #require(article.blocks("python").first).utf8), to: "test_sessions.py")
    for name in ["chords", "scale"] {
      try FileManager.default.copyItem(
        atPath: "\(TestEnvironment.projectFolder)/Recordings/keys/\(name)", toPath: folder.path(name))
    }
  }

  private func pytest() async throws -> Program.Result {
    try await Program.run(
      "env",
      [
        "CI=", "MIDIREC=\(TestEnvironment.midirec)", TestEnvironment.python, "-B", "-m", "pytest", "-p",
        "no:cacheprovider", folder.path,
      ], in: folder.path)
  }

  @Test func eachSessionIsAPassingTest() async throws {
    let result = try await pytest()
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("2 passed"))
  }

  @Test func differenceIsShownWithAcceptCommand() async throws {
    let text = String(decoding: try folder.bytes("scale/notes.expected.txt"), as: UTF8.self)
    try folder.write(
      Array(text.replacing(/velocity \d+/, with: "velocity 1", maxReplacements: 1).utf8),
      to: "scale/notes.expected.txt")
    let result = try await pytest()
    #expect(result.status == 1)
    #expect(result.output.contains("test_is_played_as_expected[scale]"))
    #expect(result.output.contains("scale: different: 1 wrong velocity"))
    #expect(result.output.contains("To accept it: midirec accept \(folder.path("scale"))"))
    #expect(result.output.contains("1 failed, 1 passed"))
  }
}
