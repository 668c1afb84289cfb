import Foundation
import MIDICore
import MIDIRecSessions
import TestSupport
import Testing
import Timelines

/// Tests that midirec finds each fault of the app's hand-written tables, and reports no other difference.
@Suite struct CellDefectsTests {
  /// A note and its wrong cells.
  private struct Found: Hashable {
    var note: Int
    var fault: UpstreamTables.Fault
  }

  private static let allNotes = Array(0...127)

  /// Returns the wrong cells of a comparison.
  ///
  /// - Throws: `Unexpected` for any other difference.
  private func found(_ comparison: Comparison) throws -> [Found] {
    try comparison.differences.map { difference in
      guard case .note(let note) = difference, let index = note.expected, note.actual != nil,
        case .wrongAttribute(key: "cells", let expected?, let actual?) = note.changes.first,
        note.changes.count == 1
      else { throw Unexpected(difference: difference) }
      let (before, after) = (cells(expected), cells(actual))
      let fault = UpstreamTables.Fault(
        lacks: before.subtracting(after).sorted(), has: after.subtracting(before).sorted())
      return Found(note: Int(comparison.expected.notes[index].number.rawValue), fault: fault)
    }
  }

  private struct Unexpected: Error {
    var difference: Difference
  }

  private func cells(_ text: String) -> Set<Int> { Set(text.split(separator: ",").compactMap { Int($0) }) }

  /// Returns the expected findings for notes in the order of playing.
  private func faults(_ notes: [Int], _ faults: [Int: UpstreamTables.Fault]) -> [Found] {
    notes.compactMap { note in faults[note].map { Found(note: note, fault: $0) } }
  }

  @Test func tablesHaveTheCellCountsOfTheApp() {
    #expect(UpstreamTables.table200.values.flatMap(\.self).count == 194)
    #expect(UpstreamTables.table128.values.flatMap(\.self).count == 123)
    #expect(
      Set(0..<200).subtracting(UpstreamTables.table200.values.joined()).sorted() == [
        55, 56, 57, 58, 59, 114, 150,
      ])
    #expect(UpstreamTables.table200.filter { $0.value.contains(115) }.keys.sorted() == [59, 60])
    #expect(
      Set(0..<128).subtracting(UpstreamTables.table128.values.joined()).sorted() == [31, 36, 109, 110, 111])
  }

  @Test func scaleRevealsEveryFaultOfThe200() throws {
    let session = try DefectSession("scale", DefectRecordings.scale(Self.allNotes))
    let found = try found(session.comparison(with: UpstreamGrid200.self))
    #expect(found == faults(Self.allNotes, UpstreamTables.faults200))
  }

  @Test func scaleRevealsEveryFaultOfThe128() throws {
    let session = try DefectSession("scale", DefectRecordings.scale(Self.allNotes), options: ["model: 128"])
    let found = try found(session.comparison(with: UpstreamGrid128.self))
    #expect(found == faults(Self.allNotes, UpstreamTables.faults128))
  }

  private static let chords200 = [
    [35, 47, 54, 59], [60, 64, 67], [40, 44, 47], [59, 62, 65, 69], [61, 63, 66],
  ]
  private static let chords128 = [
    [48, 52, 55], [49, 53, 56, 59], [50, 54, 57], [60, 64, 67], [63, 67, 70, 75],
  ]

  @Test func chordsRevealEveryFaultOfThe200() throws {
    let session = try DefectSession("chords", DefectRecordings.chords(Self.chords200))
    let found = try found(session.comparison(with: UpstreamGrid200.self))
    #expect(found == faults(Self.chords200.flatMap(\.self), UpstreamTables.faults200))
    #expect(Set(found.map(\.note)) == Set(UpstreamTables.faults200.keys))
  }

  @Test func chordsRevealEveryFaultOfThe128() throws {
    let session = try DefectSession(
      "chords", DefectRecordings.chords(Self.chords128), options: ["model: 128"])
    let found = try found(session.comparison(with: UpstreamGrid128.self))
    #expect(found == faults(Self.chords128.flatMap(\.self), UpstreamTables.faults128))
    #expect(Set(found.map(\.note)) == Set(UpstreamTables.faults128.keys))
  }

  /// The second table has only the lowest cell of a note. In Channel Per Row, the recording plays each note on that
  /// row.
  @Test func scaleRevealsEveryFaultOfTheSecondTable() throws {
    let notes = Array(30...80)
    let recording = DefectRecordings.scale(notes) { note in max(0, (note - 45 + 4) / 5) + 1 }
    let session = try DefectSession("lowest", recording, options: ["model: 128", "mode: channel-per-row"])
    let found = try found(session.comparison(with: SecondUpstreamGrid128.self))
    #expect(found == faults(notes, UpstreamTables.secondFaults128))
  }

  @Test func wrongNamesAreFound() throws {
    let session = try DefectSession(
      "names", DefectRecordings.scale(Self.allNotes), acceptedFrom: NamedGrid.self)
    let comparison = try session.comparison(with: UpstreamNamedGrid.self)
    var names: [Int: [String]] = [:]
    for difference in comparison.differences {
      guard case .note(let note) = difference, let index = note.expected,
        case .wrongAttribute(key: "name", let expected?, let actual?) = note.changes.first,
        note.changes.count == 1
      else { throw Unexpected(difference: difference) }
      names[Int(comparison.expected.notes[index].number.rawValue)] = [expected, actual]
    }
    #expect(comparison.differences.count == 6)
    #expect(
      names == [
        12: ["C-1", "C1"], 13: ["C#-1", "C#1"], 14: ["D-1", "D1"], 15: ["D#-1", "D#1"], 25: ["C#0", "C#-0"],
        26: ["D0", "D-0"],
      ])
  }

  /// Writes the report of the defects to the folder that `MIDIREC_DEFECTS_REPORT` names.
  @Test(.enabled(if: TestEnvironment.defectsReport != nil, "MIDIREC_DEFECTS_REPORT names no folder"))
  func defectsReportIsWritten() throws {
    let folder = try #require(TestEnvironment.defectsReport)
    let scale = try DefectSession("cells/scale", DefectRecordings.scale(Array(30...89)))
    let chords = try DefectSession("cells/chords", DefectRecordings.chords(Self.chords200))
    let held = try DefectSession("held/released", NoteStateDefectsTests.released)
    let outcomes =
      try chords.outcomes(of: UpstreamGrid200.self) + scale.outcomes(of: UpstreamGrid200.self)
      + held.outcomes(of: UpstreamNoteState.self)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in outcomes.pages() {
      try Data(file.bytes).write(to: URL(filePath: folder).appending(path: file.name))
    }
  }
}
