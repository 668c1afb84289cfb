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

  @Test func difftoolComparesAddedFileWithSilence() async throws {
    try tree.folder.write(Samples.file(notesAt: [0, 750]), to: "b.mid")
    try await git("add", "b.mid")
    let result = try await git("difftool", "--cached", "--tool=midirec", "--no-prompt", "b.mid")
    #expect(
      result.output.contains("\n0.750000  C#4 on channel 1: extra\n"), "\(result.output)\(result.errors)")
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
    #expect(result.output.hasPrefix("a: failed: ./a/notes.expected.txt:3: \(reason) ("))
    try await git("checkout", "--ours", "a/notes.expected.txt")
    #expect(try await tree.midirec("test", "--update", "all").status == 0)
    #expect(try await tree.midirec("test").status == 0)
  }

  /// The recording changes after the commit; the accepted file doesn't count.
  @Test func earlierRecordingGivesExpectations() async throws {
    try tree.folder.write(Samples.file(notesAt: [0, 750]), to: "a/take.mid")
    try await commit("second")
    let hash = try await git("rev-parse", "HEAD~1").output.prefix(7)
    let files = try tree.files()
    let result = try await tree.midirec("test", "--against", "HEAD~1")
    #expect(result.status == 1)
    #expect(result.errors == "midirec: comparing with HEAD~1 (\(hash))\n")
    #expect(
      result.output.hasPrefix("a: different: 1 late; first: 0.500000  C#4 on channel 1: late by 250 ms ("))
    #expect(!result.output.contains("midirec review"))
    #expect(try await tree.midirec("test", "--against", "HEAD").status == 0)
    #expect(try tree.files() == files)
    #expect(try await git("status", "--porcelain").output.isEmpty)
  }

  /// A session that doesn't exist at the revision runs with its program.
  @Test func earlierProgramGivesExpectations() async throws {
    func writeProgram(_ line: String) throws {
      try tree.folder.write(Array("#!/bin/sh\necho \(line)\nexec aseqdump\n".utf8), to: "app.sh")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: tree.folder.path("app.sh"))
    }
    try writeProgram("one")
    try await commit("second")
    try writeProgram("two")
    try tree.makeSession(
      "b", "subjects: {program: {command: [../app.sh], output: none, compare: [output]}}\n")
    let result = try await tree.midirec("test", "b", "--against", "main")
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      result.output.hasPrefix(
        "b (program.output): different: 1 line missing, 1 line extra; first: -1  one ("), "\(result.output)")
    let setup = try await tree.midirec(
      "test", "b", "--against", "main", "--against-setup", "sed -i s/one/two/ app.sh; echo prepared")
    #expect(setup.status == 0, "\(setup.output)")
    #expect(setup.errors.hasSuffix("\nprepared\n"))
  }

  @Test func earlierErrorsAreReported() async throws {
    try tree.folder.write(Array("subject: grid\n".utf8), to: "a/session.yaml")
    try await commit("broken")
    try tree.folder.write([], to: "a/session.yaml")
    let broken = try await tree.midirec("test", "--against", "HEAD")
    #expect(broken.status == 65)
    #expect(
      broken.errors.hasSuffix(
        "\nmidirec: HEAD:a/session.yaml:1: unknown key \"subject\"; did you mean \"subjects\"?\n"),
      "\(broken.errors)")
    let unknown = try await tree.midirec("test", "--against", "nowhere")
    #expect(unknown.status == 66)
    #expect(unknown.errors == "midirec: no revision named \"nowhere\" in \(tree.folder.path)\n")
    let failed = try await tree.midirec("test", "--against", "HEAD~1", "--against-setup", "exit 3")
    #expect(failed.status == 69)
    #expect(failed.errors.hasSuffix("midirec: HEAD~1: 'exit 3' failed with status 3\n"), "\(failed.errors)")
    #expect(try await tree.midirec("test", "--against", "HEAD", "--watch").status == 64)
    let elsewhere = try SessionTree()
    try elsewhere.makeSession("a")
    let outside = try await elsewhere.midirec("test", "--against", "HEAD")
    #expect(outside.status == 66)
    #expect(outside.errors.hasPrefix("midirec: git: fatal: not a git repository"), "\(outside.errors)")
  }
}
