internal import Algorithms
internal import MIDICore

/// The matches of the notes between two jumps.
///
/// The way through the chords gives a first map of times. Then the notes of each pitch are paired by time.
struct PassageMatching {
  /// The number of chords before and after the passage whose notes may belong to it.
  private static let margin = 8

  /// The matches in order of the expected notes.
  private(set) var matches: [NoteAlignment.Match] = []
  /// The map of times.
  private(set) var warp = TimeWarp([])

  private let chords: ChordTable
  private let expected: PitchSequence
  private let actual: PitchSequence

  /// Matches the notes of a passage.
  ///
  /// - Parameters:
  ///   - steps: The way of the performance in this passage; at least one step.
  ///   - actualNotes: The indices of the actual notes that may belong to it, in ascending order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    _ steps: ArraySlice<ChordPath.Step>, actualNotes: [Int], chords: ChordTable, expected: PitchSequence,
    actual: PitchSequence
  ) {
    self.chords = chords
    self.expected = expected
    self.actual = actual
    guard let first = steps.first?.chord, let last = steps.last?.chord else { return }
    let range = chords.notes(max(0, first - Self.margin)..<min(chords.count, last + 1 + Self.margin))
    warp = map(steps.map { ($0.chord, chords.onsets[$0.chord], $0.note) })
    match(range, actualNotes)
    warp = map(
      matches.map { (Int(chords.chordOfNote[$0.expected]), expected.onsets[$0.expected], $0.actual) })
  }

  /// Returns the map through the median onsets of each chord.
  private func map(_ notes: [(chord: Int, onset: Int64, note: Int)]) -> TimeWarp {
    TimeWarp(
      notes.chunked { $0.chord == $1.chord }.compactMap { group in
        guard let expected = group.map(\.onset).median(),
          let actual = group.map({ actual.onsets[$0.note] }).median()
        else { return nil }
        return TimeWarp.Point(
          expected: Nanoseconds(rawValue: expected), actual: Nanoseconds(rawValue: actual))
      })
  }

  private mutating func match(_ range: Range<Int>, _ actualNotes: [Int]) {
    var (first, played) = (Items(), Items())
    for note in range {
      first.add(
        expected.pitches[note],
        NotePairing.Item(time: warp.actualTime(of: expected.onsets[note]), note: note))
    }
    for note in actualNotes {
      played.add(actual.pitches[note], NotePairing.Item(time: actual.onsets[note], note: note))
    }
    for pitch in 0..<128 where !first[pitch].isEmpty && !played[pitch].isEmpty {
      // Of several voices in unison, usually one is played.
      let isFirst = first[pitch].indices.map { index in
        index == 0
          || expected.onsets[first[pitch][index].note] != expected.onsets[first[pitch][index - 1].note]
      }
      let pairs = NotePairing(zip(first[pitch], isFirst).lazy.filter(\.1).map(\.0), with: played[pitch]).pairs
      add(pairs)
      guard isFirst.contains(false) else { continue }
      let taken = Set(pairs.map(\.actual))
      add(
        NotePairing(
          zip(first[pitch], isFirst).lazy.filter { !$0.1 }.map(\.0),
          with: played[pitch].filter { !taken.contains($0.note) }
        ).pairs)
    }
    matches.sort { $0.expected < $1.expected }
  }

  private mutating func add(_ pairs: [(expected: Int, actual: Int)]) {
    matches += pairs.lazy.map { NoteAlignment.Match(expected: $0.expected, actual: $0.actual) }
  }
}

/// Notes by pitch.
private struct Items {
  private var lists = [[NotePairing.Item]](repeating: [], count: 128)

  subscript(pitch: Int) -> [NotePairing.Item] { lists[pitch] }

  mutating func add(_ pitch: NoteNumber, _ item: NotePairing.Item) { lists[Int(pitch.rawValue)].append(item) }
}
