internal import MIDICore
internal import Timelines

/// Finds the mistakes and the ornaments among the notes without a match.
struct NoteAlignmentReview {
  /// An expected note that wasn't played in a passage, and its actual time in nanoseconds by the tempo.
  private typealias Missing = (note: Int, time: Int64)

  /// The least notes of a trill or tremolo that is played.
  private static let leastPlayed = 2
  /// The longest pause within an ornament, in nanoseconds.
  private static let maxOrnamentGap: Int64 = 250_000_000
  /// The widest interval of an ornament, in semitones.
  private static let maxOrnamentInterval = 2
  /// The range of distances in time within which a note with a different pitch replaces a missing one, in nanoseconds.
  private static let replacementReach: ClosedRange<Int64> = 60_000_000...400_000_000
  /// The widest interval of a wrong note, in semitones.
  private static let maxWrongInterval = 12
  /// The most notes that are examined around a note.
  private static let maxCandidateCount = 64
  /// The least notes and chords in a row that are a mistake together.
  private static let leastRun = (notes: 8, chords: 3)
  /// The most expected notes between two transpositions that are one mistake.
  private static let maxInterruption = 64
  /// The shortest distance of two notes whose order can be heard, in nanoseconds.
  private static let audibleOrder: Int64 = 20_000_000

  /// The mistakes in order of the performance.
  private(set) var mistakes: [NoteAlignment.Mistake] = []
  /// The ornaments in order of the performance.
  private(set) var ornaments: [NoteAlignment.Ornament] = []
  /// The expected notes of trills that are played with fewer notes.
  private(set) var sparedTrillNotes: [Int] = []

  private let chords: ChordTable
  private let expected: PitchSequence
  private let actual: PitchSequence
  /// Whether each actual note has a match or belongs to an ornament or a mistake.
  private var isExplained: [Bool]
  /// Whether each expected note is in a part that isn't played, or in a trill that is played with any number of notes.
  private var isExcused: [Bool]

  /// Reviews an alignment.
  ///
  /// - Parameters:
  ///   - actual: The performance at the pitch of the score.
  ///   - semitones: The number of semitones by which the performance is higher.
  ///   - unplayed: The parts whose missing notes are one mistake.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    _ passages: [NoteAlignment.Passage], _ chords: ChordTable, _ expected: PitchSequence,
    _ actual: PitchSequence, semitones: Int, unplayed: [NoteAlignment.Part]
  ) {
    self.chords = chords
    self.expected = expected
    self.actual = actual
    isExplained = [Bool](repeating: false, count: actual.count)
    isExcused = [Bool](repeating: false, count: expected.count)
    for match in passages.lazy.flatMap(\.matches) { isExplained[match.actual] = true }

    let isReached = passages.isReached(of: expected.count)
    // Notes that no passage reaches are missing from the passage before them.
    var unreached = [[Int]](repeating: [], count: max(passages.count, 1))
    let owners = passages.indices.ordered { passages[$0].expected.lowerBound }
    for note in isReached.indices where !isReached[note] {
      let next = owners.partitioningIndex { passages[$0].expected.lowerBound > note }
      unreached[owners.isEmpty ? 0 : owners[max(next - 1, 0)]].append(note)
    }

    for part in unplayed { for note in part.notes { isExcused[note] = true } }
    let isPlayed = passages.isPlayed(of: expected.count)
    for passage in passages { findAlternations(in: passage, isPlayed) }
    var farthest = 0
    for (index, passage) in passages.enumerated() {
      review(passage, unreached[index])
      addJumpBack(passage, farthest)
      farthest = max(farthest, passage.expected.upperBound)
    }
    for part in unplayed {
      guard let first = part.notes.first else { continue }
      add(
        .unplayed(part), expected: expected.onsets[first],
        actual: passages.first?.warp.actualTime(of: expected.onsets[first]) ?? expected.onsets[first])
    }
    let matches = passages.flatMap(\.matches)
    if semitones != 0, let first = matches.first {
      add(
        .transposed(.init(semitones: semitones, matches: matches)), expected: expected.onsets[first.expected],
        actual: actual.onsets[first.actual])
    }
    if passages.isEmpty {
      addMissing(expected.pitches.indices.map { Missing(note: $0, time: expected.onsets[$0]) })
      addExtra(Array(actual.pitches.indices), TimeWarp([]))
    }
    mistakes = mistakes.ordered(byTime: \.expectedTime).ordered(byTime: \.actualTime)
    ornaments = ornaments.ordered(by: \.note.actual)
  }

  private mutating func review(_ passage: NoteAlignment.Passage, _ unreached: [Int]) {
    var actualOfExpected: [Int: Int] = [:]
    for match in passage.matches { actualOfExpected[match.expected] = match.actual }
    // Several voices in unison share a key.
    var matched: [Int64: PitchSet] = [:]
    for match in passage.matches {
      matched[expected.onsets[match.expected], default: PitchSet()].insert(expected.pitches[match.expected])
    }
    var missing = (passage.expected.filter { actualOfExpected[$0] == nil } + unreached).sorted()
      .filter { matched[expected.onsets[$0]]?.contains(expected.pitches[$0]) != true && !isExcused[$0] }
      .map { Missing(note: $0, time: passage.warp.actualTime(of: expected.onsets[$0])) }
    // A note exactly at the place of a missing note is a wrong note even if it is next to a note that it could ornament.
    replace(&missing, in: passage, reachDivisor: 2)
    for match in passage.matches { findOrnament(of: match, in: passage) }
    replace(&missing, in: passage)
    addMissing(missing)
    addExtra(passage.actual.filter { !isExplained[$0] }, passage.warp)
    addSwaps(in: passage, actualOfExpected)
    // Runs at one interval that are interrupted by few notes are one mistake.
    for run in passage.transpositions.chunked(by: isOneTransposition) {
      let matches = run.flatMap(\.matches)
      add(
        .transposed(.init(semitones: run[run.startIndex].semitones, matches: matches)),
        expected: expected.onsets[matches[0].expected], actual: actual.onsets[matches[0].actual])
    }
  }

  private func isOneTransposition(
    _ first: NoteAlignment.Transposition, _ second: NoteAlignment.Transposition
  ) -> Bool {
    first.semitones == second.semitones
      && second.matches[0].expected - first.matches[first.matches.count - 1].expected
        <= Self.maxInterruption
  }

  /// Adds the notes that a passage plays again, and the notes that it plays later than expected.
  ///
  /// - Parameter farthest: The end of the expected notes that earlier passages have reached.
  private mutating func addJumpBack(_ passage: NoteAlignment.Passage, _ farthest: Int) {
    let start = passage.expected.lowerBound
    let end =
      passage.repeated.isEmpty ? min(farthest, passage.expected.upperBound) : passage.repeated.lowerBound
    for (range, isRepeated) in [(passage.repeated, true), (start..<max(start, end), false)] {
      let played = passage.matches.filter { range.contains($0.expected) }.map(\.actual)
      guard let first = played.min(), let last = played.max() else { continue }
      let notes = first..<last + 1
      add(
        isRepeated ? .repeated(expected: range, actual: notes) : .displaced(expected: range, actual: notes),
        expected: expected.onsets[range.lowerBound], actual: actual.onsets[first])
    }
  }

  /// Excuses the missing notes of trills and tremolos that are played, and takes their extra notes as ornaments.
  private mutating func findAlternations(in passage: NoteAlignment.Passage, _ isPlayed: [Bool]) {
    for run in chords.alternations.runs where run.notes.overlaps(passage.expected) {
      let first = passage.matches.partitioningIndex { $0.expected >= run.notes.lowerBound }
      let played = passage.matches[first...].prefix { $0.expected <= run.notes.upperBound }.filter {
        chords.alternations.contains(
          expected.pitches[$0.expected], at: Int(chords.chordOfNote[$0.expected]))
      }
      guard played.count >= Self.leastPlayed, let anchor = played.first else { continue }
      for note in run.notes where expected.pitches[note] == run.pitch && !isPlayed[note] && !isExcused[note] {
        isExcused[note] = true
        sparedTrillNotes.append(note)
      }
      let start = passage.warp.actualTime(of: expected.onsets[run.notes.lowerBound]) - Self.maxOrnamentGap
      let end = passage.warp.actualTime(of: expected.onsets[run.notes.upperBound]) + Self.maxOrnamentGap
      let notes = passage.actual[passage.actual.partitioningIndex { actual.onsets[$0] >= start }...]
        .prefix { actual.onsets[$0] <= end }
      let extra = notes.filter { !isExplained[$0] && actual.pitches[$0] == run.pitch }
      guard !extra.isEmpty else { continue }
      for note in extra { isExplained[note] = true }
      ornaments.append(.init(note: anchor, extra: extra))
    }
  }

  /// Finds the ornament of a note: extra notes while it lasts, and directly before it.
  private mutating func findOrnament(of match: NoteAlignment.Match, in passage: NoteAlignment.Passage) {
    let end = passage.warp.actualTime(of: expected.ends[match.expected])
    let length = max(end - actual.onsets[match.actual], Self.maxOrnamentGap)
    let before = alternation(from: match.actual, in: passage.actual, step: -1, within: Self.maxOrnamentGap)
    let after = alternation(from: match.actual, in: passage.actual, step: 1, within: length)
    guard before.count + after.count >= 2 else { return }
    let extra = before.reversed() + after
    for note in extra { isExplained[note] = true }
    ornaments.append(.init(note: match, extra: extra))
  }

  /// Returns the extra notes near a pitch, each soon after (or before) the one before it and with a different pitch.
  ///
  /// - Parameter gap: The longest time to the first extra note.
  private func alternation(from start: Int, in range: Range<Int>, step: Int, within gap: Int64) -> [Int] {
    var found: [Int] = []
    var (last, note, candidateCount) = (start, start + step, 0)
    while range.contains(note), candidateCount < Self.maxCandidateCount,
      Int64((actual.onsets[note] - actual.onsets[last]).magnitude)
        <= (found.isEmpty ? gap : Self.maxOrnamentGap)
    {
      candidateCount += 1
      if !isExplained[note], actual.pitches[note] != actual.pitches[last],
        interval(actual.pitches[note], actual.pitches[start]) <= Self.maxOrnamentInterval
      {
        found.append(note)
        (last, candidateCount) = (note, 0)
      }
      note += step
    }
    return found
  }

  /// Pairs missing notes with extra notes of other pitches, nearest first, and removes them.
  ///
  /// - Parameter reachDivisor: The part of the usual distance within which a note replaces a missing one.
  private mutating func replace(
    _ missing: inout [Missing], in passage: NoteAlignment.Passage, reachDivisor: Int64 = 1
  ) {
    let extra = passage.actual.filter { !isExplained[$0] }
    guard !extra.isEmpty, !missing.isEmpty else { return }
    var candidates: [(cost: Int64, missing: Int, extra: Int)] = []
    for (index, note) in missing.enumerated() {
      let reach = replacementReach(of: note.note, passage.warp) / reachDivisor
      let first = extra.partitioningIndex { actual.onsets[$0] >= note.time - reach }
      for other in extra[first...].prefix(Self.maxCandidateCount) {
        let distance = Int64((actual.onsets[other] - note.time).magnitude)
        let semitones = interval(actual.pitches[other], expected.pitches[note.note])
        guard actual.onsets[other] <= note.time + reach else { break }
        guard semitones <= Self.maxWrongInterval else { continue }
        // A semitone counts as much as a twelfth of the reach.
        candidates.append((distance * 1000 / reach + Int64(semitones) * 1000 / 12, index, other))
      }
    }
    candidates.sort { $0 < $1 }
    var isReplaced = [Bool](repeating: false, count: missing.count)
    for (_, index, other) in candidates where !isReplaced[index] && !isExplained[other] {
      isReplaced[index] = true
      isExplained[other] = true
      add(
        .wrongPitch(expected: missing[index].note, actual: other),
        expected: expected.onsets[missing[index].note],
        actual: actual.onsets[other])
    }
    missing = zip(missing, isReplaced).filter { !$0.1 }.map(\.0)
  }

  /// Returns the distance in time within which a note replaces a missing one: half of that to the nearer chord.
  private func replacementReach(of note: Int, _ warp: TimeWarp) -> Int64 {
    let chord = Int(chords.chordOfNote[note])
    func time(_ chord: Int) -> Int64 { warp.actualTime(of: chords.onsets[chord]) }
    let neighbors = [chord - 1, chord + 1].filter { chords.onsets.indices.contains($0) }
    let nearest = neighbors.map { Int64((time($0) - time(chord)).magnitude) }.min() ?? .max
    return min(max(nearest / 2, Self.replacementReach.lowerBound), Self.replacementReach.upperBound)
  }

  /// Adds missing notes, and runs of missing chords as one mistake.
  private mutating func addMissing(_ missing: [Missing]) {
    let byChord = missing.chunked { chords.chordOfNote[$0.note] == chords.chordOfNote[$1.note] }
    // Whole chords in a row.
    let runs = byChord.map(Array.init).chunked { left, right in
      isWhole(left) && isWhole(right)
        && chords.chordOfNote[left[0].note] + 1 == chords.chordOfNote[right[0].note]
    }
    for run in runs {
      let notes = run.flatMap { $0 }
      if run.count >= Self.leastRun.chords, notes.count >= Self.leastRun.notes {
        let range = chords.notes(
          Int(chords.chordOfNote[notes[0].note])..<Int(chords.chordOfNote[notes[notes.count - 1].note]) + 1)
        add(.skipped(expected: range), expected: expected.onsets[range.lowerBound], actual: notes[0].time)
      } else {
        for note in notes {
          add(.missing(expected: note.note), expected: expected.onsets[note.note], actual: note.time)
        }
      }
    }
  }

  /// Returns whether no note of a chord was played.
  private func isWhole(_ missing: [Missing]) -> Bool {
    let chord = Int(chords.chordOfNote[missing[0].note])
    return missing.count == chords.notes(chord..<chord + 1).count { !isExcused[$0] }
  }

  /// Adds extra notes, and runs of them as one mistake.
  private mutating func addExtra(_ notes: [Int], _ warp: TimeWarp) {
    for run in notes.chunked(by: { $0 + 1 == $1 }) {
      let times = run.map { warp.expectedTime(of: Nanoseconds(rawValue: actual.onsets[$0])).rawValue }
      let onsetCount = run.chunked { actual.onsets[$1] - actual.onsets[$0] <= Self.audibleOrder }.count
      if let first = run.first, let last = run.last, run.count >= Self.leastRun.notes,
        onsetCount >= Self.leastRun.chords
      {
        add(.added(actual: first..<last + 1), expected: times[0], actual: actual.onsets[first])
      } else {
        for (note, time) in zip(run, times) {
          add(.extra(actual: note), expected: time, actual: actual.onsets[note])
        }
      }
    }
  }

  /// Adds pairs of notes that were played in the opposite order: two chords that changed places, or two notes of a
  /// chord, if the expected notes have an order.
  private mutating func addSwaps(in passage: NoteAlignment.Passage, _ actualOfExpected: [Int: Int]) {
    for match in passage.matches {
      let chord = Int(chords.chordOfNote[match.expected])
      let end = chords.notes(chord..<min(chord + 2, chords.count)).upperBound
      for other in (match.expected + 1..<end).prefix(Self.maxCandidateCount) {
        guard let played = actualOfExpected[other] else { continue }
        let isSameChord = Int(chords.chordOfNote[other]) == chord
        let margin = expected.onsets[other] - expected.onsets[match.expected]
        guard margin >= Self.audibleOrder,
          actual.onsets[match.actual] - actual.onsets[played] >= Self.audibleOrder,
          isSameChord || isExchanged(match.actual, played, at: chord, passage.warp)
        else { continue }
        add(
          .swapped(match, .init(expected: other, actual: played)), expected: expected.onsets[match.expected],
          actual: actual.onsets[played])
        break
      }
    }
  }

  /// Returns whether a note of a chord is where the next chord should be, and the other way round, by the tempo around
  /// them.
  private func isExchanged(_ note: Int, _ next: Int, at chord: Int, _ warp: TimeWarp) -> Bool {
    guard chord >= 1, chord + 2 < chords.count else { return false }
    let line = TimeWarp(
      [chord - 1, chord + 2].map { chords.onsets[$0] }.map {
        .init(
          expected: Nanoseconds(rawValue: $0), actual: Nanoseconds(rawValue: warp.actualTime(of: $0)))
      })
    let places = [chord, chord + 1].map { line.actualTime(of: chords.onsets[$0]) }
    let room = (places[1] - places[0]) / 3
    return abs(actual.onsets[note] - places[1]) <= room && abs(actual.onsets[next] - places[0]) <= room
  }

  private func interval(_ first: NoteNumber, _ second: NoteNumber) -> Int {
    abs(Int(first.rawValue) - Int(second.rawValue))
  }

  private mutating func add(_ kind: NoteAlignment.Mistake.Kind, expected: Int64, actual: Int64) {
    mistakes.append(
      .init(
        kind: kind, expectedTime: Nanoseconds(rawValue: max(expected, 0)),
        actualTime: Nanoseconds(rawValue: max(actual, 0))))
  }
}
