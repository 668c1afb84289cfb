internal import MIDICore
internal import Timelines

/// Finds short repeats in a path: a player stumbles, goes back a few notes, and plays them again.
///
/// A jump costs more than the extra notes of a short repeat, so that the search takes the notes of one time as extra. But
/// only a repeat has the same pitches twice in a row, once in the path and once as extra notes.
struct PathRepeats {
  /// The range of the numbers of notes that are played again.
  private static let counts = 4...24
  /// The least chords, and the least different pitches, that are played again. Fewer are a trill or a repeated chord.
  private static let least = 3
  /// The most notes in the path between two extra notes of a repeat.
  private static let farthest = 8
  /// The most that the places of a note in the two times differ, because chords are struck in any order.
  private static let reach = 2
  /// The most notes by which the number of extra notes differs from that of a repeat.
  private static let tolerance = 2

  /// A repeat: the notes from the first are played again after the last of them.
  private struct Repeat {
    var first: Int
    var count: Int
    /// The notes of both times that belong together.
    var pairs: [(first: Int, second: Int)]
    /// The time between the two times, in nanoseconds.
    var pause: Int64
  }

  private let performance: PitchSequence
  private let path: [ChordPathSearch.Step]
  /// The step of each note, or -1.
  private var stepOfNote: [Int]

  /// Creates the search for the repeats of a path.
  init(_ path: [ChordPathSearch.Step], _ performance: PitchSequence) {
    self.path = path
    self.performance = performance
    stepOfNote = [Int](repeating: -1, count: performance.count)
    for (index, step) in path.enumerated() { stepOfNote[step.note] = index }
  }

  /// The path with a jump back at each repeat.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  var split: [ChordPathSearch.Step] {
    let extra = stepOfNote.indices.filter { stepOfNote[$0] < 0 }
    var (split, next): ([ChordPathSearch.Step], Int) = ([], 0)
    for notes in extra.chunked(by: { $1 - $0 <= Self.farthest }) where notes.count >= Self.counts.lowerBound {
      guard let found = bestRepeat(of: notes, after: split.last.map { $0.note + 1 } ?? 0) else { continue }
      while next < path.count, path[next].note < found.first {
        split.append(path[next])
        next += 1
      }
      let chords = found.pairs.map { max(chord($0.first), chord($0.second)) }
      for times in [found.pairs.map(\.first), found.pairs.map(\.second)] {
        var isJump = split.count > 0 && times.first == found.pairs.first?.second
        for (note, chord) in zip(times, chords).sorted(by: { $0 < $1 }) {
          guard isJump || split.last.map({ $0.chord <= chord && $0.note < note }) ?? true else { continue }
          split.append(.init(note: note, chord: chord, isJump: isJump))
          isJump = false
        }
      }
      while next < path.count,
        path[next].note < found.first + 2 * found.count || path[next].chord < split.last?.chord ?? 0
      {
        if path[next].isJump { break }
        next += 1
      }
    }
    return split + path[next...]
  }

  private func chord(_ note: Int) -> Int { stepOfNote[note] < 0 ? -1 : path[stepOfNote[note]].chord }

  /// Returns the repeat that explains extra notes and most of whose notes are in order, or `nil` if there is none.
  private func bestRepeat(of extra: ArraySlice<Int>, after start: Int) -> Repeat? {
    guard let first = extra.first, let last = extra.last else { return nil }
    var best: Repeat?
    for count in extra.count - Self.tolerance...extra.count + Self.tolerance where Self.counts ~= count {
      let least = max(start, first - count, last - 2 * count + 1)
      let most = min(first, performance.count - 2 * count)
      guard least <= most else { continue }
      for place in least...most {
        guard let found = repeated(place, count) else { continue }
        if (found.pairs.count, found.pause) > (best?.pairs.count ?? 0, best?.pause ?? 0) { best = found }
      }
    }
    return best
  }

  /// Returns the repeat of some notes, or `nil` if others follow them.
  private func repeated(_ first: Int, _ count: Int) -> Repeat? {
    let middle = first + count
    var pairs: [(first: Int, second: Int)] = []
    var isTaken: UInt64 = 0
    for note in first..<middle {
      let near = max(middle, note + count - Self.reach)...min(middle + count - 1, note + count + Self.reach)
      let partners = near.filter {
        performance.pitches[$0] == performance.pitches[note] && isTaken & 1 << UInt64($0 - middle) == 0
      }
      guard let partner = partners.min(by: { abs($0 - note - count) < abs($1 - note - count) }) else {
        if note - first - pairs.count >= count / 8 { return nil }
        continue
      }
      isTaken |= 1 << UInt64(partner - middle)
      pairs.append((note, partner))
    }
    let useful = pairs.filter { stepOfNote[$0.first] < 0 || stepOfNote[$0.second] < 0 }
      .filter { stepOfNote[$0.first] >= 0 || stepOfNote[$0.second] >= 0 }
    let hasJump = (first + 1..<middle + count).contains { stepOfNote[$0] >= 0 && path[stepOfNote[$0]].isJump }
    guard !hasJump, useful.count >= Self.counts.lowerBound, useful.count * 4 >= count * 3,
      Set(useful.map { max(chord($0.first), chord($0.second)) }).count >= Self.least,
      Set(useful.map { performance.pitches[$0.first] }).count >= Self.least
    else { return nil }
    return Repeat(
      first: first, count: count,
      pairs: pairs.filter { stepOfNote[$0.first] >= 0 || stepOfNote[$0.second] >= 0 },
      pause: performance.onsets[middle] - performance.onsets[middle - 1])
  }
}
