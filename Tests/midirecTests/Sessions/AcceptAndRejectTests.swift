import Foundation
import TestSupport
import Testing

/// The changes of `midirec accept` and `midirec reject` in the folder.
@Suite struct AcceptAndRejectTests {
  let tree: SessionTree

  init() throws {
    tree = try SessionTree()
    try tree.makeSession("Recordings/a", expectedAt: [0, 500, 3000])
    try tree.makeSession("Recordings/b")
    try tree.makeSession("Recordings/c", notesAt: [0, 503], expectedAt: [0, 500])
  }

  private func files(of name: String) throws -> [String] {
    try tree.files().filter { $0.hasPrefix("Recordings/\(name)/notes.") }.map { String($0.dropFirst(13)) }
  }

  @Test func pendingResultBecomesExpected() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let pending = try tree.text("Recordings/a/notes.pending.txt")
    let within = try tree.text("Recordings/c/notes.expected.txt")
    let result = try await tree.midirec("accept")
    #expect(result.status == 0)
    #expect(
      result.output == """
        accepted Recordings/a/notes.expected.txt
        accepted Recordings/b/notes.expected.txt

        """)
    for name in ["a", "b", "c"] { #expect(try files(of: name) == ["notes.expected.txt"]) }
    #expect(try tree.text("Recordings/a/notes.expected.txt") == pending)
    // A result within its tolerance doesn't change the expected file.
    #expect(try tree.text("Recordings/c/notes.expected.txt") == within)
    #expect(try await tree.midirec("test").status == 0)
  }

  @Test func rejectedResultIsDeletedAndRecurs() async throws {
    #expect(try await tree.midirec("test").status == 1)
    let expected = try tree.text("Recordings/a/notes.expected.txt")
    let result = try await tree.midirec("reject", "Recordings")
    #expect(result.status == 0)
    #expect(
      result.output == """
        rejected Recordings/a/notes.pending.txt
        rejected Recordings/b/notes.pending.txt

        """)
    #expect(try files(of: "a") == ["notes.expected.txt"])
    #expect(try files(of: "b") == [])
    #expect(try tree.text("Recordings/a/notes.expected.txt") == expected)
    #expect(try await tree.midirec("test").status == 1)
  }

  @Test func onlyChosenSessionsAreAccepted() async throws {
    #expect(try await tree.midirec("test").status == 1)
    #expect(try await tree.midirec("accept", "Recordings/b").status == 0)
    #expect(try await tree.midirec("reject", "--filter", "a").status == 0)
    #expect(try files(of: "a") == ["notes.expected.txt"])
    #expect(try files(of: "b") == ["notes.expected.txt"])
  }

  @Test func missingPendingResultsAreReported() async throws {
    for command in ["accept", "reject"] {
      let result = try await tree.midirec(command)
      #expect(result.status == 0)
      #expect(result.output == "no pending results in 3 sessions\n")
    }
  }

  /// A Swift test leaves a folder without settings, which is a session even if nothing is pending.
  @Test func acceptedResultsOfSwiftTestsAreSessions() async throws {
    let folder = tree.folder.path("Tests/chord")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try tree.folder.write([], to: "Tests/chord/lights.expected.txt")
    let result = try await tree.midirec("accept", "Tests")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "no pending results in 1 session\n")
  }

  @Test func invalidPendingFilesAreSkippedWithReason() async throws {
    #expect(try await tree.midirec("test").status == 1)
    try tree.folder.write(Array("midirec timeline 1\nx\n".utf8), to: "Recordings/a/notes.pending.txt")
    try tree.folder.write([], to: "Recordings/a/grid.pending.txt")
    let expected = try tree.text("Recordings/a/notes.expected.txt")
    let result = try await tree.midirec("accept")
    #expect(result.status == 65)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("grid.pending.txt: is for the subject \"grid\"") == true)
    #expect(lines.last?.contains("Recordings/a/notes.pending.txt:2: expected ") == true)
    #expect(result.output == "accepted Recordings/b/notes.expected.txt\n")
    #expect(try tree.text("Recordings/a/notes.expected.txt") == expected)
    #expect(try await tree.midirec("reject").status == 0)
    #expect(try files(of: "a") == ["notes.expected.txt"])
  }

  /// The reader of the list may stop at any time.
  @Test(arguments: ["accept", "reject"]) func closedPipeDoesNotStopTheCommand(command: String) async throws {
    #expect(try await tree.midirec("test").status == 1)
    let line = "'\(TestEnvironment.midirec)' \(command) | true; echo ${PIPESTATUS[0]} >&2"
    let result = try await Program.run("bash", ["-c", line], in: tree.folder.path)
    #expect(result.errors == "0\n")
    #expect(try !tree.files().contains { $0.hasSuffix("pending.txt") })
  }

  @Test func missingFolderIsReported() async throws {
    for command in ["accept", "reject", "review"] {
      let result = try await tree.midirec(command, "no")
      #expect(result.status == 66)
      #expect(result.errors == "midirec: no: can't be read: No such file or directory\n")
    }
  }
}
