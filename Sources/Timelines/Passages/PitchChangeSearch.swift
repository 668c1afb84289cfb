internal import MIDICore

/// Finds transposed and missing passages.
///
/// Notes without an equal partner vote for intervals to the actual notes at their time. A note is explained by an
/// interval if the actual take has it at that interval, and by silence if the actual take has no note in its place.
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
  func changes() -> [PassageChange] {
    var isOpen = [Bool](repeating: false, count: notes.expected.notes.count)
    for index in notes.matching.unmatched.expected { isOpen[index] = true }
    guard isOpen.count(where: { $0 }) >= Self.minVotes else { return [] }
    let search = PassagePartSearch(notes.given)
    var changes: [PassageChange] = []
    while changes.count < Self.maxCount, let found = best(isOpen, search) {
      changes.append(found.change)
      for index in found.explained { isOpen[index] = false }
    }
    return changes
  }

  /// Returns the change that explains most of the open notes, and the indices of these notes, or `nil` if none is clear.
  private func best(
    _ isOpen: [Bool], _ search: PassagePartSearch
  ) -> (change: PassageChange, explained: [Int])? {
    var best: (effect: PassageEffect, selection: PassagePartSearch.Selection, gains: [Int8])?
    for effect in candidates(isOpen) {
      let gains = gains(effect, isOpen)
      guard let selection = search.best(gains), search.isClear(selection, gains),
        selection.sum > best?.selection.sum ?? 0
      else { continue }
      best = (effect, selection, gains)
    }
    guard let best else { return nil }
    let selection = search.extended(best.selection, best.gains, notes.beats)
    let passage = notes.passage(selection.range, part: selection.part, pitches: selection.pitches)
    let explained = notes.expected.notes.indices.filter {
      isOpen[$0] && best.gains[notes.indices[$0]] > 0
        && passage.contains(notes.given.notes[notes.indices[$0]])
    }
    let count = notes.given.notes[selection.range].count { passage.contains($0) }
    return (PassageChange(best.effect, of: passage, noteCount: count), explained)
  }

  /// Returns silence and the transpositions for which most open notes vote.
  private func candidates(_ isOpen: [Bool]) -> [PassageEffect] {
    var votes = [Int](repeating: 0, count: 256)
    for index in isOpen.indices where isOpen[index] {
      for place in places.near(index).prefix(Self.crowd) {
        // The lower notes of octaves that move by an octave have partners, the upper notes.
        votes[places.pitch(place) - places.expectedPitch(index) + 128] += places.isOpen(place) ? 2 : 1
      }
    }
    let intervals = votes.indices.filter { $0 != 128 && votes[$0] >= Self.minVotes }
      .sorted { (votes[$1], abs($0 - 128)) < (votes[$0], abs($1 - 128)) }
    return intervals.prefix(Self.candidateCount).map { .transposed(bySemitones: $0 - 128) } + [.silent]
  }

  /// Returns the gain of each note of the take without changes: positive if the effect explains it, and negative if the
  /// effect contradicts it.
  private func gains(_ effect: PassageEffect, _ isOpen: [Bool]) -> [Int8] {
    var gains = [Int8](repeating: 0, count: notes.given.notes.count)
    for index in isOpen.indices {
      let gain: Int8
      switch effect {
      case .transposed(let semitones):
        // A note that is equal and also played at the interval decides nothing.
        gain =
          isOpen[index]
          ? (places.explains(index, semitones) ? 1 : -1) : places.place(index, semitones) != nil ? 0 : -2
      default:
        let isMissing = isOpen[index] && notes.matching.partners[index] < 0
        gain = isMissing && !places.hasExtraNote(index) ? 1 : -2
      }
      gains[notes.indices[index]] = gain
    }
    return gains
  }
}

/// The actual notes at the times of expected ones.
private struct NotePlaces {
  /// The equal partner of each actual note, or −1.
  private var partners: [Int32]
  /// Whether each actual note has no partner at all.
  private var isExtra: [Bool]

  private let notes: PassageNotes
  /// The first actual note within the tolerance of each expected one.
  private var first: [Int32] = []
  /// The number of actual notes within the tolerance of each expected one.
  private var count: [Int32] = []
  private let pitches: [UInt8]
  /// The source and channel of each actual note.
  private let voices: [Int32]
  private let expectedPitches: [UInt8]
  private let expectedVoices: [Int32]

  init(_ notes: PassageNotes) {
    self.notes = notes
    partners = [Int32](repeating: -1, count: notes.actual.given.count)
    isExtra = [Bool](repeating: false, count: partners.count)
    for index in notes.matching.extra { isExtra[index] = true }
    for (index, partner) in notes.matching.partners.enumerated() where partner >= 0 {
      partners[Int(partner)] = Int32(index)
    }
    for index in notes.matching.unmatched.actual { partners[index] = -1 }
    let keys = notes.actual.given.map { notes.keys.actual.key(of: $0) }
    pitches = keys.map { UInt8($0 & 0x7F) }
    voices = keys.map { Int32(truncatingIfNeeded: ComparisonKeys.channel(of: $0)) }
    let expectedKeys = notes.expected.notes.map { notes.keys.expected.key(of: $0) }
    expectedPitches = expectedKeys.map { UInt8($0 & 0x7F) }
    expectedVoices = expectedKeys.map { Int32(truncatingIfNeeded: ComparisonKeys.channel(of: $0)) }
    let tolerance = max(notes.options.onsetTolerance, .zero)
    let times = notes.actual.indices.map { notes.actual.onset($0) }
    var (low, high) = (0, 0)
    for note in notes.expected.notes {
      while low < times.count, times[low] < note.onset.subtracting(tolerance) { low += 1 }
      high = max(high, low)
      while high < times.count, times[high] <= note.onset.adding(tolerance) { high += 1 }
      first.append(Int32(low))
      count.append(Int32(high - low))
    }
  }

  /// Returns whether an actual note has no equal partner.
  func isOpen(_ place: Int) -> Bool { partners[place] < 0 }

  func pitch(_ place: Int) -> Int { Int(pitches[place]) }

  func expectedPitch(_ index: Int) -> Int { Int(expectedPitches[index]) }

  /// Returns the actual notes of the source and channel of an expected note at its time.
  func near(_ index: Int) -> [Int] {
    let start = Int(first[index])
    return (start..<start + Int(count[index])).filter { voices[$0] == expectedVoices[index] }
  }

  /// Returns the actual note at an interval from an expected one, or `nil` if there is none.
  func place(_ index: Int, _ semitones: Int) -> Int? {
    let wanted = Int(expectedPitches[index]) + semitones
    let start = Int(first[index])
    return (start..<start + Int(count[index])).first {
      Int(pitches[$0]) == wanted && voices[$0] == expectedVoices[index]
    }
  }

  /// Returns whether an interval explains an expected note: the actual note there has no equal partner, or its partner is
  /// also played at the interval.
  func explains(_ index: Int, _ semitones: Int) -> Bool {
    guard let place = place(index, semitones) else { return false }
    return partners[place] < 0 || self.place(Int(partners[place]), semitones) != nil
  }

  /// Returns whether an extra actual note is at the time of an expected one. Wrong notes are in the place of others.
  func hasExtraNote(_ index: Int) -> Bool {
    let start = Int(first[index])
    return (start..<start + Int(count[index])).contains {
      isExtra[$0] && voices[$0] == expectedVoices[index]
    }
  }
}
