import MIDICore
import Testing

@testable import Timelines

@Suite
struct LevelChangeSearchTests {
  /// 80 chords of a low note on channel 2 and a high note on channel 1, four per second.
  private let notes = (0..<160).map { index in
    let onset = Nanoseconds.milliseconds(Int64(index / 2 * 250))
    let offset = onset.adding(.milliseconds(Int64(100 + index * 11 % 60)))
    return Note(
      channel: .number(index % 2 == 0 ? 2 : 1),
      number: NoteNumber(clamping: index % 2 * 24 + 40 + index / 2 * 5 % 12),
      velocity: UInt7(clamping: 50 + index * 7 % 40), onset: onset, offset: offset, releaseVelocity: 64,
      silence: offset)
  }

  /// Returns the changes between the notes and changed notes.
  private func changes(
    in range: Range<Int> = 0..<160, where isMember: (Note) -> Bool = { _ in true },
    _ body: (inout Note) -> Void
  ) -> [PassageChange] {
    var changed = notes
    for index in range where isMember(notes[index]) { body(&changed[index]) }
    let (expected, actual) = (
      Performance(sources: [""], notes: notes, end: .seconds(20)),
      Performance(sources: [""], notes: changed, end: .seconds(20))
    )
    return Comparison(expected: expected, actual: actual).passages
  }

  @Test
  func equalVelocitiesAreFound() {
    #expect(
      changes { $0.velocity = 100 } == [PassageChange(.velocitiesSet(to: 100), of: Passage(), noteCount: 160)]
    )
  }

  @Test
  func softerPassageIsFound() {
    let found = changes(in: 40..<80) { $0.velocity = UInt7(clamping: $0.velocity.rawValue - 20) }
    #expect(found.map(\.effect) == [.velocitiesShifted(by: -20)])
    #expect(found.first?.passage == Passage(start: .seconds(5), end: .seconds(10)))
    #expect(found.first?.noteCount == 40)
  }

  /// Many programs cut off the decimals.
  @Test(arguments: [false, true])
  func scaledVelocitiesAreFound(roundDown: Bool) {
    let found = changes(in: 40..<120) {
      $0.velocity = UInt7(clamping: (Int($0.velocity.rawValue) * 600 + (roundDown ? 0 : 500)) / 1000)
    }
    #expect(found.count == 1)
    guard case .velocitiesScaled(let thousandths, roundDown) = found.first?.effect else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(thousandths - 600) <= 4)
  }

  /// Each note differs with and without the change.
  @Test
  func lengthsAreFoundBesideOtherReleaseVelocities() {
    let found = changes { note in
      note.offset = note.offset.map { Nanoseconds(rawValue: (note.onset.rawValue + $0.rawValue) / 2) }
      note.silence = note.offset
      note.releaseVelocity = 95
    }
    #expect(found.map(\.effect) == [.durationsScaled(toThousandths: 500)])
  }

  @Test
  func velocitiesOfChannelAreFound() {
    let found = changes(in: 40..<120, where: { $0.channel == .number(2) }) {
      $0.velocity = UInt7(clamping: $0.velocity.rawValue - 20)
    }
    #expect(found.map(\.effect) == [.velocitiesShifted(by: -20)])
    #expect(found.first?.passage.part == TakePart(channels: [.number(2)]))
    #expect(found.first?.noteCount == 40)
  }

  @Test
  func velocitiesOfHighNotesAreFound() {
    let found = changes(where: { $0.number >= 46 }) {
      $0.velocity = UInt7(clamping: $0.velocity.rawValue + 20)
    }
    #expect(found.map(\.effect) == [.velocitiesShifted(by: 20)])
    #expect(found.first?.passage.pitches == 46...127)
    #expect(found.first?.passage.part == TakePart())
  }

  @Test
  func shorterNotesAreFound() {
    let found = changes {
      $0.offset = $0.onset.adding(Nanoseconds(rawValue: ($0.duration?.rawValue ?? 0) / 2))
      $0.silence = $0.offset
    }
    #expect(found == [PassageChange(.durationsScaled(toThousandths: 500), of: Passage(), noteCount: 160)])
  }

  @Test
  func shiftOfWholeTakeIsNotOfPassage() {
    #expect(changes { $0.velocity = UInt7(clamping: $0.velocity.rawValue + 20) }.isEmpty)
  }

  /// A shift of the whole take would have 12 exceptions.
  @Test
  func shiftOfNearlyAllNotesBeginsWithThem() {
    let found = changes(in: 12..<160) { $0.velocity = UInt7(clamping: $0.velocity.rawValue + 20) }
    #expect(found.map(\.effect) == [.velocitiesShifted(by: 20)])
    #expect(found.first?.passage == Passage(start: .milliseconds(1500)))
  }

  /// Each note differs with and without the change.
  @Test
  func passagesAreFoundBesideAChangeOfAllVelocities() {
    let found = changes { note in
      note.velocity = UInt7(clamping: note.velocity.rawValue + 20)
      guard .seconds(5)..<(.seconds(10)) ~= note.onset else { return }
      note.number = NoteNumber(clamping: Int(note.number.rawValue) + 2)
    }
    #expect(found.map(\.effect) == [.transposed(bySemitones: 2)])
    #expect(found.first?.passage == Passage(start: .seconds(5), end: .seconds(10)))
  }

  /// Any number from 63 to 126 makes these velocities 127.
  @Test
  func leastNumberExplainsVelocitiesAtTheirLimit() {
    let loud = notes.map { note in
      var note = note
      note.velocity = 64
      return note
    }
    var changed = loud
    for index in 40..<80 { changed[index].velocity = 127 }
    let comparison = Comparison(
      expected: Performance(sources: [""], notes: loud, end: .seconds(20)),
      actual: Performance(sources: [""], notes: changed, end: .seconds(20)))
    #expect(comparison.passages.map(\.effect) == [.velocitiesShifted(by: 63)])
  }

  /// A passage would explain one note more.
  @Test
  func singleExceptionsAreNotOfShiftOfWholeTake() {
    #expect(changes(in: 1..<160) { $0.velocity = UInt7(clamping: $0.velocity.rawValue + 20) }.isEmpty)
  }

  @Test
  func accidentsAreNotFound() {
    var state: UInt32 = 1
    let found = changes { note in
      state = state &* 1_664_525 &+ 1_013_904_223
      note.velocity = UInt7(clamping: 30 + Int(state >> 24) % 90)
    }
    #expect(found.isEmpty)
  }
}
