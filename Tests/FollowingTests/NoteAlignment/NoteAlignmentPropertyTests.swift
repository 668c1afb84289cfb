import Following
import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct NoteAlignmentPropertyTests {
  private static let count = TestEnvironment.isFull ? 5000 : 1000

  /// The truth about a performance, or what an alignment found.
  fileprivate struct Account {
    var matches: Set<[Int]> = []
    var missing: Set<Int> = []
    var extra: Set<Int> = []

    /// Returns what only one of two accounts has.
    func symmetricDifference(_ other: Account) -> (matches: Set<[Int]>, missing: Set<Int>, extra: Set<Int>) {
      (
        matches.symmetricDifference(other.matches), missing.symmetricDifference(other.missing),
        extra.symmetricDifference(other.extra)
      )
    }
  }

  @Test func everyMistakeOfRandomPerformancesIsFound() {
    var (mistakeCount, tempoChanges) = (0, 0)
    for seed in 1...Self.count {
      var generator = SeededGenerator(seed: UInt64(seed))
      let score = RandomScore(barCount: .random(in: 4...24, using: &generator), using: &generator)
      let performance = RandomPerformance(of: score, using: &generator)
      let alignment = NoteAlignment(expected: Performance(score), actual: Performance(performance))
      let (truth, found) = (Self.truth(performance), Self.account(alignment, performance))
      let (matches, missing, extra) = truth.symmetricDifference(found)
      #expect(matches.isEmpty && missing.isEmpty && extra.isEmpty, "seed \(seed)")
      mistakeCount += truth.missing.count + truth.extra.count
      tempoChanges += performance.tempoJumpCount
    }
    // The performances have mistakes, and sudden changes of tempo.
    #expect(mistakeCount > 3 * Self.count)
    #expect(tempoChanges > Self.count / 2)
  }

  @Test func everyNoteIsAccountedForOnce() {
    for seed in 1...(TestEnvironment.isFull ? 20_000 : 2000) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let pitchCount = Int.random(in: 1...40, using: &generator)
      let expected = Self.anyPitches(pitchCount, using: &generator)
      var actual = Self.anyPitches(pitchCount, using: &generator)
      // Most takes have parts in common, in any order.
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !expected.isEmpty {
        let start = Int.random(in: 0..<expected.count, using: &generator)
        actual += expected[start...].prefix(.random(in: 1...60, using: &generator))
      }
      let takes = [expected, actual].map { Self.performance($0, using: &generator) }
      let alignment = NoteAlignment(expected: takes[0], actual: takes[1])
      Self.check(alignment, seed)
    }
  }

  private static func anyPitches(_ count: Int, using generator: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...80, using: &generator)).map { _ in 60 + .random(in: 0..<count, using: &generator)
    }
  }

  private static func performance(_ pitches: [Int], using generator: inout SeededGenerator) -> Performance {
    var time = 0
    let notes = pitches.map { pitch in
      time += [0, 1, 15, 60, 200, 500, 500, 2000].randomElement(using: &generator) ?? 0
      return Note(
        channel: Channel(masking: 0), number: NoteNumber(masking: UInt8(pitch)), velocity: UInt7(masking: 64),
        onset: .milliseconds(time), offset: .milliseconds(time + 100))
    }
    return Performance(sources: [""], notes: notes, end: .milliseconds(time + 100))
  }

  /// Checks that each actual note has one role, and each expected note one per passage that reaches it.
  private static func check(_ alignment: NoteAlignment, _ seed: Int) {
    var actual = [Int](repeating: 0, count: alignment.actual.notes.count)
    var expected = Set(alignment.sparedTrillNotes)
    var intervals: [Int: Int] = [:]
    for transposition in alignment.passages.flatMap(\.transpositions) {
      for match in transposition.matches { intervals[match.actual] = transposition.semitones }
    }
    for passage in alignment.passages {
      #expect(Set(passage.matches.map(\.expected)).count == passage.matches.count, "seed \(seed)")
      for match in passage.matches {
        actual[match.actual] += 1
        expected.insert(match.expected)
        let interval = alignment.semitones + intervals[match.actual, default: 0]
        let pitch = Int(alignment.expected.notes[match.expected].number.rawValue) + interval
        #expect(pitch == Int(alignment.actual.notes[match.actual].number.rawValue), "seed \(seed)")
      }
    }
    let keys = Set(
      expected.map {
        [alignment.expected.notes[$0].onset.rawValue, Int64(alignment.expected.notes[$0].number.rawValue)]
      })
    for mistake in alignment.mistakes {
      switch mistake.kind {
      case .missing(let note): expected.insert(note)
      case .extra(let note): actual[note] += 1
      case .wrongPitch(let note, let other):
        expected.insert(note)
        actual[other] += 1
      case .skipped(let notes): expected.formUnion(notes)
      case .added(let notes): for note in notes { actual[note] += 1 }
      case .unplayed(let part): expected.formUnion(part.notes)
      case .swapped, .repeated, .displaced, .transposed: break
      }
    }
    for note in alignment.ornaments.flatMap(\.extra) { actual[note] += 1 }
    #expect(actual.allSatisfy { $0 == 1 }, "seed \(seed)")
    // A note without a role is in unison with a matched one.
    let others = Set(alignment.expected.notes.indices).subtracting(expected)
    #expect(
      others.allSatisfy { index in
        let note = alignment.expected.notes[index]
        return keys.contains([note.onset.rawValue, Int64(note.number.rawValue)])
      }, "seed \(seed)")
    #expect(
      alignment.mistakes.map(\.actualTime) == alignment.mistakes.map(\.actualTime).sorted(), "seed \(seed)")
  }

  private static func truth(_ performance: RandomPerformance) -> Account {
    var account = Account(missing: Set(performance.missing))
    for (index, note) in performance.notes.enumerated() {
      switch note.role {
      case .note(let expected): account.matches.insert([expected, index])
      case .wrongPitch(let expected):
        account.missing.insert(expected)
        account.extra.insert(index)
      case .ornament, .extra: account.extra.insert(index)
      }
    }
    return account
  }

  /// Returns the matches, and the notes of mistakes and ornaments. A wrong note counts as missing and extra.
  private static func account(_ alignment: NoteAlignment, _ performance: RandomPerformance) -> Account {
    var account = Account()
    for match in alignment.passages.flatMap(\.matches) {
      account.matches.insert([match.expected, match.actual])
    }
    for mistake in alignment.mistakes {
      switch mistake.kind {
      case .missing(let expected): account.missing.insert(expected)
      case .extra(let actual): account.extra.insert(actual)
      case .wrongPitch(let expected, let actual):
        account.missing.insert(expected)
        account.extra.insert(actual)
      case .skipped(let expected): account.missing.formUnion(expected)
      case .added(let actual): account.extra.formUnion(actual)
      // None occurs, so that it makes the account differ.
      case .swapped(let first, _): account.missing.insert(-first.expected - 1)
      case .repeated(let expected, _), .displaced(let expected, _):
        account.missing.insert(-expected.lowerBound - 1)
      case .transposed(let transposition): account.missing.insert(-transposition.matches[0].expected - 1)
      case .unplayed(let part): account.missing.insert(-part.notes[0] - 1)
      }
    }
    for ornament in alignment.ornaments { account.extra.formUnion(ornament.extra) }
    account.acceptTrills(of: performance)
    return account
  }
}

extension NoteAlignmentPropertyTests.Account {
  /// Exchanges the main note of a trill for the matched one: any note of its pitch may play the note of the score.
  fileprivate mutating func acceptTrills(of performance: RandomPerformance) {
    let main = Dictionary(
      uniqueKeysWithValues: performance.notes.enumerated().compactMap { index, note in
        if case .note(let expected) = note.role { (expected, index) } else { nil }
      })
    for match in matches {
      guard performance.notes[match[1]].role == .ornament(match[0]), let actual = main[match[0]] else {
        continue
      }
      matches.remove(match)
      matches.insert([match[0], actual])
      extra.remove(actual)
      extra.insert(match[1])
    }
  }
}
