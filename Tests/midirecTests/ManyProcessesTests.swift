import Foundation
import TestSupport
import Testing

/// Eight processes at a time in one folder, repeatedly.
@Suite struct ManyProcessesTests {
  let tree: SessionTree

  init() throws { tree = try SessionTree.passingAndDiffering() }

  @Test(arguments: [
    ("diff a/take.mid b/notes.expected.txt", 1, []),
    ("diff a/take.mid b/notes.expected.txt --html page.html --force", 1, ["page.html"]),
    ("test", 1, ["b/notes.pending.txt"]),
    ("render a/take.mid -o take.wav --force --rate 8000", 0, ["take.wav"]),
  ])
  func filesAreCompleteAndNoOtherRemains(arguments: String, status: Int32, newFiles: [String]) async throws {
    let files = try tree.files()
    let once = try await tree.midirec(arguments.split(separator: " ").map(String.init))
    #expect(once.status == status)
    let contents = try newFiles.map { try tree.folder.bytes($0) }
    let count = TestEnvironment.isFull ? 1000 : 32
    let script = """
      seq \(count) | xargs -P 8 -I@ sh -c '\
      "$0" \(arguments) >/dev/null || test $? = \(status) || echo "status $?"' "$0"
      """
    let result = try await Program.run(
      "env", ["-u", "CI", "sh", "-c", script, TestEnvironment.midirec], in: tree.folder.path)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(result.errors.isEmpty)
    #expect(try tree.files() == (files + newFiles).sorted())
    #expect(try newFiles.map { try tree.folder.bytes($0) } == contents)
  }
}
