internal import MIDICore

/// The comparison of the notes of two takes.
struct NoteComparison {
  /// The pairs in order of the expected notes.
  private(set) var pairs: [Comparison.NotePair] = []
  /// The differences, except the effects of pedals: expected notes first, then extra notes, each in order.
  private(set) var differences: [NoteDifference] = []
  /// The pairs of notes that were played in the opposite order.
  private(set) var swaps: [NoteSwap] = []
  /// The largest distance between two onsets that count as equal.
  private(set) var maxDeviation = Nanoseconds.zero
  /// The common change of all velocities.
  let velocityChange: VelocityChange
  /// The note-off of each actual note.
  private(set) var ends = NoteOffAssignment()
  /// The pairs of notes in time whose starts overlap different numbers of earlier notes of the key.
  private var retriggers: [Comparison.NotePair] = []

  /// The number of changes of all notes.
  var changeCount: Int { differences.reduce(0) { $0 + $1.changes.count } }

  let expected: [Note]
  let actual: AlignedNotes
  let keys: ComparisonKeys
  let options: Comparison.Options

  /// Compares notes.
  ///
  /// - Parameters:
  ///   - actual: The actual notes on the expectation's time axis.
  ///   - matching: The pairs of notes.
  init(
    expected: [Note], actual: AlignedNotes, matching: NoteMatching, keys: ComparisonKeys,
    options: Comparison.Options
  ) {
    self.expected = expected
    self.actual = actual
    self.keys = keys
    self.options = options
    pairs.reserveLargeCapacity(expected.count - matching.missing.count)
    for (index, partner) in matching.partners.enumerated() where partner >= 0 {
      pairs.append(Comparison.NotePair(expected: index, actual: Int(partner)))
    }
    velocityChange = VelocityChange(
      pairs.lazy.map { (expected[$0.expected].velocity, actual.given[$0.actual].velocity) },
      tolerance: options.velocityTolerance)
    comparePairs()
    if !matching.displaced.isEmpty { findSwaps(matching) }
    differences += matching.missing.lazy.map {
      NoteDifference(expected: $0, actual: nil, changes: Self.missing)
    }
    differences.sort { ($0.expected ?? .max) < ($1.expected ?? .max) }
    addExtras(matching)
  }

  // All missing notes share one list.
  private static let missing: [NoteChange] = [.missing]
  private static let extra: [NoteChange] = [.extra]
  private static let retriggered: [NoteChange] = [.retriggered]

  private mutating func comparePairs() {
    var differs = [Bool](repeating: false, count: pairs.count)
    var suspects = KeySet()
    for (number, pair) in pairs.enumerated() {
      let deviation = expected[pair.expected].onset.distance(to: actual.onset(pair.actual))
      if deviation <= options.onsetTolerance { maxDeviation = max(maxDeviation, deviation) }
      // Most notes match, which is visible without copies of them.
      if areSame(pair.expected, pair.actual) { continue }
      differs[number] = true
      if !hasSameEnd(expected[pair.expected], actual[pair.actual]) {
        suspects.insert(keys.actual.key(of: actual.given[pair.actual]))
      }
    }
    if suspects.count > 0 {
      var owners = [Int32](repeating: -1, count: actual.count)
      for pair in pairs { owners[pair.actual] = Int32(pair.expected) }
      ends = NoteOffAssignment(
        suspects: suspects, actual: actual, expected: expected, partners: owners, keys: keys,
        tolerance: options.offsetTolerance)
    }
    for (number, pair) in pairs.enumerated() where differs[number] || ends.isGiven(pair.actual) {
      let changes = changes(expected[pair.expected], ends.ended(pair.actual, actual))
      if expected[pair.expected].overlapCount != actual.given[pair.actual].overlapCount,
        !changes.contains(where: { $0.isOfTime })
      {
        retriggers.append(pair)
      }
      guard !changes.isEmpty else { continue }
      differences.append(NoteDifference(expected: pair.expected, actual: pair.actual, changes: changes))
    }
  }

  /// Finds late notes that are at the place of an early note, which in turn is at their place.
  private mutating func findSwaps(_ matching: NoteMatching) {
    // A note's onset and its partner's.
    typealias Movement = (onset: Nanoseconds, index: Int, place: Nanoseconds)
    let tolerance = options.onsetTolerance
    var (late, early): ([Movement], [Movement]) = ([], [])
    for index in matching.displaced {
      let movement = (expected[index].onset, index, actual.onset(Int(matching.partners[index])))
      if movement.2 > movement.0.adding(tolerance) { late.append(movement) }
      if movement.2 < movement.0.subtracting(tolerance) { early.append(movement) }
    }
    early.sort { ($0.onset, $0.index) < ($1.onset, $1.index) }
    var partners = [Int32](repeating: -1, count: expected.count)
    var begin = 0
    for (onset, first, place) in late {
      begin = early.firstIndex(near: begin) { $0.onset >= place.subtracting(tolerance) }
      // A crowd of swapped notes at one moment has no audible order.
      for (other, second, otherPlace) in early[begin...].prefix(64) where partners[second] < 0 {
        guard other <= place.adding(tolerance) else { break }
        let isSwapped =
          otherPlace.distance(to: onset) <= tolerance
          && keys.expected.key(of: expected[first]) != keys.expected.key(of: expected[second])
          && keys.expected.source(expected[first].source) == keys.expected.source(expected[second].source)
        guard isSwapped else { continue }
        partners[first] = Int32(second)
        partners[second] = Int32(first)
        break
      }
    }
    let swapped = late.map(\.index).filter { partners[$0] >= 0 }.sorted()
    guard !swapped.isEmpty else { return }
    func isSwapped(_ difference: NoteDifference) -> Bool {
      difference.expected.map { partners[$0] >= 0 } ?? false
    }
    var found: [Int: NoteDifference] = [:]
    for difference in differences where isSwapped(difference) {
      if let index = difference.expected { found[index] = difference }
    }
    differences.removeAll(where: isSwapped)
    for first in swapped {
      guard let one = found[first], let two = found[Int(partners[first])] else { continue }
      swaps.append(NoteSwap(first: one, second: two))
    }
  }

  /// Adds the actual notes without a partner, which are retriggered where an expected note of their key sounds.
  private mutating func addExtras(_ matching: NoteMatching) {
    guard !matching.extra.isEmpty else { return }
    let onsets = matching.extra.map { actual.onset($0) }
    var extraKeys = KeySet()
    for index in matching.extra { extraKeys.insert(keys.actual.key(of: actual.given[index])) }
    var sounding = LatestEnds(of: extraKeys)
    var isInside = [Bool](repeating: false, count: onsets.count)
    var next = 0
    for extra in onsets.indices.ordered(byTime: { onsets[$0] }) {
      while next < expected.count, expected[next].onset <= onsets[extra] {
        if matching.partners[next] >= 0 {
          let shortest = expected[next].onset.adding(Nanoseconds(rawValue: 1))
          let end = max(expected[next].offset ?? .longest, shortest)
          sounding.add(keys.expected.key(of: expected[next]), end: end)
        }
        next += 1
      }
      let key = keys.actual.key(of: actual.given[matching.extra[extra]])
      isInside[extra] = sounding.end(of: key) > onsets[extra]
    }
    differences += zip(matching.extra, isInside).lazy.map { index, isInside in
      NoteDifference(expected: nil, actual: index, changes: isInside ? Self.retriggered : Self.extra)
    }
  }
}

extension NoteComparison {
  /// Compares how long pedals held the notes that ended as expected.
  ///
  /// - Returns: The expected notes whose different length has another explanation.
  mutating func compareSilences(
    _ values: inout ValueComparison, _ changes: () -> ChangedNotes, _ events: EventComparison
  ) -> Set<Int> {
    let tolerance = PedalHoldComparison.tolerance(options)
    let unchanged = values
    // Few takes need this.
    lazy var silences = PedalHoldComparison(
      changedNotes: changes().sounding,
      changedEvents: events.differences.filter(\.endsNotes).flatMap { [$0.expected?.time, $0.actual?.time] }
        .compactMap { $0 }, values: unchanged, options: options)
    var explained: Set<Int> = []
    var found: [Int: NoteChange] = [:]
    for pair in pairs {
      // Most notes aren't held or match, which is visible without copies of them.
      let isHeld = expected[pair.expected].isHeld || actual.given[pair.actual].isHeld
      let isSame = expected[pair.expected].silence.isSame(as: actual.silence(pair.actual), tolerance)
      guard ends.isGiven(pair.actual) || isHeld && !isSame else { continue }
      let (note, other) = (expected[pair.expected], ends.ended(pair.actual, actual))
      guard hasSameEnd(note, other), let change = PedalHoldComparison.change(note, other, options),
        let offset = note.offset, let otherOffset = other.offset
      else { continue }
      switch silences.finding(note, other, offsets: (offset, otherOffset), key: keys.expected.key(of: note)) {
      case .explained: explained.insert(pair.expected)
      case .pedal(let index):
        explained.insert(pair.expected)
        values.found[index].difference.affectedNotes += 1
      case .unexplained: found[pair.expected] = change
      }
    }
    if !found.isEmpty { add(found) }
    return explained
  }

  /// Finds the notes in time that restart their key before an earlier note ends, where only one take has this overlap, or
  /// one more than the other take.
  ///
  /// The times of the note-off and the note-on may be equal: their order decides whether an instrument cuts the note off.
  /// An overlap because of a reported difference of the key isn't reported.
  mutating func compareRetriggers() {
    guard !retriggers.isEmpty else { return }
    var retriggeredKeys = KeySet()
    for pair in retriggers { retriggeredKeys.insert(keys.expected.key(of: expected[pair.expected])) }
    let isChanged = notesChangedInTime
    var changed = LatestEnds(of: retriggeredKeys)
    var (next, nextActual) = (0, 0)
    var found: [Int: NoteChange] = [:]
    func moment(_ pair: Comparison.NotePair) -> Nanoseconds {
      max(expected[pair.expected].onset, actual.onset(pair.actual))
    }
    for pair in retriggers.ordered(byTime: moment) {
      let (note, other, moment) = (expected[pair.expected], actual.given[pair.actual], moment(pair))
      while next < expected.count, expected[next].onset <= moment {
        if isChanged.expected[next] {
          changed.add(keys.expected.key(of: expected[next]), end: expected[next].sounding.upperBound)
        }
        next += 1
      }
      while nextActual < actual.count, actual.onset(nextActual) <= moment {
        if isChanged.actual[nextActual] {
          changed.add(
            keys.actual.key(of: actual.given[nextActual]), end: ends.soundingEnd(nextActual, actual))
        }
        nextActual += 1
      }
      let key = keys.expected.key(of: note)
      let start = min(note.onset, actual.onset(pair.actual)).subtracting(options.onsetTolerance)
      guard key == keys.actual.key(of: other), changed.end(of: key) < start else { continue }
      found[pair.expected] = note.overlapCount > other.overlapCount ? .notRetriggered : .retriggered
    }
    if !found.isEmpty { add(found) }
  }

  /// Whether each note has a reported difference of its time or identity.
  private var notesChangedInTime: (expected: [Bool], actual: [Bool]) {
    var isChanged = [Bool](repeating: false, count: expected.count)
    var isActualChanged = [Bool](repeating: false, count: actual.count)
    func add(_ difference: NoteDifference) {
      guard difference.changes.contains(where: { $0.isOfTime }) else { return }
      if let index = difference.expected { isChanged[index] = true }
      if let index = difference.actual { isActualChanged[index] = true }
    }
    for difference in differences { add(difference) }
    for swap in swaps {
      add(swap.first)
      add(swap.second)
    }
    return (isChanged, isActualChanged)
  }

  private mutating func add(_ found: [Int: NoteChange]) {
    var left = found
    for number in differences.indices {
      guard let index = differences[number].expected, let change = left.removeValue(forKey: index) else {
        continue
      }
      let isFirst = [.retriggered, .notRetriggered].contains(change)
      var changes = differences[number].changes
      // Otherwise before the velocities and attributes.
      changes.insert(change, at: isFirst ? 0 : changes.firstIndex { $0.follows } ?? changes.endIndex)
      differences[number] = NoteDifference(
        expected: index, actual: differences[number].actual, changes: changes)
    }
    let swapped = Set(swaps.flatMap { [$0.first.expected, $0.second.expected] })
    for (index, change) in left.ordered(by: \.key) where !swapped.contains(index) {
      let pair = pairs[pairs.partitioningIndex { $0.expected >= index }]
      differences.append(NoteDifference(expected: index, actual: pair.actual, changes: [change]))
    }
  }
}

extension NoteChange {
  /// Whether the change follows the effects of pedals in the order of changes.
  fileprivate var follows: Bool {
    switch self {
    case .wrongVelocity, .wrongReleaseVelocity, .wrongAttribute, .rangTooLong, .rangTooShort, .stolen,
      .notStolen:
      true
    default: false
    }
  }
}

extension EventDifference {
  /// Whether the event may end notes: mode messages and a system reset.
  fileprivate var endsNotes: Bool {
    [expected, actual].contains {
      switch $0?.change {
      case .controller, .system(.systemReset): true
      default: false
      }
    }
  }
}
