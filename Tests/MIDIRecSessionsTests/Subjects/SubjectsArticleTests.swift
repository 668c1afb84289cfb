import Foundation
import MIDIRecSessions
import SystemPackage
import TestSupport
import Testing

/// Tests that the article's example is the code of this target, letter for letter.
@Suite struct SubjectsArticleTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  /// Returns the code blocks of a language in the article.
  private func blocks(_ language: String) throws -> [String] {
    try Article("Sources/MIDIRecSessions/MIDIRecSessions.docc/WritingASubject.md").blocks(language)
  }

  private func run(_ session: String) throws -> [SessionResult] {
    try folder.makeSession("scales", session)
    try folder.write("take.mid", in: "scales", Samples.file(notesAt: [0, 500]))
    var options = SessionRunner.Options()
    options.catalog = SubjectRegistry([NotesSubject.self, RowSubject.self])
    return SessionRunner(options).run(SessionSearch(in: [folder.path]).places).results
  }

  @Test func exampleMatchesTheCompiledFile() throws {
    let compiled = try TestEnvironment.text("Tests/MIDIRecSessionsTests/Subjects/RowSubject.swift")
    #expect(try blocks("swift").first == compiled)
  }

  @Test func articleSessionRuns() throws {
    let results = try run(try #require(try blocks("yaml").first))
    #expect(results.flatMap(\.parts).map(\.subject) == ["rows"])
    let text = String(decoding: try folder.folder.bytes("scales/rows.pending.txt"), as: UTF8.self)
    #expect(text.contains("note C4 60 sounding velocity 100 row=9\n"))
    #expect(text.contains("note C#4 61 sounding velocity 100 row=9\n"))
  }

  @Test func rowsAreFiveSemitonesApartByDefault() throws {
    _ = try run("subjects: [rows]\n")
    let text = String(decoding: try folder.folder.bytes("scales/rows.pending.txt"), as: UTF8.self)
    #expect(text.contains("note C4 60 sounding velocity 100 row=13\n"))
  }

  @Test func articleQuotesTheReportedError() throws {
    let results = try run("subjects:\n  - rows:\n      semitones: 13\n")
    let error = try #require(results.first?.parts.first?.error)
    let expected =
      "scales/session.yaml:3: the option \"semitones\" of \"rows\": "
      + "expected a number from 1 to 12, found \"13\""
    #expect("\(error)" == "\(folder.path)/\(expected)")
    let article = try TestEnvironment.text("Sources/MIDIRecSessions/MIDIRecSessions.docc/WritingASubject.md")
    #expect(article.contains("```\n\(expected)\n```"))
  }
}
