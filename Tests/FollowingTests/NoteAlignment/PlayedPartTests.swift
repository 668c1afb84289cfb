import Following
import MIDICore
import TestSupport
import Testing
import Timelines

/// Performances in which a part of the score is missing, or many notes throughout, in music that repeats.
@Suite struct PlayedPartTests {
  private typealias Kind = NoteAlignment.Mistake.Kind

  /// Three instruments and drums that repeat every eight bars, and the lead that doesn't.
  private static let band: [Note] = {
    var generator = SeededGenerator(seed: 18)
    return (0..<32).flatMap { bar -> [Note] in
      let bass = (0..<4).map { note(1, 36 + (bar % 4) * 5 % 12, bar * 2000 + $0 * 500) }
      let chords = [0, 4, 7].flatMap { step in
        [0, 1000].map { note(2, 55 + (bar % 4) * 5 % 12 + step, bar * 2000 + $0) }
      }
      let drums = (0..<8).map { note(9, [36, 42, 38, 42][$0 % 4], bar * 2000 + $0 * 250) }
      let lead = (0..<4).map { note(0, Int.random(in: 67...84, using: &generator), bar * 2000 + $0 * 500) }
      return bass + chords + drums + lead
    }.ordered(byTime: \.onset)
  }()

  private static func note(_ channel: UInt8, _ pitch: Int, _ time: Int) -> Note {
    Note(
      channel: Channel(masking: channel), number: NoteNumber(clamping: pitch), velocity: UInt7(masking: 64),
      onset: .milliseconds(time), offset: .milliseconds(time + 200))
  }

  private static func performance(_ notes: [Note]) -> Performance {
    Performance(sources: [""], notes: notes, end: .seconds(200))
  }

  /// Returns some notes at four fifths of the tempo, each early or late by up to 15 ms.
  private static func played(_ notes: some Sequence<Note>) -> Performance {
    var generator = SeededGenerator(seed: 3)
    return performance(
      notes.map { note in
        var note = note
        let time = Int(note.onset.rawValue / 800_000) + Int.random(in: 0...30, using: &generator)
        (note.onset, note.offset) = (.milliseconds(time), .milliseconds(time + 150))
        return note
      }.ordered(byTime: \.onset))
  }

  private static func parts(_ alignment: NoteAlignment) -> [NoteAlignment.Part] {
    alignment.mistakes.compactMap { mistake in
      if case .unplayed(let part) = mistake.kind { part } else { nil }
    }
  }

  @Test(arguments: [0, 1, 2, 9] as [UInt8]) func missingPartIsOneMistake(channel: UInt8) {
    let missing = Self.band.indices.filter { Self.band[$0].channel.rawValue == channel }
    let alignment = NoteAlignment(
      expected: Self.performance(Self.band),
      actual: Self.played(Self.band.filter { $0.channel.rawValue != channel }))
    #expect(alignment.passages.count == 1)
    #expect(alignment.matchCount == Self.band.count - missing.count)
    #expect(alignment.mistakes.count == 1, "\(alignment.mistakes.map(\.kind))")
    #expect(Self.parts(alignment).map(\.notes) == [missing])
    #expect(Self.parts(alignment).map(\.line?.channel.rawValue) == [channel])
  }

  @Test(arguments: [0, 1, 2, 9] as [UInt8]) func partAloneIsFollowed(channel: UInt8) {
    let alignment = NoteAlignment(
      expected: Self.performance(Self.band),
      actual: Self.played(Self.band.filter { $0.channel.rawValue == channel }))
    #expect(alignment.passages.count == 1)
    #expect(alignment.matchCount == Self.band.count { $0.channel.rawValue == channel })
    let matches = alignment.passages.flatMap(\.matches)
    #expect(
      matches.allSatisfy {
        alignment.expected.notes[$0.expected].channel == alignment.actual.notes[$0.actual].channel
      })
    #expect(alignment.mistakes.count == 3, "\(alignment.mistakes.map(\.kind))")
    #expect(Self.parts(alignment).count == 3)
  }

  /// A voice that starts after half of the piece.
  @Test func laterPartAloneIsFollowed() {
    let late = (64..<96).map { Self.note(5, 50 + $0 * 7 % 11, $0 * 500) }
    let score = (Self.band + late).ordered(byTime: \.onset)
    let alignment = NoteAlignment(expected: Self.performance(score), actual: Self.played(late))
    #expect(alignment.matchCount == 32)
    #expect(alignment.mistakes.allSatisfy { if case .unplayed = $0.kind { true } else { false } })
  }

  /// Hands in one channel with pitches that both have.
  @Test(arguments: [NoteAlignment.Hand.left, .right]) func handWithSharedPitchesIsOneMistake(
    hand: NoteAlignment.Hand
  ) {
    let hands = (0..<120).map { index in
      (
        left: Self.note(0, [45, 52, 57, 60, 64][index % 5] - index / 40, index * 400),
        right: Self.note(0, [66, 71, 64, 69, 73, 76, 78][index % 7] + index / 60, index * 400)
      )
    }
    let notes = hands.flatMap { [$0.left, $0.right] }
    let alignment = NoteAlignment(
      expected: Self.performance(notes),
      actual: Self.played(hands.map { hand == .left ? $0.right : $0.left }))
    #expect(alignment.matchCount == 120)
    let parts = Self.parts(alignment)
    #expect(parts.map(\.hand) == [hand])
    #expect(parts.map(\.notes.count) == [120])
    #expect(alignment.mistakes.count == 1, "\(alignment.mistakes.map(\.kind))")
  }

  /// The low notes alone, of which a few bars have many, and twice as many bars have none.
  @Test func rareLowNotesAreFollowed() {
    var generator = SeededGenerator(seed: 20)
    let melody = (0..<960).map { Self.note(0, Int.random(in: 64...84, using: &generator), $0 * 125) }
    let bass = (0..<480).filter { $0 / 32 % 3 == 0 }
      .map { Self.note(0, Int.random(in: 36...54, using: &generator), $0 * 250) }
    let alignment = NoteAlignment(
      expected: Self.performance((melody + bass).ordered(byTime: \.onset)), actual: Self.played(bass))
    #expect(alignment.passages.count == 1)
    #expect(alignment.matchCount == bass.count)
  }

  @Test(arguments: [20, 30, 50]) func manyNotesMissingThroughoutAreOneMistake(percent: Int) {
    var generator = SeededGenerator(seed: UInt64(percent))
    let score = RandomScore(barCount: 24, using: &generator).notes.map {
      Self.note(0, $0.pitch, Int($0.onset * 500))
    }
    let kept = score.filter { _ in Int.random(in: 0..<100, using: &generator) < percent }
    let alignment = NoteAlignment(expected: Self.performance(score), actual: Self.played(kept))
    let parts = Self.parts(alignment)
    #expect(parts.map(\.isScattered) == [true])
    #expect(alignment.mistakes.count <= 3, "\(alignment.mistakes.map(\.kind))")
    #expect(alignment.matchCount * 20 >= kept.count * 19)
  }

  /// Every second bar is left out, which isn't a part.
  @Test func barsThatAreLeftOutArePassages() {
    let score = (0..<320).map { Self.note(0, 40 + ($0 * 23) % 47, $0 * 250) }
    let alignment = NoteAlignment(
      expected: Self.performance(score),
      actual: Self.performance(score.enumerated().filter { $0.offset / 16 % 2 == 0 }.map(\.element)))
    #expect(Self.parts(alignment).isEmpty)
    #expect(alignment.mistakes.count == 10, "\(alignment.mistakes.map(\.kind))")
  }

  /// Two voices write a trill out faster than it is played, above a hand that has a note per dozen notes of the trill.
  @Test func handBesideTrillLeads() {
    let before = (0..<64).map { Self.note(0, 40 + ($0 * 23) % 47, $0 * 250) }
    let left = (0..<80).map { Self.note(1, 40 + ($0 * 13) % 23, 16000 + $0 * 400) }
    func trill(_ step: Int) -> [Note] {
      stride(from: 0, to: 32000, by: step).map { Self.note(0, 79 + $0 / step % 2 * 2, 16000 + $0) }
    }
    let melody = (0..<80).flatMap { index in
      stride(from: 0, to: 400, by: 67).map {
        Self.note(0, 84 + index * 7 % 12 + $0 / 67 % 2 * 2, 16000 + index * 400 + $0)
      }
    }
    let after = (0..<64).map { Self.note(0, 40 + ($0 * 29) % 43, 48000 + $0 * 250) }
    let score = (before + left + trill(34) + melody + after).ordered(byTime: \.onset)
    // The melody is played without its trills.
    let plain = (0..<80).map { Self.note(0, 84 + $0 * 7 % 12, 16000 + $0 * 400) }
    let played = (before + left + trill(90) + plain + after).ordered(byTime: \.onset)
    let alignment = NoteAlignment(expected: Self.performance(score), actual: Self.played(played))
    #expect(alignment.passages.count == 1)
    let matched = Set(alignment.passages.flatMap(\.matches).map { alignment.expected.notes[$0.expected] })
    #expect((before + left + after).count { matched.contains($0) } == 208)
    #expect(!alignment.mistakes.contains { if case .skipped = $0.kind { true } else { false } })
  }
}
