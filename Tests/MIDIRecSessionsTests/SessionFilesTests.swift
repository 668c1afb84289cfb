import Foundation
import MIDIRecSessions
import SystemPackage
import TestSupport
import Testing

/// Sessions with missing files or files of a wrong kind.
@Suite struct SessionFilesTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private var file: FilePath { folder.path.appending("session.yaml") }

  private func error() throws -> SessionError {
    try #require(throws: SessionError.self) { _ = try Session(reading: folder.path, subjects: [.notes]) }
  }

  @Test func folderWithoutSessionFileIsRejected() throws {
    #expect(try error() == .noInput(file, "can't be read: No such file or directory"))
  }

  @Test func folderInPlaceOfSessionFileIsReported() throws {
    try folder.makeFolder("session.yaml")
    #expect(try error() == .noInput(file, "is a folder, not a file"))
  }

  @Test func cyclicLinkInPlaceOfSessionFileIsReported() throws {
    try folder.link("session.yaml", to: "session.yaml")
    #expect(try error() == .noInput(file, "is a link that leads back to itself"))
  }

  /// Opening it would wait for a writer.
  @Test func pipeInPlaceOfSessionFileIsRejected() throws {
    #expect(mkfifo(file.string, 0o600) == 0)
    #expect(try error() == .noInput(file, "isn't a file"))
  }

  @Test func missingRecordingIsReportedWithLine() throws {
    try folder.makeSession("", "note: x\ntake: tkae.mid")
    let reason = "the take \"tkae.mid\" can't be read: No such file or directory"
    #expect(try error() == .noInput(file, line: 2, reason))
  }

  @Test func folderInPlaceOfRecordingIsReported() throws {
    try folder.makeSession("", "take: takes")
    try folder.makeFolder("takes")
    #expect(try error() == .noInput(file, line: 1, "the take \"takes\" is a folder, not a file"))
  }

  @Test func cyclicLinkInPlaceOfRecordingIsReported() throws {
    try folder.makeSession("", "take: a.mid")
    try folder.link("a.mid", to: "b.mid")
    try folder.link("b.mid", to: "a.mid")
    let reason = "the take \"a.mid\" is a link that leads back to itself"
    #expect(try error() == .noInput(file, line: 1, reason))
  }

  @Test func sessionWithoutRecordingIsReported() throws {
    try folder.write("session.yaml", Array("{}".utf8))
    let reason = "has no take: expected a file whose name ends in .mid"
    #expect(try error() == .noInput(folder.path, reason))
  }

  @Test func severalRecordingsRequireName() throws {
    try folder.makeSession("", "{}")
    try folder.write("b.mid", [])
    let reason = "specify one with \"take:\"; the folder has \"b.mid\", \"take.mid\""
    #expect(try error() == .badData(file, nil, reason))
  }
}
