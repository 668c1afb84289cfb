import Foundation
import MIDICore
import TestSupport
import Testing
import Timelines

/// Tests that a comparison finds each change of a shown attribute.
///
/// Each test changes one attribute in the expected timeline of every grid and piano session. The comparison must report
/// that change, and no other difference.
@Suite struct AttributeMutationTests {
  /// An expected timeline.
  struct Take: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let timeline: Timeline

    init(_ path: String) throws {
      testDescription = path.split(separator: "/").suffix(3).dropLast().joined(separator: "/")
      timeline = try Timeline(text: Array(Data(contentsOf: URL(filePath: path))))
    }
  }

  private static func takes(_ subject: String) -> [Take] {
    TestEnvironment.files(below: "Recordings/\(subject)", endingIn: "\(subject).expected.txt")
      .compactMap { try? Take($0) }
  }
  static let grids = takes("grid")
  static let pianos = takes("piano")

  private static let options = Comparison.Options(
    onsetTolerance: .milliseconds(5), offsetTolerance: .milliseconds(8), velocityTolerance: 0)

  /// A reported difference of a note.
  private struct Found: Hashable {
    var expected: Int?
    var actual: Int?
    var changes: [NoteChange]
  }

  /// Returns the reported differences, or `nil` if any isn't of a note.
  private func found(_ timeline: Timeline, _ changed: Timeline) -> [Found]? {
    let comparison = Comparison(
      expected: Performance(timeline), actual: Performance(changed), options: Self.options)
    let notes = comparison.differences.compactMap { difference in
      if case .note(let note) = difference { note } else { nil }
    }
    guard notes.count == comparison.differences.count else { return nil }
    return notes.map { Found(expected: $0.expected, actual: $0.actual, changes: $0.changes) }
  }

  /// Returns the timeline with changed attributes at some indices.
  private func changed(
    _ timeline: Timeline, _ places: [Int], _ change: ([Timeline.Attribute]) -> [Timeline.Attribute]
  ) -> Timeline {
    let places = Set(places)
    let entries = timeline.entries.enumerated().map { place, entry in
      Timeline.Entry(
        time: entry.time, source: entry.source, channel: entry.channel, change: entry.change,
        attributes: places.contains(place) ? change(entry.attributes) : entry.attributes)
    }
    return Timeline(sources: timeline.sources, entries: entries, end: timeline.end)
  }

  /// Changes a value in all entries of a note, and expects exactly that difference.
  private func expectFound(
    _ take: Take, _ note: ShownNote, _ key: String, as value: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let timeline = take.timeline
    let before = timeline.entries[note.entries[0]].attributes.first { $0.key == key }?.value
    let changed = changed(timeline, note.entries) { attributes in
      attributes.map { $0.key == key && $0.value == before ? Timeline.Attribute(key, value) : $0 }
    }
    let change = NoteChange.wrongAttribute(key: key, expected: before, actual: value)
    #expect(
      found(timeline, changed) == [Found(expected: note.index, actual: note.index, changes: [change])],
      "note \(note.index)", sourceLocation: location)
  }

  private func cells(_ timeline: Timeline, _ note: ShownNote) -> [Int] {
    let text = timeline.entries[note.entries[0]].attributes.first { $0.key == "cells" }?.value ?? ""
    return text.split(separator: ",").compactMap { Int($0) }
  }

  private func text(_ cells: [Int]) -> String {
    cells.isEmpty ? "none" : cells.map(String.init).joined(separator: ",")
  }

  @Test func goldenSessionsAreFound() {
    #expect(Self.grids.count >= 6)
    #expect(Self.pianos.count >= 6)
    #expect(Self.grids.allSatisfy { !ShownNote.all(in: $0.timeline).isEmpty })
    #expect(Self.pianos.allSatisfy { !ShownNote.all(in: $0.timeline).isEmpty })
  }

  @Test(arguments: grids) func droppedCellIsFound(take: Take) {
    for note in ShownNote.all(in: take.timeline) {
      let cells = cells(take.timeline, note)
      for index in cells.indices {
        var fewer = cells
        fewer.remove(at: index)
        expectFound(take, note, "cells", as: text(fewer))
      }
    }
  }

  @Test(arguments: grids) func addedCellIsFound(take: Take) {
    for note in ShownNote.all(in: take.timeline) {
      let cells = cells(take.timeline, note)
      let other = (0..<128).first { !cells.contains($0) } ?? 199
      expectFound(take, note, "cells", as: text((cells + [other]).sorted()))
    }
  }

  @Test(arguments: grids) func changedColorIsFound(take: Take) {
    for note in ShownNote.all(in: take.timeline) { expectFound(take, note, "color", as: "color-99") }
  }

  @Test(arguments: pianos) func changedTintIsFound(take: Take) {
    for note in ShownNote.all(in: take.timeline) { expectFound(take, note, "tint", as: "0.005") }
  }

  @Test(arguments: pianos) func changedNameIsFound(take: Take) {
    for note in ShownNote.all(in: take.timeline) { expectFound(take, note, "key", as: "X") }
  }

  @Test(arguments: grids + pianos) func noteShownTooLongIsFound(take: Take) {
    let timeline = take.timeline
    for note in ShownNote.all(in: timeline) {
      // A note held by a pedal is released before it falls silent.
      guard note.entries.count == 2, let last = note.entries.last,
        case .note(let number, .released) = timeline.entries[last].change
      else { continue }
      let ended = timeline.entries[last]
      let later = ended.time + .milliseconds(200)
      let isFree = !timeline.entries[(last + 1)...].contains { entry in
        guard entry.time <= later, case .note(number, _) = entry.change else { return false }
        return entry.source == ended.source && entry.channel == ended.channel
      }
      guard isFree else { continue }
      var entries = timeline.entries
      entries[last] = Timeline.Entry(
        time: later, source: ended.source, channel: ended.channel, change: ended.change,
        attributes: ended.attributes)
      let changed = Timeline(sources: timeline.sources, entries: entries, end: timeline.end)
      let change = NoteChange.tooLong(by: .milliseconds(200))
      #expect(
        found(timeline, changed) == [Found(expected: note.index, actual: note.index, changes: [change])],
        "note \(note.index)")
    }
  }

  /// The tint of a key can change while a pedal or another source holds it.
  @Test(arguments: pianos) func laterChangeOfTintIsFound(take: Take) {
    let timeline = take.timeline
    for note in ShownNote.all(in: timeline) {
      let later = note.entries.dropFirst().filter { !timeline.entries[$0].attributes.isEmpty }
      guard let last = later.last,
        let tint = timeline.entries[last].attributes.first(where: { $0.key == "tint" })
      else { continue }
      let changed = changed(timeline, [last]) { attributes in
        attributes.map { $0.key == "tint" ? Timeline.Attribute("tint", "0.005") : $0 }
      }
      let before = timeline.entries[note.entries[note.entries.firstIndex(of: last).map { $0 - 1 } ?? 0]]
      let isSame = before.attributes.contains(tint)
      let word =
        switch timeline.entries[last].change {
        case .note(_, .held): "held"
        case .note(_, .hanging): "hanging"
        default: "released"
        }
      let change = NoteChange.wrongAttribute(
        key: "tint when \(word)", expected: isSame ? nil : tint.value, actual: "0.005")
      #expect(
        found(timeline, changed) == [Found(expected: note.index, actual: note.index, changes: [change])],
        "note \(note.index)")
    }
  }

  /// A tint that remains after the key is released.
  @Test(arguments: pianos) func tintAfterTheEndIsFound(take: Take) {
    let timeline = take.timeline
    for note in ShownNote.all(in: timeline) {
      guard let last = note.entries.last, timeline.entries[last].attributes.isEmpty else { continue }
      let changed = changed(timeline, [last]) { _ in [Timeline.Attribute("tint", "0.005")] }
      let found = found(timeline, changed)
      #expect(found?.map(\.expected) == [note.index], "note \(note.index)")
      #expect(
        found?.first?.changes.contains(
          .wrongAttribute(key: "tint when released", expected: nil, actual: "0.005")) == true,
        "note \(note.index)")
    }
  }
}
