internal import MIDICore
internal import Timelines

/// Finds short repeats in a performance: a player stumbles, goes back a few notes, and plays them again.
///
/// A jump costs more than the extra notes of a short repeat, so that a search takes them as extra. But only a repeat has
/// the same pitches twice in a row, many of them extra.
struct PathRepeats {
  /// The notes of a repeat. Those of the first time are a range; some of the second time belong to them.
  struct Repeat {
    /// The notes of the first time.
    let first: Range<Int>
    /// The notes of both times that belong together, in order of the first.
    let pairs: [(first: Int, second: Int)]
    /// The number of pairs with an extra note.
    fileprivate let extraCount: Int
    /// The time between the first and the second time, in nanoseconds.
    fileprivate let pause: Int64
  }

  /// The range of the numbers of notes that are played again.
  private static let counts = 4...24
  /// The least chords, and the least different pitches, that are played again. Fewer are a trill or a repeated chord.
  private static let least = 3
  /// The most notes in the path between two extra notes of a repeat.
  private static let farthest = 8
  /// The most that the places of a note in the two times differ, because chords are struck in any order.
  private static let reach = 2

  /// The repeats in order.
  private(set) var repeats: [Repeat] = []

  private let performance: PitchSequence
  /// The chord of each note in the path, or -1.
  private var chordOfNote: [Int]
  /// The number of jumps in the path before each note.
  private var jumpCounts: [Int]

  /// Finds the repeats of a performance whose path takes one of the two times as extra.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ path: [ChordPathSearch.Step], _ performance: PitchSequence) {
    self.performance = performance
    chordOfNote = [Int](repeating: -1, count: performance.count)
    var jumps = [Int](repeating: 0, count: performance.count)
    for step in path {
      chordOfNote[step.note] = step.chord
      if step.isJump { jumps[step.note] = 1 }
    }
    // Voices in unison have one place in the path.
    var latest = [Int](repeating: -1, count: 128)
    for note in 0..<performance.count {
      let pitch = Int(performance.pitches[note].rawValue)
      let other = latest[pitch]
      if other >= 0, performance.onsets[other] == performance.onsets[note] {
        chordOfNote[note] = max(chordOfNote[note], chordOfNote[other])
      }
      latest[pitch] = note
    }
    jumpCounts = jumps.partialSums
    let extra = chordOfNote.indices.filter { chordOfNote[$0] < 0 }
    for notes in extra.chunked(by: { $1 - $0 <= Self.farthest }) where notes.count >= Self.counts.lowerBound {
      if let found = bestRepeat(of: notes) { repeats.append(found) }
    }
  }

  /// Returns the repeat that explains most of some extra notes, or `nil` if there is none.
  private func bestRepeat(of extra: ArraySlice<Int>) -> Repeat? {
    guard let first = extra.first, let last = extra.last else { return nil }
    let start = repeats.last.map { $0.first.upperBound + $0.first.count } ?? 0
    var best: Repeat?
    // Among many more extra notes, some are equal by chance.
    for count in extra.count * 2 / 3...extra.count + Self.reach where Self.counts ~= count {
      let (least, most) = (max(start, first - count), min(last, performance.count - 2 * count))
      guard least <= most else { continue }
      for place in least...most {
        guard let found = repeated(place..<place + count) else { continue }
        if best.map({ (found.extraCount, found.pause) > ($0.extraCount, $0.pause) }) ?? true { best = found }
      }
    }
    return best
  }

  /// Returns the repeat of some notes, or `nil` if the notes after them are different.
  private func repeated(_ notes: Range<Int>) -> Repeat? {
    let (middle, end) = (notes.upperBound, notes.upperBound + notes.count)
    var pairs: [(first: Int, second: Int)] = []
    var isTaken: UInt64 = 0
    for note in notes {
      let place = note + notes.count
      let near = max(middle, place - Self.reach)...min(end - 1, place + Self.reach)
      let partner = near.filter {
        performance.pitches[$0] == performance.pitches[note] && isTaken & 1 << UInt64($0 - middle) == 0
      }.min { abs($0 - place) < abs($1 - place) }
      if let partner {
        isTaken |= 1 << UInt64(partner - middle)
        pairs.append((note, partner))
      } else if note - notes.lowerBound - pairs.count >= notes.count / 8 {
        return nil
      }
    }
    let halves = pairs.filter { chordOfNote[$0.first] < 0 || chordOfNote[$0.second] < 0 }
    let chords = halves.map { max(chordOfNote[$0.first], chordOfNote[$0.second]) }.filter { $0 >= 0 }
    guard jumpCounts[notes.lowerBound + 1] == jumpCounts[end],
      halves.count >= Self.counts.lowerBound, halves.count * 2 >= notes.count,
      chords.count * 2 >= notes.count, Set(chords).count >= Self.least,
      Set(halves.map { performance.pitches[$0.first] }).count >= Self.least
    else { return nil }
    return Repeat(
      first: notes, pairs: pairs, extraCount: halves.count,
      pause: performance.onsets[middle] - performance.onsets[middle - 1])
  }
}

extension PathRepeats {
  /// The notes without the first time of each repeat.
  var rest: [Int] {
    var isLeft = [Bool](repeating: true, count: performance.count)
    for note in repeats.lazy.flatMap(\.first) { isLeft[note] = false }
    return isLeft.indices.filter { isLeft[$0] }
  }

  /// Returns a path through ``rest`` with the notes of the first times, and a jump back after each.
  ///
  /// - Parameter path: The path, whose notes are indices of ``rest``.
  func completed(_ path: [ChordPathSearch.Step]) -> [ChordPathSearch.Step] {
    let rest = rest
    var steps = path.map { ChordPathSearch.Step(note: rest[$0.note], chord: $0.chord, isJump: $0.isJump) }
    for found in repeats.reversed() {
      let next = steps.partitioningIndex { $0.note >= found.first.upperBound }
      guard next < steps.count, !steps[next].isJump else { continue }
      let end = steps.partitioningIndex { $0.note >= found.first.upperBound + found.first.count }
      let firsts = Dictionary(uniqueKeysWithValues: found.pairs.map { ($0.second, $0.first) })
      var copies: [ChordPathSearch.Step] = []
      for step in steps[next..<end].compactMap({ step in
        firsts[step.note].map { (note: $0, chord: step.chord) }
      })
      .sorted(by: { $0 < $1 })
      where copies.last.map({ $0.chord <= step.chord }) ?? true {
        copies.append(.init(note: step.note, chord: step.chord, isJump: false))
      }
      guard !copies.isEmpty else { continue }
      // All notes of the second time belong to it, even if the path doesn't have the first of them.
      steps[next] = .init(note: found.first.upperBound, chord: steps[next].chord, isJump: true)
      steps.insert(contentsOf: copies, at: next)
    }
    return steps
  }
}
