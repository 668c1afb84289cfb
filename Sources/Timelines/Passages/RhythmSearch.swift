internal import MIDICore

/// Finds swung and quantized passages, late parts, and humanized passages.
///
/// Where many notes have delays, some of them propose rules: the ratio that most swung notes have, and the grid on which
/// most notes are. The rule that explains most of them is then applied to all notes, and the passage is the range in
/// which it explains most. The ends of the notes decide between rules that explain as many onsets, and whether they move
/// with their notes. Only notes that no rule explains can be humanized, because that explains any small delay.
struct RhythmSearch {
  /// The minimum number of notes that a change explains.
  private static let minCount = 4
  /// The maximum number of attempts, each with a different range of notes.
  private static let maxAttempts = 8
  /// The numbers of notes in time that a dense range may have for each displaced note. The second one is for few swung
  /// notes.
  private static let weights: (few: Int8, many: Int8) = (8, 32)
  /// The number of notes that propose rules.
  private static let sampleCount = 512
  /// The grids, the coarsest first.
  private static let grids = [1, 2, 3, 4, 6, 8, 12, 16, 24]

  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Returns the changes in order of time.
  ///
  /// - Complexity: O(*n* log *m*), where *n* is the number of notes, and *m* that of tempos.
  func changes(_ parts: PassagePartSearch) -> [PassageChange] {
    guard hasDenseDelays || hasCommonDelays else { return [] }
    var delays = NoteDelays(notes)
    var changes: [PassageChange] = []
    if let beats = notes.beats { findRules(beats, &delays, &changes) }
    LatePartSearch(notes, parts).find(&delays, &changes)
    HumanizedSearch(notes).find(&delays, &changes)
    return changes.ordered(byTime: \.passage.start)
  }

  /// Whether most delays may belong to late parts.
  private var hasCommonDelays: Bool {
    let delays = notes.matching.displaced.map { place in
      notes.actual.onset(Int(notes.matching.partners[place]))
        .subtracting(notes.expected.notes[place].onset).rawValue
    }
    return !LatePartSearch.candidates(delays, tolerance: max(notes.options.onsetTolerance.rawValue, 0))
      .isEmpty
  }

  /// Whether some notes that aren't in time are near enough to each other for a rule, or for humanized notes.
  private var hasDenseDelays: Bool {
    let displaced = notes.matching.displaced.map { notes.indices[$0] }.sorted()
    return zip(displaced, displaced.dropFirst(Self.minCount - 1)).contains {
      $1 - $0 < Self.minCount * Int(Self.weights.many)
    }
  }

  private func findRules(
    _ beats: BeatGrid, _ delays: inout NoteDelays, _ changes: inout [PassageChange]
  ) {
    findRules(beats, &delays, &changes, weight: Self.weights.few)
    if changes.isEmpty { findRules(beats, &delays, &changes, weight: Self.weights.many) }
  }

  private func findRules(
    _ beats: BeatGrid, _ delays: inout NoteDelays, _ changes: inout [PassageChange], weight: Int8
  ) {
    var density = PassageGains(
      count: delays.count, explained: delays.displaced, gain: weight, other: { _ in -1 })
    for _ in 0..<Self.maxAttempts {
      guard let dense = density.largestSum()?.range,
        dense.count(where: { density[$0] > 0 }) >= Self.minCount
      else { return }
      if let (change, range) = change(beats, delays, in: dense) {
        changes.append(change)
        delays.settle(range)
        density.contradict(range)
      } else {
        density.contradict(dense)
      }
    }
  }

  /// Returns the change that explains most of the notes near a range, and the range of its notes.
  private func change(
    _ beats: BeatGrid, _ delays: NoteDelays, in dense: Range<Int>
  ) -> (PassageChange, Range<Int>)? {
    let step = (dense.count + Self.sampleCount - 1) / Self.sampleCount
    let sample = Array(stride(from: dense.lowerBound, to: dense.upperBound, by: step))
    var best: (rule: RhythmRule, sum: Int, score: Int)?
    for var rule in rules(beats, delays, sample) {
      for includesEnds in [false, true] {
        rule.effect.includesEnds = includesEnds
        let sum = sample.map { rule.gain(of: $0, notes.given.notes, delays) }.largestSum()?.sum ?? 0
        if sum == 0 { break }
        let ends = sample.count { rule.explainsEnd(of: $0, notes.given.notes, delays) }
        // No single note decides whether ends move.
        let score = sum + ends - (includesEnds ? Self.minCount : 0)
        if score > best?.score ?? 0 { best = (rule, sum, score) }
      }
    }
    // Half of what the notes below must have, because a sample is examined.
    guard let (rule, sum, _) = best, sum * 24 >= sample.count(where: delays.isDisplaced) else { return nil }
    func gain(_ index: Int) -> Int { rule.gain(of: index, notes.given.notes, delays) }
    let open = delays.openRange(withEnds: rule.effect.includesEnds)
    let gains = open.map(gain)
    guard let places = gains.largestSum()?.range else { return nil }
    let found = open.lowerBound + places.lowerBound..<open.lowerBound + places.upperBound
    let explained = places.count { gains[$0] > 0 }
    let contradicting = places.count { gains[$0] < 0 }
    // Some of many notes follow any rule by chance.
    let displaced = dense.count { delays.isDisplaced($0) }
    guard explained >= Self.minCount, explained >= 3 * contradicting, explained * 4 >= displaced else {
      return nil
    }
    let range = found.extended(to: notes.given.notes, beats: beats) { range in
      range.reduce(0) { $0 + (open ~= $1 ? gains[$1 - open.lowerBound] : gain($1)) } >= 0
    }
    return (PassageChange(rule.effect, of: notes.passage(range), noteCount: explained), range)
  }

  /// Returns the rules that notes propose, the most likely ones first.
  private func rules(_ beats: BeatGrid, _ delays: NoteDelays, _ sample: [Int]) -> [RhythmRule] {
    let onsets = sample.compactMap { index -> SwingEstimate.Onset? in
      let (onset, delay) = (notes.given.notes[index].onset, delays.delay(index))
      guard delay != NoteDelays.unknown else { return nil }
      return (onset, onset.adding(Nanoseconds(rawValue: delay)), abs(delay) > delays.tolerance)
    }
    var (swings, reversed): ([RhythmRule], [RhythmRule]) = ([], [])
    let estimates = [2, 4].map { SwingEstimate(onsets, beats, partsPerQuarter: $0) }
    // Different pairs may explain the same notes, with rounder or less round ratios.
    for (estimate, ratio) in estimates.map({ ($0, $0.ratio(accuracy: delays.tolerance / 8)) })
      .ordered(by: { -$0.1.unit })
    {
      guard ratio.thousandths != 1000 else { continue }
      let rule = RhythmRule(
        .swung(ratioThousandths: ratio.thousandths, partsPerQuarter: estimate.partsPerQuarter), beats,
        fit: min(delays.tolerance, estimate.longestDelay(ratio.thousandths) / 4))
      if ratio.thousandths > 1000 { swings.append(rule) } else { reversed.append(rule) }
    }
    let onset = notes.given.notes[sample[sample.count / 2]].onset
    let quarter = beats.lengthOfQuarter(at: onset).rawValue
    let grids = Self.grids.map { parts in
      // Few notes are this near to a fine grid by chance.
      RhythmRule(
        .quantized(partsPerQuarter: parts), beats,
        fit: min(delays.tolerance, quarter / Int64(12 * parts)))
    }
    return swings + grids + reversed
  }
}

/// A swing or a grid, with the accuracy of notes that follow it.
private struct RhythmRule {
  var effect: PassageEffect
  private let beats: BeatGrid
  private let fit: Int64

  init(_ effect: PassageEffect, _ beats: BeatGrid, fit: Int64) {
    self.effect = effect
    self.beats = beats
    self.fit = fit
  }

  /// Returns how much the rule explains a note.
  func gain(of index: Int, _ notes: [Note], _ delays: NoteDelays) -> Int {
    let gain = delays.gain(
      index, delayedBy: beats.delay(of: notes[index].onset, under: effect).rawValue, fit: fit)
    guard gain == 0, effect.includesEnds else { return gain }
    let isInTime = delays.endsInTime(index, delayedBy: .zero)
    return explainsEnd(of: index, notes, delays) == isInTime ? 0 : isInTime ? -1 : 1
  }

  /// Returns whether a note ends in time under the rule.
  func explainsEnd(of index: Int, _ notes: [Note], _ delays: NoteDelays) -> Bool {
    delays.endsInTime(index, delayedBy: beats.delay(ofEndOf: notes[index], under: effect))
  }
}

/// The ratio of swung notes.
private struct SwingEstimate {
  /// The length of the first part in millionths of the pair.
  private let lengthOfFirst: Int?
  private let lengthOfPair: Int64
  let partsPerQuarter: Int

  /// The straight and the swung onset of a note, and whether their distance exceeds the tolerance.
  typealias Onset = (straight: Nanoseconds, swung: Nanoseconds, isDisplaced: Bool)

  /// Estimates the ratio of notes: the median of the ratios that displaced notes have.
  ///
  /// The notes in time give the shift of the takes, which their alignment knows up to the tolerance.
  init(_ onsets: [Onset], _ beats: BeatGrid, partsPerQuarter: Int) {
    self.partsPerQuarter = partsPerQuarter
    // Delays in pairs, and the distance to the nearest start of a pair, to which delays are proportional.
    var (near, far): ([(delay: Double, distance: Double)], [(delay: Double, distance: Double)]) = ([], [])
    var lengthOfPair: Int64 = 0
    for onset in onsets {
      let scale = Double(partsPerQuarter) / 2
      guard let straight = beats.quarters(at: onset.straight), let swung = beats.quarters(at: onset.swung)
      else { continue }
      let pair = (straight * scale).rounded(.down)
      let (before, after) = (straight * scale - pair, swung * scale - pair)
      let place = (delay: after - before, distance: min(before, 1 - before))
      if !onset.isDisplaced { near.append(place) }
      // Notes near the start of a pair move too little.
      guard onset.isDisplaced, before > 0.2, before < 0.8, after > 0, after < 1 else { continue }
      far.append(place)
      lengthOfPair = max(
        lengthOfPair, Int64(Double(beats.lengthOfQuarter(at: onset.straight).rawValue) / scale))
    }
    var (slope, shift): (Double?, Double) = (nil, 0)
    for _ in 0..<2 {
      slope = far.map { ($0.delay - shift) / $0.distance }.median()
      shift = near.map { [slope] in $0.delay - (slope ?? 0) * $0.distance }.median() ?? 0
    }
    lengthOfFirst = slope.map { Int(($0 + 1) * 500_000) }
    self.lengthOfPair = lengthOfPair
  }

  /// Returns the delay of the second part under a ratio in nanoseconds.
  func longestDelay(_ ratioThousandths: Int) -> Int64 {
    lengthOfPair * Int64(abs(ratioThousandths - 1000)) / Int64(2 * (ratioThousandths + 1000))
  }

  /// Returns the roundest ratio near the estimate and the number of thousandths to which it is rounded, or the ratio of
  /// straight notes if the estimate is implausible.
  ///
  /// - Parameter accuracy: The accepted difference of onsets in nanoseconds.
  func ratio(accuracy: Int64) -> (thousandths: Int, unit: Int) {
    guard let first = lengthOfFirst, first >= 150_000, first <= 850_000 else { return (1000, 0) }
    for unit in [500, 100, 50, 10] {
      let ratio = (first * 1000 / (1_000_000 - first) + unit / 2) / unit * unit
      let error = abs(ratio * 1_000_000 / (ratio + 1000) - first)
      if ratio > 0, Int64(error) * lengthOfPair / 1_000_000 <= accuracy { return (ratio, unit) }
    }
    return (first * 1000 / (1_000_000 - first), 1)
  }
}

extension Range<Int> {
  /// Returns the range extended to bar lines, and to the start and the end of the take, over notes that may belong to it.
  ///
  /// It is extended to the start or the end if few notes are there, or if the range then is the whole take.
  ///
  /// - Parameter mayBelong: Whether the notes of a range may belong to it.
  func extended(to notes: [Note], beats: BeatGrid?, mayBelong: (Range<Int>) -> Bool) -> Range<Int> {
    let (all, first, last) = (notes.indices, notes[lowerBound].onset, notes[upperBound - 1].onset)
    let reachesStart = mayBelong(0..<lowerBound)
    let reachesEnd = mayBelong(upperBound..<all.upperBound)
    if reachesStart && reachesEnd { return all }
    var (lower, upper) = (lowerBound, upperBound)
    if let beats {
      let line = beats.barLine(before: first)
      while lower > 0, notes[lower - 1].onset >= line { lower -= 1 }
      let end = beats.barLine(after: last.adding(Nanoseconds(rawValue: 1)))
      while upper < all.upperBound, notes[upper].onset < end { upper += 1 }
    }
    if reachesStart, lowerBound * 4 <= count { lower = 0 }
    if reachesEnd, (all.upperBound - upperBound) * 4 <= count { upper = all.upperBound }
    return
      (mayBelong(lower..<lowerBound) ? lower : lowerBound)..<(mayBelong(upperBound..<upper)
      ? upper : upperBound)
  }
}
