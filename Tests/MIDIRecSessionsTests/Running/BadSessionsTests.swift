import Foundation
import SystemPackage
import TestSupport
import Testing
import Timelines

@testable import MIDIRecSessions

/// Sessions that can't be run are reported, and the others run.
@Suite struct BadSessionsTests {
  let folder: SessionFolder

  init() throws {
    folder = try SessionFolder()
    try makeSession("good")
    let timeline = Timeline(try Samples.recording(folder.folder.path("good/take.mid")))
    try folder.write("notes.expected.txt", in: "good", Array(timeline.text.utf8))
  }

  private func makeSession(_ name: String, _ text: String = "{}") throws {
    try folder.makeSession(name, text)
    try folder.write("take.mid", in: name, Samples.file(notesAt: [0, 500]))
  }

  /// Returns the error of the session `bad` after `good` has passed.
  private func error() throws -> SessionError? {
    let report = SessionRunner().run(SessionSearch(in: [folder.path]).places)
    #expect(report.results.last?.place.name == "good")
    #expect(report.results.last?.isPassed == true)
    #expect(report.results.count == 2)
    return report.results.first?.parts.first?.error
  }

  private var bad: FilePath { folder.path.appending("bad") }

  @Test func unknownKeyIsReportedWithLine() throws {
    try makeSession("bad", "tags: [a]\ntolernace: {}")
    let reason = "unknown key \"tolernace\"; did you mean \"tolerance\"?"
    #expect(try error() == SessionError(.badData, bad.appending("session.yaml"), line: 2, reason))
  }

  @Test func missingRecordingIsReportedWithLine() throws {
    try makeSession("bad", "take: other.mid")
    let error = try error()
    #expect(error?.kind == .noInput)
    #expect(error?.path == bad.appending("session.yaml"))
    #expect(error?.line == 1)
  }

  @Test func recordingOfRandomBytesIsBadData() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      try makeSession("bad")
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      try folder.write("take.mid", in: "bad", bytes)
      let error = try #require(try error())
      #expect(error.kind == .badData)
      #expect(error.path == bad.appending("take.mid"))
      #expect(error.reason.hasPrefix("byte 0: expected a Standard MIDI File"))
    }
  }

  @Test func recordingOfIndependentPiecesIsBadData() throws {
    try makeSession("bad")
    var bytes = try folder.folder.bytes("bad/take.mid")
    bytes[9] = 2
    bytes[11] = 2
    bytes += [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, 4, 0, 0xFF, 0x2F, 0]
    try folder.write("take.mid", in: "bad", bytes)
    let error = try error()
    #expect(error?.kind == .badData)
    #expect(
      error?.reason
        == "the file holds 2 independent pieces (format 2), not one take; extract one with midirec convert --piece"
    )
  }

  /// A truncated expectation can have any error, but never passes.
  @Test func truncatedExpectationIsBadDataWithLine() throws {
    let text = try folder.folder.bytes("good/notes.expected.txt")
    try makeSession("bad")
    for count in 0..<text.count {
      try folder.write("notes.expected.txt", in: "bad", Array(text.prefix(count)))
      let error = try #require(try error())
      #expect(error.kind == .badData)
      #expect(error.path == bad.appending("notes.expected.txt"))
      let whole = text.prefix(count).count { $0 == UInt8(ascii: "\n") }
      #expect(error.line == whole + 1, "cut after \(count) bytes")
      #expect(try !folder.tree().contains("bad/notes.pending.txt"))
    }
  }

  @Test func invalidLineOfExpectationIsNamed() throws {
    try makeSession("bad")
    let text = String(decoding: try folder.folder.bytes("good/notes.expected.txt"), as: UTF8.self)
    let broken = text.replacing("velocity 100", with: "velocity 200", maxReplacements: 1)
    try folder.write("notes.expected.txt", in: "bad", Array(broken.utf8))
    let error = try error()
    #expect(error?.path == bad.appending("notes.expected.txt"))
    #expect(error?.line == 3)
    #expect(error?.reason == "expected a velocity from 0 to 127, found \"200\"")
  }

  @Test(arguments: ["folder", "pipe", "link"]) func folderIsNotExpectation(kind: String) throws {
    try makeSession("bad")
    let path = bad.appending("notes.expected.txt")
    switch kind {
    case "folder": try folder.makeFolder("bad/notes.expected.txt")
    case "pipe": #expect(mkfifo(path.string, 0o600) == 0)
    default: try folder.link("bad/notes.expected.txt", to: "notes.expected.txt")
    }
    let error = try error()
    #expect(error?.kind == .noInput)
    #expect(error?.path == path)
    let reasons = [
      "folder": "is a folder, not a file", "pipe": "isn't a file",
      "link": "is a link that leads back to itself",
    ]
    #expect(error?.reason == reasons[kind])
  }
}
