import Foundation
import TestSupport
import Testing

/// midirec in Git, with the settings of VersionControl.md.
@Suite struct VersionControlTests {
  let tree: SessionTree

  init() async throws {
    tree = try SessionTree()
    try tree.makeSession("a", expectedAt: [0, 500])
    _ = try await git("init", "--quiet", "--initial-branch=main")
    _ = try await git("config", "user.name", "A Musician")
    _ = try await git("config", "user.email", "musician@example.com")
    try tree.folder.write(Array("*.mid diff=midirec\n".utf8), to: ".gitattributes")
    _ = try await git("config", "diff.midirec.textconv", "'\(TestEnvironment.midirec)' show --timeline")
    _ = try await git(
      "config", "difftool.midirec.cmd", #"'\#(TestEnvironment.midirec)' diff "$LOCAL" "$REMOTE""#)
    try await commit("first")
  }

  @discardableResult
  private func git(_ arguments: String...) async throws -> Program.Result {
    try await Program.run("git", arguments, in: tree.folder.path)
  }

  private func commit(_ message: String) async throws {
    try await git("add", "--all")
    let result = try await git("commit", "--quiet", "--message", message)
    try #require(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func diffShowsChangedStatesOfRecording() async throws {
    try tree.folder.write(Samples.file(notesAt: [0, 750]), to: "a/take.mid")
    let lines = try await git("diff", "a/take.mid").output.split(separator: "\n").map(String.init)
    let changes = lines.filter { $0.hasPrefix("-0") || $0.hasPrefix("+0") }
    #expect(
      changes.filter { $0.contains("sounding") } == [
        "-0.500000 1 1 note C#4 61 sounding velocity 100", "+0.750000 1 1 note C#4 61 sounding velocity 100",
      ])
    #expect(changes.count == 6, "\(lines)")
  }

  @Test func difftoolNamesDifferences() async throws {
    try tree.folder.write(Samples.file(notesAt: [0, 750]), to: "a/take.mid")
    let result = try await git("difftool", "--tool=midirec", "--no-prompt", "a/take.mid")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\n0.500000  C#4 on channel 1: late by 250 ms\n"), "\(result.output)")
  }

  /// Both branches change the same note of the expectation.
  @Test func mergeConflictOfExpectationIsNamedAndResolved() async throws {
    func change(_ velocity: Int) async throws {
      let text = try tree.text("a/notes.expected.txt").replacing("velocity 100", with: "velocity \(velocity)")
      try tree.folder.write(Array(text.utf8), to: "a/notes.expected.txt")
      try await commit("velocity \(velocity)")
    }
    try await git("switch", "--quiet", "--create", "other")
    try await change(90)
    try await git("switch", "--quiet", "main")
    try await change(80)
    #expect(try await git("merge", "other").status == 1)
    let result = try await tree.midirec("test")
    #expect(result.status == 65)
    let reason =
      "has a merge conflict; keep one of the two versions, or run midirec test --update all with either"
    #expect(result.errors == "midirec: ./a/notes.expected.txt:3: \(reason)\n")
    try await git("checkout", "--ours", "a/notes.expected.txt")
    #expect(try await tree.midirec("test", "--update", "all").status == 0)
    #expect(try await tree.midirec("test").status == 0)
  }
}
