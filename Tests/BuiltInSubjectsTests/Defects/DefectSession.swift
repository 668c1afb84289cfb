import BuiltInSubjects
import Foundation
import MIDICore
import Reports
import Sessions
import SystemPackage
import TestSupport
import Testing
import Timelines

/// A session whose expectation the right grid has written, and which a grid with a fault is run against.
struct DefectSession {
  private let folder: SessionFolder
  private let name: String

  /// Makes the session, and accepts what the right grid does.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - messages: The recording.
  ///   - options: The subject's options as they stand in the session's file: `model: 128`.
  ///   - right: The right grid.
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
    // Nothing of the right grid is different, so that all that differs later is the other's.
    let isPassed = run(right).results.allSatisfy(\.isPassed)
    try #require(isPassed)
  }

  /// Plays the recording to a subject.
  func run(_ kind: any Subject.Type) -> SessionRunner.Report {
    var options = SessionRunner.Options()
    options.catalog = SubjectRegistry([kind])
    return SessionRunner(options).run(SessionSearch(in: [folder.path]).places)
  }

  /// How what a subject does differs from what the right grid does.
  func comparison(with kind: any Subject.Type) throws -> Comparison {
    let part = try #require(run(kind).results.first?.parts.first)
    guard case .different(let comparison) = part.verdict else {
      throw Unexpected(verdict: part.verdict.word)
    }
    return comparison
  }

  /// What a report says of the run.
  func outcomes(of kind: any Subject.Type) throws -> [SessionOutcome] {
    let view = run(kind).results.first?.parts.first?.view
    return [
      SessionOutcome(
        session: name, subject: "grid", verdict: .different(try comparison(with: kind)), view: view)
    ]
  }

  private struct Unexpected: Error {
    var verdict: String
  }
}

/// What was played to find the faults.
enum DefectRecordings {
  /// Each of some notes after the other, 80 ms long and 100 ms apart.
  static func scale(_ notes: [Int], channel: (Int) -> Int = { _ in 1 }) -> [(
    milliseconds: Int64, message: Message
  )] {
    notes.enumerated().flatMap { index, note in
      chord([note], at: Int64(index) * 100, until: Int64(index) * 100 + 80, channel: channel(note))
    }
  }

  /// Each of some chords after the other, 400 ms long and half a second apart.
  static func chords(_ chords: [[Int]]) -> [(milliseconds: Int64, message: Message)] {
    chords.enumerated().flatMap { index, notes in
      chord(notes, at: Int64(index) * 500, until: Int64(index) * 500 + 400)
    }
  }

  /// A chord that is struck and released at once.
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
