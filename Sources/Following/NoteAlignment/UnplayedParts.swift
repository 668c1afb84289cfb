internal import MIDICore
internal import Timelines

/// The parts of a score of which hardly any note is played: a hand, or an instrument.
struct UnplayedParts {
  /// The least notes of a part.
  private static let leastCount = 16
  /// The most notes of an unplayed part that are played, and the least of the others, in hundredths.
  private static let (most, least) = (5, 50)

  /// The parts in order of the sources and channels.
  private(set) var parts: [NoteAlignment.Part] = []

  /// Finds the parts: those of a source and channel, or else the lower or higher pitches.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ notes: [Note], _ passages: [NoteAlignment.Passage]) {
    let (isPlayed, isReached) = (passages.isPlayed(of: notes.count), passages.isReached(of: notes.count))
    let reached = notes.indices.filter { isReached[$0] }
    func counts(_ part: [Int]) -> (all: Int, played: Int) { (part.count, part.count { isPlayed[$0] }) }

    let lines = Dictionary(grouping: reached) { notes[$0].line }
    let unplayed = lines.filter { Self.isUnplayed(counts($0.value)) }
    let rest = reached.filter { unplayed[notes[$0].line] == nil }
    if !unplayed.isEmpty {
      guard Self.isPlayed(counts(rest)) else { return }
      parts = unplayed.keys.sorted { ($0.source, $0.channel.rawValue) < ($1.source, $1.channel.rawValue) }
        .map { line in
          .init(line: line, notes: notes.indices.filter { notes[$0].line == line && !isPlayed[$0] })
        }
    } else if let pitches = Self.unplayedPitches(reached.map { (notes[$0].number, isPlayed[$0]) }) {
      parts = [
        .init(pitches: pitches, notes: notes.indices.filter { pitches ~= notes[$0].number && !isPlayed[$0] })
      ]
    }
  }

  /// Returns the lower or the higher pitches whose notes are mostly missing, or `nil` if there are none.
  private static func unplayedPitches(
    _ notes: [(pitch: NoteNumber, isPlayed: Bool)]
  ) -> ClosedRange<NoteNumber>? {
    var counts = [(all: Int, played: Int)](repeating: (0, 0), count: 129)
    for note in notes {
      counts[Int(note.pitch.rawValue) + 1].all += 1
      if note.isPlayed { counts[Int(note.pitch.rawValue) + 1].played += 1 }
    }
    for pitch in 1...128 {
      counts[pitch].all += counts[pitch - 1].all
      counts[pitch].played += counts[pitch - 1].played
    }
    func pitch(_ number: Int) -> NoteNumber { NoteNumber(masking: UInt8(number)) }
    var best: (count: Int, pitches: ClosedRange<NoteNumber>)?
    for split in 1...127 {
      let low = counts[split]
      let high = (all: counts[128].all - low.all, played: counts[128].played - low.played)
      if isUnplayed(low), isPlayed(high), low.all > best?.count ?? 0 {
        best = (low.all, pitch(0)...pitch(split - 1))
      }
      if isUnplayed(high), isPlayed(low), high.all > best?.count ?? 0 {
        best = (high.all, pitch(split)...pitch(127))
      }
    }
    return best?.pitches
  }

  private static func isUnplayed(_ counts: (all: Int, played: Int)) -> Bool {
    counts.all >= leastCount && counts.played * 100 <= counts.all * most
  }

  private static func isPlayed(_ counts: (all: Int, played: Int)) -> Bool {
    counts.all > 0 && counts.played * 100 >= counts.all * least
  }
}
