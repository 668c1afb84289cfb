internal import Glibc
internal import MIDICore
internal import Timelines

/// The parts of a score of which hardly any note is played: a hand, or an instrument. If the score has none, but many notes
/// are missing throughout, these are a part.
struct UnplayedParts {
  private typealias Counts = (all: Int, played: Int)

  /// The least notes of a part.
  private static let leastCount = 16
  /// The most notes of an unplayed part that are played, and the least of the others, in hundredths.
  private static let (most, least) = (5, 50)
  /// The most notes that are played below or above a split, in hundredths, if these are at least a tenth of all. Some are
  /// those of the other hand.
  private static let mostAtSplit = 15
  /// The probabilities of a note in a part that is played, and in one that isn't.
  private static let (playedRate, unplayedRate) = (0.9, 0.03)
  /// The least share of the missing notes on one side of a split that are on that side of the played notes around them.
  private static let leastOutside = 0.8

  /// The least share of the notes in one source and channel that both hands have, in hundredths.
  private static let leastInMainLine = 95

  /// The parts in order of the sources and channels.
  private(set) var parts: [NoteAlignment.Part] = []

  /// Finds the parts: those of a source and channel, or else the lower or higher pitches.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  init(_ notes: [Note], _ passages: [NoteAlignment.Passage], _ chords: ChordTable, actualCount: Int) {
    let (isPlayed, isReached) = (passages.isPlayed(of: notes.count), passages.isReached(of: notes.count))
    let reached = notes.indices.filter { isReached[$0] }
    func counts(_ part: [Int]) -> Counts { (part.count, part.count { isPlayed[$0] }) }

    let lines = Dictionary(grouping: reached) { notes[$0].line }
    let unplayed = lines.filter { Self.isUnplayed(counts($0.value), most: Self.most) }
    let rest = reached.filter { unplayed[notes[$0].line] == nil }
    if !unplayed.isEmpty {
      guard Self.isPlayed(counts(rest)) else { return }
      parts = unplayed.keys.sorted { ($0.source, $0.channel.rawValue) < ($1.source, $1.channel.rawValue) }
        .map { line in
          .init(line: line, notes: notes.indices.filter { notes[$0].line == line && !isPlayed[$0] })
        }
    } else if let pitches = Self.unplayedPitches(
      reached.lazy.filter(chords.isLeading).map { (notes[$0].number, isPlayed[$0]) })
    {
      let part = notes.indices.filter { pitches ~= notes[$0].number && !isPlayed[$0] }
      let mainCount = lines.values.map(\.count).max() ?? 0
      let isOneLine = mainCount * 100 >= reached.count * Self.leastInMainLine
      let hand = isOneLine ? Self.hand(part, isPlayed, isReached, chords) : nil
      parts = [hand ?? .init(pitches: pitches, notes: part)]
    } else {
      let isPlayed = passages.isPlayedInUnison(of: notes)
      // Trills may have any number of notes.
      let leading = reached.filter(chords.isLeading)
      guard let first = reached.first, let last = reached.last,
        passages.matchCount * 100 >= actualCount * Self.leastMatched, Self.isThinned(leading, isPlayed)
      else { return }
      // At the start and the end, a few more may be missing.
      let all = max(first - Self.blockLength, 0)..<min(last + Self.blockLength + 1, notes.count)
      let isComplete = all.count == notes.count
      parts = [
        .init(
          isScattered: true,
          notes: (isComplete ? Array(all) : reached).filter { !isPlayed[$0] && chords.isLeading($0) })
      ]
    }
  }

  private static func isUnplayed(_ counts: Counts, most: Int) -> Bool {
    counts.all >= leastCount && counts.played * 100 <= counts.all * most
  }

  private static func isPlayed(_ counts: Counts) -> Bool {
    counts.all > 0 && counts.played * 100 >= counts.all * least
  }
}

// MARK: Hands in one channel

extension UnplayedParts {
  /// Returns the lower or the higher pitches whose notes are mostly missing, or `nil` if there are none.
  ///
  /// Of all splits, the notes are most probable with this one.
  private static func unplayedPitches(
    _ notes: some Sequence<(pitch: NoteNumber, isPlayed: Bool)>
  ) -> ClosedRange<NoteNumber>? {
    var counts = [Counts](repeating: (0, 0), count: 129)
    for note in notes {
      counts[Int(note.pitch.rawValue) + 1].all += 1
      if note.isPlayed { counts[Int(note.pitch.rawValue) + 1].played += 1 }
    }
    for pitch in 1...128 {
      counts[pitch].all += counts[pitch - 1].all
      counts[pitch].played += counts[pitch - 1].played
    }
    func pitch(_ number: Int) -> NoteNumber { NoteNumber(masking: UInt8(number)) }
    var best: (gain: Double, pitches: ClosedRange<NoteNumber>)?
    for split in 1...127 {
      let low = counts[split]
      let high = (all: counts[128].all - low.all, played: counts[128].played - low.played)
      for (part, other, pitches) in [
        (low, high, pitch(0)...pitch(split - 1)), (high, low, pitch(split)...pitch(127)),
      ] where isPlayed(other) {
        guard isUnplayed(part, most: part.all * 10 >= counts[128].all ? mostAtSplit : most) else { continue }
        let gain = gain(part)
        if gain > best?.gain ?? 0 { best = (gain, pitches) }
      }
    }
    return best?.pitches
  }

  /// Returns how much more probable the notes are if their part isn't played.
  private static func gain(_ part: Counts) -> Double {
    Double(part.all - part.played) * log((1 - unplayedRate) / (1 - playedRate))
      + Double(part.played) * log(unplayedRate / playedRate)
  }

  /// Returns the hand whose notes are missing, or `nil` if the pitches of both hands don't overlap.
  ///
  /// - Parameter part: The missing notes below or above a split.
  private static func hand(
    _ part: [Int], _ isPlayed: [Bool], _ isReached: [Bool], _ chords: ChordTable
  ) -> NoteAlignment.Part? {
    let pitches = chords.pitchOfNote
    // The lowest and the highest played pitch of each chord, or of the nearest ones before and after it.
    let (before, after) = (
      playedBounds(chords, isPlayed, 0..<chords.count),
      playedBounds(chords, isPlayed, (0..<chords.count).reversed())
    )
    func isOutside(_ note: Int, _ hand: NoteAlignment.Hand) -> Bool {
      let chord = Int(chords.chordOfNote[note])
      return [before[chord], after[chord]].allSatisfy { bounds in
        guard let bounds else { return true }
        return hand == .left ? pitches[note] <= bounds.lowerBound : pitches[note] >= bounds.upperBound
      }
    }
    let missing = isPlayed.indices.filter { !isPlayed[$0] && isReached[$0] }
    for hand in [NoteAlignment.Hand.left, .right] {
      let outside = missing.filter { isOutside($0, hand) }
      let members = Set(part)
      let found = outside.count { members.contains($0) }
      guard Double(found) >= leastOutside * Double(part.count { isReached[$0] }) else { continue }
      let all = members.union(outside).sorted()
      guard let lowest = all.map({ pitches[$0] }).min(), let highest = all.map({ pitches[$0] }).max() else {
        return nil
      }
      let overlaps = pitches.indices.contains { isPlayed[$0] && lowest...highest ~= pitches[$0] }
      return overlaps ? .init(hand: hand, notes: all) : nil
    }
    return nil
  }

  /// Returns the lowest and highest played pitch of the latest chord with a played note, for each chord in an order.
  private static func playedBounds(
    _ chords: ChordTable, _ isPlayed: [Bool], _ order: some Sequence<Int>
  ) -> [ClosedRange<NoteNumber>?] {
    var bounds = [ClosedRange<NoteNumber>?](repeating: nil, count: chords.count)
    var latest: ClosedRange<NoteNumber>?
    for chord in order {
      let played = chords.notes(chord..<chord + 1).filter { isPlayed[$0] }.map { chords.pitchOfNote[$0] }
      if let low = played.min(), let high = played.max() { latest = low...high }
      bounds[chord] = latest
    }
    return bounds
  }
}

// MARK: Scattered notes

extension UnplayedParts {
  /// The most notes of a score that are played if the others are one part.
  private static let mostPlayed = 0.6
  /// The least share of the actual notes that match, in hundredths. In different pieces, fewer match by chance.
  private static let leastMatched = 75
  /// The least changes between played and missing notes, relative to those of notes that are left out at random.
  private static let leastChanges = 0.5
  /// The number of notes in which some are played and some are missing, and the least share of the score of which this is
  /// true.
  private static let (blockLength, leastBlocks) = (32, 0.8)

  /// Returns whether many notes are missing throughout the score.
  ///
  /// - Parameter reached: The notes that the performance reaches.
  private static func isThinned(_ reached: [Int], _ isPlayed: [Bool]) -> Bool {
    guard reached.count >= 2 * blockLength else { return false }
    let share = Double(reached.count { isPlayed[$0] }) / Double(reached.count)
    guard share > 0, share <= mostPlayed else { return false }
    let changes = zip(reached, reached.dropFirst()).count { isPlayed[$0] != isPlayed[$1] }
    guard Double(changes) >= leastChanges * 2 * share * (1 - share) * Double(reached.count) else {
      return false
    }
    let blocks = stride(from: 0, through: reached.count - blockLength, by: blockLength).map { start in
      reached[start..<start + blockLength].count { isPlayed[$0] }
    }
    let mixed = blocks.count { count in
      let part = Double(count) / Double(blockLength)
      return share / 4 <= part && part <= (1 + share) / 2
    }
    return Double(mixed) >= leastBlocks * Double(blocks.count)
  }
}
