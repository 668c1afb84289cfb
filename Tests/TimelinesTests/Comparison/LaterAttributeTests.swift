import MIDICore
import Testing
import Timelines

/// The comparison of attributes that a subject changes after the start of a note.
@Suite struct LaterAttributeTests {
  /// Returns the changes of the notes of two timelines with one source.
  private func changes(_ expected: [String], _ actual: [String]) throws -> [[NoteChange]] {
    func performance(_ lines: [String]) throws -> Performance {
      let all = ["midirec timeline 1", "source 1 \"\""] + lines + ["9.000000 end", ""]
      return Performance(try Timeline(text: Array(all.joined(separator: "\n").utf8)))
    }
    return Comparison(expected: try performance(expected), actual: try performance(actual)).noteChanges
  }

  private let strike = "1.000000 1 1 note C4 60 sounding velocity 80 tint=0.62"
  private let held = "2.000000 1 1 note C4 60 held sustain velocity 64"
  private let released = "3.000000 1 1 note C4 60 released"

  @Test func changedAttributeOfHeldNoteIsFound() throws {
    let changes = try changes(
      [strike, held + " tint=0.62 sustained=yes", released], [strike, held + " tint=0.70", released])
    #expect(
      changes == [
        [
          .wrongAttribute(key: "sustained when held", expected: "yes", actual: nil),
          .wrongAttribute(key: "tint when held", expected: nil, actual: "0.70"),
        ]
      ])
  }

  @Test func removedAttributeIsFound() throws {
    let changes = try changes(
      [strike + " presses=2", held + " tint=0.62 presses=2", released],
      [strike + " presses=2", held + " tint=0.62", released])
    #expect(changes == [[.wrongAttribute(key: "presses when held", expected: nil, actual: "none")]])
  }

  @Test func heldNoteWithoutAttributesIsFound() throws {
    let changes = try changes([strike, held + " tint=0.62", released], [strike, held, released])
    #expect(changes == [[.wrongAttribute(key: "tint when held", expected: nil, actual: "none")]])
  }

  @Test func attributeAfterEndIsFound() throws {
    let changes = try changes([strike, released], [strike, released + " tint=0.10"])
    #expect(changes == [[.wrongAttribute(key: "tint when released", expected: nil, actual: "0.10")]])
  }

  @Test func endedNoteNeedsNoAttributes() throws {
    #expect(try changes([strike, released], [strike, released + " tint=0.62"]) == [])
  }

  @Test func constantAttributeDifferenceIsReportedOnce() throws {
    let other = "1.000000 1 1 note C4 60 sounding velocity 80 tint=0.99"
    let changes = try changes(
      [strike, held + " tint=0.62", released + " tint=0.62"],
      [other, held + " tint=0.99", released + " tint=0.99"])
    #expect(changes == [[.wrongAttribute(key: "tint", expected: "0.62", actual: "0.99")]])
  }

  @Test func differentEndHidesLaterAttributes() throws {
    let early = "2.000000 1 1 note C4 60 released velocity 64"
    let changes = try changes([strike, held + " tint=0.62 sustained=yes", released], [strike, early])
    #expect(changes == [[.heldTooShort(by: .seconds(1))]])
  }

  @Test func overlappingNotesHaveSeparateAttributes() throws {
    let again = "1.500000 1 1 note C4 60 retriggered velocity 90 tint=0.70 presses=2"
    let still = "2.000000 1 1 note C4 60 still-sounding velocity 64"
    let changes = try changes(
      [strike, again, still + " tint=0.70", released],
      [strike, again, still + " tint=0.70 presses=2", released])
    #expect(
      changes == [[.wrongAttribute(key: "presses when still sounding", expected: nil, actual: "2")]])
  }
}
