internal import MIDICore

/// Finds passages with other velocities or lengths.
///
/// All pairs that differ vote for the amount of a change. Then each note has a gain if the change explains it, and a
/// loss if it contradicts it, and ``PassagePartSearch`` finds the passage with the largest gain. The next change is
/// found in the same way among the rest.
struct LevelChangeSearch {
  /// The minimum number of notes that differ, and that each change explains.
  fileprivate static let minCount = 4
  /// The maximum number of changes of velocities, and of lengths.
  private static let maxChanges = 4

  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Returns the changes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  func changes(_ parts: PassagePartSearch) -> [PassageChange] {
    changes(of: VelocityPairs(notes), parts) + changes(of: DurationPairs(notes), parts)
  }

  private func changes(of pairs: some LevelPairs, _ parts: PassagePartSearch) -> [PassageChange] {
    var changes: [PassageChange] = []
    while changes.count < Self.maxChanges, pairs.differing.count >= Self.minCount,
      let found = best(pairs.likelyEffects().map { ($0, gains($0, of: pairs)) }, parts)
    {
      let wider = parts.extended(found.selection, found.gains)
      let passage = notes.passage(wider.range, part: wider.part, pitches: wider.pitches)
      let members = notes.indices.indices.filter { passage.contains(notes.given.notes[notes.indices[$0]]) }
      for place in members { pairs.apply(found.effect, to: place) }
      let others = pairs.differing.filter { !passage.contains(notes.given.notes[notes.indices[$0]]) }
      pairs.differing = (others + members.filter { !pairs.isSame($0) }).sorted()
      changes.append(
        PassageChange(
          found.effect, of: passage, noteCount: members.count { found.gains[notes.indices[$0]] > 0 }))
    }
    return pairs.reported(changes)
  }

  /// Returns how much an effect explains each note: 1 if the note differs and the effect explains it, -1 if it differs with
  /// and without the effect, -2 if it differs only with the effect, and otherwise 0.
  private func gains(_ effect: PassageEffect, of pairs: some LevelPairs) -> PassageGains {
    notes.gains(pairs.differing.filter { pairs.isSame($0, under: effect) }) { place in
      pairs.isSame(place) ? pairs.isSame(place, under: effect) ? 0 : -2 : -1
    }
  }

  /// Returns the first effect whose gain is nearly the largest, or `nil` if all may be accidents.
  private func best(
    _ effects: [(PassageEffect, gains: PassageGains)], _ parts: PassagePartSearch
  ) -> (effect: PassageEffect, gains: PassageGains, selection: PassagePartSearch.Selection)? {
    var best: (effect: PassageEffect, gains: PassageGains, selection: PassagePartSearch.Selection)?
    for (effect, gains) in effects {
      guard let selection = parts.best(gains),
        best.map({ selection.sum * 20 > $0.selection.sum * 21 }) ?? true, parts.isClear(selection, gains)
      else { continue }
      best = (effect, gains, selection)
    }
    return best
  }
}

/// A measure of the pairs of notes of two takes, such as their velocities.
private protocol LevelPairs: AnyObject {
  /// The expected notes that differ from their partners.
  var differing: [Int] { get set }
  /// Returns the effects that most notes that differ may have, the likeliest first.
  func likelyEffects() -> [PassageEffect]
  /// Returns whether an expected note is like its partner, or has none that can be compared.
  func isSame(_ place: Int) -> Bool
  /// Returns whether an expected note would be like its partner under an effect, or has none that can be compared.
  func isSame(_ place: Int, under effect: PassageEffect) -> Bool
  /// Changes an expected note.
  func apply(_ effect: PassageEffect, to place: Int)
  /// Returns the changes that aren't reported otherwise.
  func reported(_ changes: [PassageChange]) -> [PassageChange]
}

/// The velocities of pairs of notes.
private final class VelocityPairs: LevelPairs {
  private static let (none, unknown) = (UInt16.max, UInt16.max - 1)

  private let notes: PassageNotes
  /// The expected velocity times 128 plus the actual one, of each expected note, or ``none``.
  private let pairs: ListOnDemand<UInt16>
  private let tolerance: Int
  var differing: [Int] = []

  init(_ notes: PassageNotes) {
    self.notes = notes
    tolerance = notes.options.velocityTolerance
    pairs = ListOnDemand(count: notes.expected.notes.count, unknown: Self.unknown) { place in
      let partner = Int(notes.matching.partners[place])
      guard partner >= 0 else { return Self.none }
      return UInt16(notes.expected.notes[place].velocity.rawValue) << 7
        | UInt16(notes.actual.given[partner].velocity.rawValue)
    }
    // Beside a common change, other notes differ.
    let suspects = notes.velocityChange == .none ? notes.differing : Array(notes.expected.notes.indices)
    differing = suspects.filter { !isSame($0) }
  }

  private func isSame(_ expected: Int, _ actual: Int) -> Bool { abs(expected - actual) <= tolerance }

  func isSame(_ place: Int) -> Bool {
    let pair = pairs[place]
    return pair == Self.none || isSame(Int(pair >> 7), Int(pair & 0x7F))
  }

  func isSame(_ place: Int, under effect: PassageEffect) -> Bool {
    let pair = pairs[place]
    return pair == Self.none || isSame(effect.velocity(Int(pair >> 7)), Int(pair & 0x7F))
  }

  func apply(_ effect: PassageEffect, to place: Int) {
    let pair = pairs[place]
    guard pair != Self.none else { return }
    pairs[place] = UInt16(effect.velocity(Int(pair >> 7))) << 7 | pair & 0x7F
  }

  func likelyEffects() -> [PassageEffect] {
    var counts = [Int](repeating: 0, count: 1 << 14)
    var actual = [Int](repeating: 0, count: 128)
    for place in differing {
      counts[Int(pairs[place])] += 1
      actual[Int(pairs[place] & 0x7F)] += 1
    }
    /// Returns the effect with the most explained notes, and their number plus the number of exact ones.
    func best(_ effects: [PassageEffect]) -> (effect: PassageEffect, score: Int) {
      var best = (effect: effects[0], score: -1)
      for effect in effects {
        let score = counts.indices.reduce(0) { sum, index in
          guard counts[index] > 0 else { return sum }
          let velocity = effect.velocity(index >> 7)
          let isExact = velocity == index & 0x7F
          return sum + (isExact ? 2 : isSame(velocity, index & 0x7F) ? 1 : 0) * counts[index]
        }
        if score > best.score { best = (effect, score) }
      }
      return best
    }
    let value = actual.indices.max { actual[$0] < actual[$1] } ?? 0
    let set = best([.velocitiesSet(to: UInt7(clamping: value))])
    let tolerances = Set([0, 1, tolerance]).sorted()
    let shift = best(
      tolerances.map { .velocitiesShifted(by: VelocityScale.offsets.best(counts, tolerance: $0).parameter) })
    let scale = best(
      [false, true].flatMap { roundsDown in
        tolerances.map {
          let factor = VelocityScale.factors(roundDown: roundsDown).best(counts, tolerance: $0).parameter
          return .velocitiesScaled(toThousandths: factor, roundsDown: roundsDown)
        }
      })
    // An offset is simplest. Equal notes may contradict an effect, so others with nearly as many notes follow.
    var found = [shift, set, scale]
    for index in 1...2 where found[index].score * 20 > found[0].score * 21 { found.swapAt(0, index) }
    let score = found[0].score
    return found.filter { $0.score > 0 && $0.score * 4 >= score * 3 }.map(\.effect)
  }

  /// Returns the changes, without a common change of all velocities, which is found elsewhere.
  ///
  /// A common change with many exceptions isn't simpler than changes of passages that have fewer.
  func reported(_ changes: [PassageChange]) -> [PassageChange] {
    guard !changes.isEmpty, notes.velocityChange != .none else { return changes }
    let exceptionCount = notes.matching.partners.enumerated().count { place, partner in
      guard partner >= 0 else { return false }
      let expected = notes.velocityChange.applied(to: notes.expected.notes[place].velocity)
      return !isSame(Int(expected.rawValue), Int(notes.actual.given[Int(partner)].velocity.rawValue))
    }
    if exceptionCount >= differing.count + changes.count * LevelChangeSearch.minCount { return changes }
    return changes.filter { if case .velocitiesSet = $0.effect { $0.passage == Passage() } else { false } }
  }
}

/// The durations of pairs of notes.
private final class DurationPairs: LevelPairs {
  /// The duration of an expected note, and the time from its onset to the actual end.
  private struct Pair: Equatable {
    /// A pair of notes that can't be compared.
    static let none = Pair(expected: 0, actual: 0)
    static let unknown = Pair(expected: -1, actual: 0)

    var expected: Int64
    var actual: Int64
  }

  /// The largest factor in thousandths.
  private static let maxFactor = 10_000

  private let options: Comparison.Options
  private let pairs: ListOnDemand<Pair>
  var differing: [Int] = []

  init(_ notes: PassageNotes) {
    options = notes.options
    pairs = ListOnDemand(count: notes.expected.notes.count, unknown: .unknown) { place in
      let partner = Int(notes.matching.partners[place])
      // Notes at other times were paired with less certainty.
      guard partner >= 0,
        notes.expected.notes[place].onset.distance(to: notes.actual.onset(partner))
          <= notes.options.onsetTolerance,
        let end = notes.expected.notes[place].offset, end > notes.expected.notes[place].onset,
        let otherEnd = notes.actual.offset(partner)
      else { return .none }
      let onset = notes.expected.notes[place].onset
      return Pair(
        expected: end.subtracting(onset).rawValue, actual: otherEnd.subtracting(onset).rawValue)
    }
    differing = notes.differing.filter { !isSame($0) }
  }

  /// Returns the accepted difference of durations.
  private func tolerance(_ duration: Int64) -> Int64 {
    guard let ratio = options.offsetRatio else { return options.offsetTolerance.rawValue }
    let part = Int128(duration) * Int128(ratio.numerator) / Int128(ratio.denominator)
    return max(options.offsetTolerance.rawValue, Int64(clamping: part))
  }

  private func isSame(_ expected: Int64, _ actual: Int64) -> Bool {
    let distance = expected.subtractingReportingOverflow(actual)
    return !distance.overflow && distance.partialValue.magnitude <= tolerance(expected)
  }

  func isSame(_ place: Int) -> Bool {
    let pair = pairs[place]
    return pair.expected <= 0 || isSame(pair.expected, pair.actual)
  }

  func isSame(_ place: Int, under effect: PassageEffect) -> Bool {
    let pair = pairs[place]
    return pair.expected <= 0 || isSame(effect.duration(pair.expected), pair.actual)
  }

  func apply(_ effect: PassageEffect, to place: Int) {
    let pair = pairs[place]
    guard pair.expected > 0 else { return }
    pairs[place].expected = effect.duration(pair.expected)
  }

  func likelyEffects() -> [PassageEffect] {
    // The change of the number of explained notes from one factor to the next.
    var steps = [Int](repeating: 0, count: Self.maxFactor + 2)
    var exact = [Int](repeating: 0, count: Self.maxFactor + 1)
    for place in differing {
      let (duration, wanted) = (Double(pairs[place].expected), Double(pairs[place].actual))
      let tolerance = Double(tolerance(pairs[place].actual))
      let least = max((wanted - tolerance) / duration * 1000, 1).rounded(.up)
      let most = min((wanted + tolerance) / duration * 1000, Double(Self.maxFactor)).rounded(.down)
      guard least <= most else { continue }
      steps[Int(least)] += 1
      steps[Int(most) + 1] -= 1
      exact[min(max(Int((wanted / duration * 1000).rounded()), 0), Self.maxFactor)] += 1
    }
    var counts: [Int] = []
    var count = 0
    for step in steps.dropLast() {
      count += step
      counts.append(count)
    }
    guard let most = counts.max(), most > 0 else { return [] }
    // Long notes decide, and a few other notes make no difference.
    func isGood(_ factor: Int) -> Bool { counts.indices ~= factor && counts[factor] * 50 >= most * 49 }
    var low = counts.firstIndex(of: most) ?? 0
    var high = low
    while isGood(low - 1) { low -= 1 }
    while isGood(high + 1) { high += 1 }
    let factor = median(exact, low...high)
    for unit in [100, 50, 10] {
      let round = (factor + unit / 2) / unit * unit
      if round != 1000, low...high ~= round { return [.durationsScaled(toThousandths: round)] }
    }
    return [.durationsScaled(toThousandths: factor)]
  }

  /// Returns the median of some counted numbers, or the middle of the range if none is in it.
  private func median(_ counts: [Int], _ range: ClosedRange<Int>) -> Int {
    let count = counts[range].reduce(0, +)
    var left = count / 2
    for number in range where counts[number] > 0 {
      left -= counts[number]
      if left < 0 { return number }
    }
    return (range.lowerBound + range.upperBound) / 2
  }

  func reported(_ changes: [PassageChange]) -> [PassageChange] { changes }
}

extension PassageEffect {
  /// Returns an expected velocity with the effect.
  fileprivate func velocity(_ velocity: Int) -> Int {
    switch self {
    case .velocitiesScaled(let thousandths, let roundsDown):
      min(max(velocity.scaled(toThousandths: thousandths, roundsDown: roundsDown), 1), 127)
    case .velocitiesShifted(let offset): min(max(velocity + offset, 1), 127)
    case .velocitiesSet(let value): Int(value.rawValue)
    default: velocity
    }
  }

  /// Returns an expected duration with the effect.
  fileprivate func duration(_ duration: Int64) -> Int64 {
    guard case .durationsScaled(let thousandths) = self else { return duration }
    return Int64(clamping: (Int128(duration) * Int128(thousandths)).dividedRounding(1000))
  }
}
