import Foundation
import MIDICore
import MIDIRecSessions
import SystemPackage
import TestSupport
import Testing
import Timelines

/// A session with the accepted result of a correct grid, to run grids with a fault against.
struct DefectSession {
  private let folder: SessionFolder
  private let name: String

  /// Creates the session, and accepts the result of the correct grid.
  ///
  /// - Parameters:
  ///   - name: The session's name in reports.
  ///   - messages: The recording.
  ///   - options: The subject's options as in `session.yaml`, such as `model: 128`.
  ///   - right: The correct grid.
  init(
    _ name: String, _ messages: [(milliseconds: Int64, message: Message)], options: [String] = [],
    acceptedFrom right: any Subject.Type = GridSubject.self
  ) throws {
    folder = try SessionFolder()
    self.name = name
    let subject = options.isEmpty ? "  - grid\n" : "  - grid:\n" + options.map { "      \($0)\n" }.joined()
    try folder.makeSession(name, "subjects:\n" + subject)
    try folder.write("take.mid", in: name, Samples.file(messages))
    let report = run(right)
    try #require(report.results.first?.parts.map(\.verdict.word) == ["new"])
    try #require(ExpectationFile(subject: "grid", in: folder.path.appending(name))).accept()
    // The correct grid must pass, so that every later difference is caused by the fault.
    let isPassed = run(right).results.allSatisfy(\.isPassed)
    try #require(isPassed)
  }

  /// Plays the recording to a subject.
  func run(_ kind: any Subject.Type) -> SessionRunner.Report {
    var options = SessionRunner.Options()
    options.catalog = SubjectRegistry([kind])
    return SessionRunner(options).run(SessionSearch(in: [folder.path]).places)
  }

  /// Returns the comparison of a subject's result with that of the correct grid.
  func comparison(with kind: any Subject.Type) throws -> Comparison {
    let part = try #require(run(kind).results.first?.parts.first)
    return try #require(part.judgment as? Comparison)
  }

  /// Returns the outcomes of the run for a report.
  func outcomes(of kind: any Subject.Type) throws -> [SessionOutcome] {
    let view = run(kind).results.first?.parts.first?.style.view
    return [
      SessionOutcome(
        session: name, subject: "grid", verdict: .different(try comparison(with: kind)), view: view)
    ]
  }
}

/// Recordings that reveal the faults.
enum DefectRecordings {
  /// Returns the notes one after the other, each 80 ms long, 100 ms apart.
  static func scale(_ notes: [Int], channel: (Int) -> Int = { _ in 1 }) -> [(
    milliseconds: Int64, message: Message
  )] {
    notes.enumerated().flatMap { index, note in
      chord([note], at: Int64(index) * 100, until: Int64(index) * 100 + 80, channel: channel(note))
    }
  }

  /// Returns the chords one after the other, each 400 ms long, 500 ms apart.
  static func chords(_ chords: [[Int]]) -> [(milliseconds: Int64, message: Message)] {
    chords.enumerated().flatMap { index, notes in
      chord(notes, at: Int64(index) * 500, until: Int64(index) * 500 + 400)
    }
  }

  /// Returns a chord whose notes start and end together.
  static func chord(
    _ notes: [Int], at start: Int64, until end: Int64, channel: Int = 1
  ) -> [(milliseconds: Int64, message: Message)] {
    notes.map { (start, on($0, channel: channel)) } + notes.map { (end, off($0, channel: channel)) }
  }

  static func on(_ note: Int, channel: Int = 1) -> Message {
    .noteOn(channel: Channel(clamping: channel - 1), note: NoteNumber(clamping: note), velocity: 100)
  }

  static func off(_ note: Int, channel: Int = 1) -> Message {
    .noteOff(channel: Channel(clamping: channel - 1), note: NoteNumber(clamping: note), velocity: 64)
  }
}
