internal import MIDICore

/// Finds passages with other velocities or lengths.
///
/// All pairs that differ vote for the amount of a change. Then each note has a gain if the change explains it, and a
/// loss if it contradicts it, and ``PassagePartSearch`` finds the passage with the largest gain. The next change is
/// found in the same way among the rest.
struct LevelChangeSearch {
  /// The minimum number of notes that differ.
  private static let minCount = 4
  /// The maximum number of changes of velocities, and of lengths.
  private static let maxChanges = 4

  private let notes: PassageNotes

  /// Creates a search among notes.
  init(_ notes: PassageNotes) { self.notes = notes }

  /// Returns the changes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes.
  func changes() -> [PassageChange] {
    guard notes.hasDifferences(Self.minCount) else { return [] }
    var velocities = VelocityPairs(notes)
    var durations = DurationPairs(notes)
    guard velocities.hasDifferences(Self.minCount) || durations.hasDifferences(Self.minCount) else {
      return []
    }
    let parts = PassagePartSearch(notes.given)
    return changes(of: &velocities, parts) + changes(of: &durations, parts)
  }

  private func changes(of pairs: inout some LevelPairs, _ parts: PassagePartSearch) -> [PassageChange] {
    var changes: [PassageChange] = []
    while changes.count < Self.maxChanges, pairs.hasDifferences(Self.minCount),
      let found = best(pairs.likelyEffects().map { ($0, pairs.gains($0)) }, parts)
    {
      let wider = parts.extended(found.selection, found.gains, notes.beats)
      let passage = notes.passage(wider.range, part: wider.part, pitches: wider.pitches)
      let members = notes.given.notes.indices.filter { passage.contains(notes.given.notes[$0]) }
      pairs.apply(found.effect, to: members)
      changes.append(
        PassageChange(
          found.effect, of: passage, noteCount: members.count(where: { found.gains[$0] > 0 })))
    }
    return pairs.reported(changes)
  }

  /// Returns the first effect whose gain is nearly the largest, or `nil` if all may be accidents.
  private func best(
    _ effects: [(PassageEffect, gains: [Int8])], _ parts: PassagePartSearch
  ) -> (effect: PassageEffect, gains: [Int8], selection: PassagePartSearch.Selection)? {
    var best: (effect: PassageEffect, gains: [Int8], selection: PassagePartSearch.Selection)?
    for (effect, gains) in effects {
      guard let selection = parts.best(gains), parts.isClear(selection, gains) else { continue }
      if let best, selection.sum * 20 <= best.selection.sum * 21 { continue }
      best = (effect, gains, selection)
    }
    return best
  }
}

/// A measure of the notes of two takes, such as their velocities.
private protocol LevelPairs {
  /// Returns whether at least this many notes differ.
  func hasDifferences(_ count: Int) -> Bool
  /// Returns the effects that most notes that differ may have, the likeliest first.
  func likelyEffects() -> [PassageEffect]
  /// Returns the gain of each given note: 1 if it differs and the effect explains it, -1 if it differs with and without
  /// the effect, -2 if it differs only with the effect, and otherwise 0.
  func gains(_ effect: PassageEffect) -> [Int8]
  /// Changes some given notes.
  mutating func apply(_ effect: PassageEffect, to members: [Int])
  /// Returns the changes that aren't reported otherwise.
  func reported(_ changes: [PassageChange]) -> [PassageChange]
}

/// Returns the gain of a note by whether it is the same without and with an effect.
private func gain(isSame: Bool, withEffect: Bool) -> Int8 {
  isSame ? withEffect ? 0 : -2 : withEffect ? 1 : -1
}

/// The velocities of pairs of notes.
private struct VelocityPairs: LevelPairs {
  private static let none = UInt16.max

  /// The expected velocity times 128 plus the actual one, of each given note, or ``none``.
  private var pairs: [UInt16]
  /// The pairs without changes.
  private let given: [UInt16]
  private let tolerance: Int

  init(_ notes: PassageNotes) {
    tolerance = notes.options.velocityTolerance
    var pairs = [UInt16](repeating: Self.none, count: notes.given.notes.count)
    let (partners, expected, actual) = (notes.matching.partners, notes.expected.notes, notes.actual.given)
    let indices = notes.indices
    for index in partners.indices where partners[index] >= 0 {
      let (velocity, other) = (expected[index].velocity, actual[Int(partners[index])].velocity)
      pairs[indices[index]] = UInt16(velocity.rawValue) << 7 | UInt16(other.rawValue)
    }
    self.pairs = pairs
    given = pairs
  }

  private func isSame(_ expected: Int, _ actual: Int) -> Bool { abs(expected - actual) <= tolerance }

  func hasDifferences(_ count: Int) -> Bool {
    var left = count
    for pair in pairs where pair != Self.none && !isSame(Int(pair >> 7), Int(pair & 0x7F)) {
      left -= 1
      if left == 0 { return true }
    }
    return false
  }

  func likelyEffects() -> [PassageEffect] {
    var counts = [Int](repeating: 0, count: 1 << 14)
    for pair in pairs where pair != Self.none { counts[Int(pair)] += 1 }
    var actual = [Int](repeating: 0, count: 128)
    for index in counts.indices where counts[index] > 0 {
      if isSame(index >> 7, index & 0x7F) { counts[index] = 0 }
      actual[index & 0x7F] += counts[index]
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
      tolerances.map {
        .velocitiesScaled(toThousandths: VelocityScale.factors.best(counts, tolerance: $0).parameter)
      })
    // An offset is simplest. Equal notes may contradict an effect, so others with nearly as many notes follow.
    var found = [shift, set, scale]
    for index in 1...2 where found[index].score * 20 > found[0].score * 21 { found.swapAt(0, index) }
    let score = found[0].score
    return found.filter { $0.score > 0 && $0.score * 4 >= score * 3 }.map(\.effect)
  }

  func gains(_ effect: PassageEffect) -> [Int8] {
    let table = (0..<1 << 14).map { index in
      let (expected, actual) = (index >> 7, index & 0x7F)
      return gain(
        isSame: isSame(expected, actual), withEffect: isSame(effect.velocity(expected), actual))
    }
    return pairs.map { $0 == Self.none ? 0 : table[Int($0)] }
  }

  mutating func apply(_ effect: PassageEffect, to members: [Int]) {
    for index in members where pairs[index] != Self.none {
      pairs[index] = UInt16(effect.velocity(Int(pairs[index] >> 7))) << 7 | pairs[index] & 0x7F
    }
  }

  /// Returns the changes, without a common change of all velocities, which is found elsewhere.
  func reported(_ changes: [PassageChange]) -> [PassageChange] {
    guard !changes.isEmpty else { return [] }
    let velocities = given.filter { $0 != Self.none }.map {
      (UInt7(masking: UInt8($0 >> 7)), UInt7(masking: UInt8($0 & 0x7F)))
    }
    guard VelocityChange(velocities, tolerance: tolerance) != .none else { return changes }
    return changes.filter { if case .velocitiesSet = $0.effect { $0.passage == Passage() } else { false } }
  }
}

/// The durations of pairs of notes.
private struct DurationPairs: LevelPairs {
  /// The largest factor in thousandths.
  private static let maxFactor = 10_000
  /// The duration of a note that has none.
  private static let none = Int64.min

  /// The expected duration of each given note, or ``none``, and the time from its onset to the actual end.
  private var expected: [Int64]
  private var actual: [Int64]
  private let options: Comparison.Options

  init(_ notes: PassageNotes) {
    options = notes.options
    var expected = [Int64](repeating: Self.none, count: notes.given.notes.count)
    var actual = expected
    let (partners, items, others) = (notes.matching.partners, notes.expected.notes, notes.actual)
    let indices = notes.indices
    for index in partners.indices where partners[index] >= 0 {
      let partner = Int(partners[index])
      // Notes at other times were paired with less certainty.
      guard items[index].onset.distance(to: others.onset(partner)) <= options.onsetTolerance,
        let offset = items[index].offset, let other = others.offset(partner)
      else { continue }
      expected[indices[index]] = offset.subtracting(items[index].onset).rawValue
      actual[indices[index]] = other.subtracting(items[index].onset).rawValue
    }
    self.expected = expected
    self.actual = actual
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

  func hasDifferences(_ count: Int) -> Bool {
    var left = count
    for index in expected.indices where expected[index] > 0 && !isSame(expected[index], actual[index]) {
      left -= 1
      if left == 0 { return true }
    }
    return false
  }

  func likelyEffects() -> [PassageEffect] {
    // The change of the number of explained notes from one factor to the next.
    var steps = [Int](repeating: 0, count: Self.maxFactor + 2)
    var exact = [Int](repeating: 0, count: Self.maxFactor + 1)
    for index in expected.indices where expected[index] > 0 && !isSame(expected[index], actual[index]) {
      let (duration, wanted) = (Double(expected[index]), Double(actual[index]))
      let tolerance = Double(tolerance(actual[index]))
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

  func gains(_ effect: PassageEffect) -> [Int8] {
    expected.indices.map { index in
      guard expected[index] > 0 else { return 0 }
      return gain(
        isSame: isSame(expected[index], actual[index]),
        withEffect: isSame(effect.duration(expected[index]), actual[index]))
    }
  }

  mutating func apply(_ effect: PassageEffect, to members: [Int]) {
    for index in members where expected[index] > 0 { expected[index] = effect.duration(expected[index]) }
  }

  func reported(_ changes: [PassageChange]) -> [PassageChange] { changes }
}

extension PassageEffect {
  /// Returns an expected velocity with the effect.
  fileprivate func velocity(_ velocity: Int) -> Int {
    switch self {
    case .velocitiesScaled(let thousandths): min(max((velocity * thousandths + 500) / 1000, 1), 127)
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
