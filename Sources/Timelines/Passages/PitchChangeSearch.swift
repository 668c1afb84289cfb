internal import MIDICore

/// Finds transposed and missing passages.
///
/// Notes without an equal partner vote for intervals to the actual notes at their time. A note is explained by an
/// interval if the actual take has it at that interval, and as missing if the actual take has no note in its place.
/// ``PassagePartSearch`` finds the range and the part of the notes that are explained.
struct PitchChangeSearch {
  /// The maximum number of changes.
  private static let maxCount = 4
  /// The minimum weight of the votes for an interval.
  private static let minVotes = 4
  /// The number of intervals that are examined, the most common ones.
  private static let candidateCount = 4
  /// The maximum number of actual notes that are compared with an expected one.
  private static let crowd = 64

  private let notes: PassageNotes
  /// The notes of each source and channel at each pitch and time.
  private let places: NotePlaces

  /// Creates a search among notes.
  init(_ notes: PassageNotes) {
    self.notes = notes
    places = NotePlaces(notes)
  }

  /// Returns the changes.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  func changes(_ parts: PassagePartSearch) -> [PassageChange] {
    var open = notes.matching.unmatched.expected
    guard open.count >= Self.minVotes else { return [] }
    var isOpen = [Bool](repeating: false, count: notes.expected.notes.count)
    for place in open { isOpen[place] = true }
    var changes: [PassageChange] = []
    while changes.count < Self.maxCount, let found = best(open, isOpen, parts) {
      changes.append(found.change)
      for place in found.explained { isOpen[place] = false }
      open.removeAll { !isOpen[$0] }
    }
    return changes
  }

  /// Returns the change that explains most of the open notes, and these notes, or `nil` if no change is clear.
  ///
  /// - Parameters:
  ///   - open: The expected notes whose difference isn't explained.
  ///   - isOpen: Whether an expected note is one of them.
  private func best(
    _ open: [Int], _ isOpen: [Bool], _ parts: PassagePartSearch
  ) -> (change: PassageChange, explained: [Int])? {
    var best: (effect: PassageEffect, selection: PassagePartSearch.Selection, gains: PassageGains)?
    for effect in candidates(open) {
      let gains = gains(effect, open, isOpen)
      guard let selection = parts.best(gains), selection.sum > best?.selection.sum ?? 0,
        parts.isClear(selection, gains)
      else { continue }
      best = (effect, selection, gains)
    }
    guard let best else { return nil }
    let selection = parts.extended(best.selection, best.gains)
    let passage = notes.passage(selection.range, part: selection.part, pitches: selection.pitches)
    let explained = open.filter { place in
      best.gains[notes.indices[place]] > 0 && passage.contains(notes.given.notes[notes.indices[place]])
    }
    let count = notes.given.notes[selection.range].count { passage.contains($0) }
    return (PassageChange(best.effect, of: passage, noteCount: count), explained)
  }

  /// Returns "missing" and the transpositions for which most open notes vote.
  private func candidates(_ open: [Int]) -> [PassageEffect] {
    var votes = [Int](repeating: 0, count: 256)
    for index in open {
      for place in places.near(index).prefix(Self.crowd) {
        // The lower notes of octaves that move by an octave have partners, the upper notes.
        votes[places.pitch(place) - places.expectedPitch(index) + 128] += places.isOpen(place) ? 2 : 1
      }
    }
    let intervals = votes.indices.filter { $0 != 128 && votes[$0] >= Self.minVotes }
      .sorted { (votes[$1], abs($0 - 128)) < (votes[$0], abs($1 - 128)) }
    return intervals.prefix(Self.candidateCount).map { .transposed(bySemitones: $0 - 128) } + [.missing]
  }

  /// Returns how much an effect explains each note of the take without changes.
  private func gains(_ effect: PassageEffect, _ open: [Int], _ isOpen: [Bool]) -> PassageGains {
    let explained: [Int]
    let other: (Int) -> Int8
    switch effect {
    case .transposed(let semitones):
      explained = open.filter { places.explains($0, semitones) }
      // A note that is equal and also played at the interval decides nothing.
      other = { [places] place in isOpen[place] ? -1 : places.place(place, semitones) != nil ? 0 : -2 }
    default:
      explained = open.filter { notes.matching.partners[$0] < 0 && !places.hasExtraNote($0) }
      other = { _ in -2 }
    }
    return notes.gains(explained, other)
  }
}

/// The actual notes at the times of expected ones, found when they are needed.
private final class NotePlaces {
  /// The equal partner of each actual note, or −1.
  private var partners: [Int32]
  /// Whether each actual note has no partner at all.
  private var isExtra: [Bool]

  private let notes: PassageNotes
  private let tolerance: Nanoseconds
  /// The actual notes within the tolerance of each expected one, or a negative number if they aren't known.
  private var ranges: [Range<Int32>]
  private static let unknown: Range<Int32> = -1 ..< -1

  init(_ notes: PassageNotes) {
    self.notes = notes
    tolerance = max(notes.options.onsetTolerance, .zero)
    partners = [Int32](repeating: -1, count: notes.actual.given.count)
    isExtra = [Bool](repeating: false, count: partners.count)
    ranges = [Range<Int32>](repeating: Self.unknown, count: notes.expected.notes.count)
    for index in notes.matching.extra { isExtra[index] = true }
    for (index, partner) in notes.matching.partners.enumerated() where partner >= 0 {
      partners[Int(partner)] = Int32(index)
    }
    for index in notes.matching.unmatched.actual { partners[index] = -1 }
  }

  /// Returns the actual notes at the time of an expected one.
  private func range(_ index: Int) -> Range<Int> {
    var range = ranges[index]
    if range == Self.unknown {
      let actual = notes.actualItems
      let onset = notes.expectedItems[index].time
      let (earliest, latest) = (onset.subtracting(tolerance), onset.adding(tolerance))
      // Notes are often examined one after another.
      var start = index > 0 ? Int(ranges[index - 1].lowerBound) : -1
      if start < 0 { start = actual.partitioningIndex { $0.time >= earliest } }
      while start < actual.count, actual[start].time < earliest { start += 1 }
      var end = start
      while end < actual.count, actual[end].time <= latest { end += 1 }
      range = Int32(start)..<Int32(end)
      ranges[index] = range
    }
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// Returns whether an actual note has no equal partner.
  func isOpen(_ place: Int) -> Bool { partners[place] < 0 }

  func pitch(_ place: Int) -> Int { ComparisonKeys.number(of: notes.actualItems[place].key) }

  func expectedPitch(_ index: Int) -> Int { ComparisonKeys.number(of: notes.expectedItems[index].key) }

  private func isSameVoice(_ place: Int, _ index: Int) -> Bool {
    ComparisonKeys.channel(of: notes.actualItems[place].key)
      == ComparisonKeys.channel(of: notes.expectedItems[index].key)
  }

  /// Returns the actual notes of the source and channel of an expected note at its time.
  func near(_ index: Int) -> [Int] { range(index).filter { isSameVoice($0, index) } }

  /// Returns the actual note at an interval from an expected one, or `nil` if there is none.
  func place(_ index: Int, _ semitones: Int) -> Int? {
    let wanted = expectedPitch(index) + semitones
    return range(index).first { pitch($0) == wanted && isSameVoice($0, index) }
  }

  /// Returns whether an interval explains an expected note: the actual note there has no equal partner, or its partner is
  /// also played at the interval, or wrong.
  func explains(_ index: Int, _ semitones: Int) -> Bool {
    guard let place = place(index, semitones) else { return false }
    let partner = Int(partners[place])
    return partner < 0 || self.place(partner, semitones) != nil || hasWrongNote(partner)
  }

  /// Returns whether an actual note without an equal partner is at the time of an expected one.
  func hasWrongNote(_ index: Int) -> Bool { near(index).contains(where: isOpen) }

  /// Returns whether an extra actual note is at the time of an expected one. Wrong notes are in the place of others.
  func hasExtraNote(_ index: Int) -> Bool {
    range(index).contains { isExtra[$0] && isSameVoice($0, index) }
  }
}
