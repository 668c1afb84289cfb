import MIDICore
import TestSupport
import Timelines

/// A change of a passage of a piece, and its report.
struct PassageMutation {
  /// The kind of the change.
  enum Kind: String, CaseIterable {
    case transposed, hand, lowNotes, drift, swing, softer, late, silent, inserted, cut, slower, lengths
    case velocities, quantized, humanized
  }

  /// The piece without the change.
  let piece: PassagePiece
  /// The expected piece, and the actual one with the change.
  private(set) var expected: PassagePiece
  private(set) var actual: PassagePiece
  /// The bars that change.
  private(set) var bars: Range<Int>
  /// Returns whether an effect is the change.
  private(set) var isEffect: (PassageEffect) -> Bool = { _ in false }
  /// Whether each note changes, at its index in ``expected``.
  private(set) var isChanged: [Bool] = []
  /// The number of other changes.
  private(set) var otherCount = 0
  let kind: Kind

  /// Changes a generated piece.
  init(_ kind: Kind, seed: UInt64) {
    var generator = SeededGenerator(seed: seed &* 31 &+ 7)
    self.kind = kind
    piece = PassagePiece(seed: seed)
    expected = piece
    let count = Int.random(in: 1...max(1, piece.barCount / 2), using: &generator)
    let first = Int.random(in: 1...(piece.barCount - count - 1), using: &generator)
    bars = first..<(first + count)
    actual = piece
    let otherCount = Int.random(in: 0...3, using: &generator)
    change(&generator)
    for _ in 0..<otherCount { changeOther(&generator) }
  }

  /// The start and the end of the bars. Human notes belong to the nearest bar.
  private var start: Nanoseconds { piece.bar * bars.lowerBound - margin }
  private var end: Nanoseconds { piece.bar * bars.upperBound - margin }
  private var margin: Nanoseconds { piece.isHuman ? .milliseconds(10) : .zero }

  private mutating func edit(
    where isMember: (PassagePiece.Item) -> Bool = { _ in true }, _ body: (inout PassagePiece.Item) -> Void
  ) {
    isChanged = piece.items.map(isMember)
    for index in actual.items.indices where isChanged[index] { body(&actual.items[index]) }
  }

  /// Moves all times.
  private mutating func move(_ time: (Nanoseconds) -> Nanoseconds?) {
    actual.items = piece.items.compactMap { item in
      guard let onset = time(item.onset) else { return nil }
      var item = item
      if let end = time(item.onset + item.length) { item.length = end - onset }
      item.onset = onset
      return item
    }
    actual.pedals = piece.pedals.compactMap { pedal in time(pedal.time).map { ($0, pedal.isDown) } }
  }

  private mutating func change(_ generator: inout SeededGenerator) {
    isChanged = piece.items.map { _ in true }
    let (start, end) = (start, end)
    func isInside(_ item: PassagePiece.Item) -> Bool { item.onset >= start && item.onset < end }
    let inside = piece.items.map(isInside)
    func isNear(_ value: Int, _ wanted: Int, _ part: Int) -> Bool { abs(value - wanted) * part <= abs(wanted) }
    switch kind {
    case .transposed:
      let semitones = [-12, -2, -1, 1, 2, 3, 5, 7, 12].randomElement(using: &generator) ?? 2
      edit(where: isInside) { $0.number += semitones }
      isEffect = { $0 == .transposed(bySemitones: semitones) }
    case .hand:
      let semitones = Bool.random(using: &generator) ? -12 : 12
      let isLeft = Bool.random(using: &generator)
      edit(where: { isInside($0) && $0.isLeft == isLeft }) { $0.number += semitones }
      isEffect = { $0 == .transposed(bySemitones: semitones) }
    case .lowNotes:
      edit(where: { $0.number < 60 }) { $0.number -= 12 }
      isEffect = { $0 == .transposed(bySemitones: -12) }
    case .drift:
      let factor = Bool.random(using: &generator) ? 0.1 : -0.1
      let length = Double(piece.end.rawValue)
      move { time in
        let seconds = Double(time.rawValue)
        return time + Nanoseconds(rawValue: Int64(factor * seconds * seconds / 2 / length))
      }
      isEffect = { if case .drifted(let billionths) = $0 { isNear(Int(billionths), Int(factor * 1e9), 10) } else { false } }
    case .swing:
      let ratio = [1500, 2000, 3000].randomElement(using: &generator) ?? 2000
      let pair = piece.quarter.rawValue
      edit {
        let (count, rest) = $0.onset.rawValue.quotientAndRemainder(dividingBy: pair)
        let half = pair / 2
        let first = pair * Int64(ratio) / Int64(ratio + 1000)
        let moved = rest <= half ? rest * first / half : first + (rest - half) * (pair - first) / half
        $0.onset = Nanoseconds(rawValue: count * pair + moved)
      }
      isEffect = { if case .swung(let found, 2) = $0 { isNear(found, ratio, 20) } else { false } }
    case .softer:
      let offset = [-25, -15, 15, 25].randomElement(using: &generator) ?? -15
      edit(where: isInside) { $0.velocity = min(max($0.velocity + offset, 1), 127) }
      isEffect = {
        switch $0 {
        case .velocitiesShifted(let found): abs(found - offset) <= 1
        case .velocitiesScaled, .velocitiesSet: true
        default: false
        }
      }
    case .late:
      let part = [16, 32, 64].randomElement(using: &generator) ?? 64
      let delay = piece.quarter * 4 / part * (Bool.random(using: &generator) ? 1 : -1)
      edit(where: isInside) { $0.onset += delay }
      isEffect = { effect in
        guard case .late(let found) = effect else { return false }
        return (found - delay).magnitude <= .milliseconds(1)
      }
    case .silent:
      let isLeft = [true, false, nil].randomElement(using: &generator) ?? nil
      edit(where: { isInside($0) && (isLeft == nil || isLeft == $0.isLeft) }) { $0.velocity = 0 }
      actual.items.removeAll { $0.velocity == 0 }
      isEffect = { $0 == .silent }
    case .inserted:
      let delay = piece.bar
      move { $0 >= start ? $0 + delay : $0 }
      isChanged = piece.items.map { $0.onset >= start }
      isEffect = { effect in
        guard case .delayed(let found) = effect else { return false }
        return (found - delay).magnitude <= .milliseconds(5)
      }
    case .cut:
      let length = end - start
      move { $0 < start ? $0 : $0 < end ? nil : $0 - length }
      isChanged = inside
      isEffect = { $0 == .cut }
    case .slower:
      let percent: Int64 = Bool.random(using: &generator) ? 10 : -10
      move { $0 < start ? $0 : $0 + (min($0, end) - start) * percent / 100 }
      isChanged = inside
      isEffect = { if case .stretched(let found) = $0 { isNear(Int(found), Int(percent) * 10_000_000, 10) } else { false } }
    case .lengths:
      let thousandths = [300, 500, 700, 1200].randomElement(using: &generator) ?? 500
      edit { $0.length = $0.length * thousandths / 1000 }
      isEffect = { if case .durationsScaled(let found) = $0 { isNear(found, thousandths, 40) } else { false } }
    case .velocities:
      edit { $0.velocity = 100 }
      isEffect = { if case .velocitiesSet(let value) = $0 { value == 100 } else { false } }
    case .quantized:
      let sixteenth = piece.quarter.rawValue / 4
      for index in expected.items.indices {
        let noise = Nanoseconds.microseconds(Int64.random(in: -25_000...25_000, using: &generator))
        expected.items[index].onset = max(.zero, expected.items[index].onset + noise)
      }
      expected.items.sort { $0.onset < $1.onset }
      actual = expected
      isChanged = expected.items.map { _ in true }
      for index in actual.items.indices {
        let onset = actual.items[index].onset.rawValue
        actual.items[index].onset = Nanoseconds(rawValue: (onset + sixteenth / 2) / sixteenth * sixteenth)
      }
      isEffect = { if case .quantized(let parts) = $0 { parts == 4 || parts == 2 } else { false } }
    case .humanized:
      edit { item in
        let noise = Nanoseconds.microseconds(Int64.random(in: -20_000...20_000, using: &generator))
        item.onset = max(.zero, item.onset + noise)
      }
      isEffect = { effect in
        guard case .humanized(let found) = effect else { return false }
        return found <= .milliseconds(30)
      }
    }
  }

  /// Changes one note of the actual piece.
  private mutating func changeOther(_ generator: inout SeededGenerator) {
    guard actual.items.count > 4, let index = actual.items.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: actual.items.remove(at: index)
    case 1: actual.items[index].number += 1
    case 2: actual.items[index].velocity = actual.items[index].velocity > 64 ? 30 : 110
    default: actual.items[index].onset += .milliseconds(40)
    }
    otherCount += 1
  }

  static let options = Comparison.Options(
    onsetTolerance: .milliseconds(5), offsetTolerance: .milliseconds(8), velocityTolerance: 3)

  /// The result of a comparison.
  struct Judgment {
    /// Whether the change is named once, with its effect and range, and little else differs.
    var isNamed: Bool
    /// Whether applying the changes hides a difference.
    var isHiding: Bool
    /// The number of differences without and with passages.
    var counts: (without: Int, with: Int)
    var comparison: Comparison
  }

  /// Compares the piece with the changed one.
  func judge() -> Judgment {
    var options = Self.options
    options.beats = piece.beats
    let (given, changed) = (expected.performance, actual.performance)
    let comparison = Comparison(expected: given, actual: changed, options: options)
    options.findsPassages = false
    let plain = Comparison(expected: given, actual: changed, options: options)
    let rest = comparison.differences.count(where: { if case .note = $0 { true } else { false } })
    let check = comparison.withoutPassages(options)
    return Judgment(
      isNamed: isNamed(comparison, given) && rest <= 3 * otherCount + 1,
      isHiding: check.map { $0 != comparison.differences.filter { $0.isSingle } } ?? false,
      counts: (plain.differences.count, comparison.differences.count), comparison: comparison)
  }

  private func isNamed(_ comparison: Comparison, _ given: Performance) -> Bool {
    let others = comparison.takeChanges.filter { if case .take(.shifted) = $0 { false } else { true } }
    if kind == .softer || kind == .velocities, comparison.passages.isEmpty, others.count == 1 { return true }
    guard comparison.passages.count == 1, let found = comparison.passages.first, isEffect(found.effect) else {
      return isEqualDelay(comparison)
    }
    // The whole take and everything after a place have no end.
    let notes = given.notes.map { found.passage.contains($0) }
    switch kind {
    case .drift: return true
    case .cut, .slower:
      guard let foundEnd = found.passage.end ?? given.end as Nanoseconds? else { return false }
      return (foundEnd - found.passage.start - (end - start)).magnitude <= piece.quarter
        && isInRange(notes, given)
    default: return isInRange(notes, given)
    }
  }

  /// Whether a late start is reported as an earlier rest of the take.
  private func isEqualDelay(_ comparison: Comparison) -> Bool { false }

  /// Returns whether the notes with the effect are the changed ones. A few notes at the edges that have the effect or
  /// not, by chance, make no difference.
  private func isInRange(_ found: [Bool], _ given: Performance) -> Bool {
    var wanted: [Bool] = []
    // Notes of the performance are in the order of the items, except equal onsets.
    let order = expected.items.indices.sorted {
      let (one, two) = (expected.items[$0], expected.items[$1])
      return (one.onset, one.number, one.isLeft ? 1 : 0) < (two.onset, two.number, two.isLeft ? 1 : 0)
    }
    let notes = given.notes.indices.sorted {
      let (one, two) = (given.notes[$0], given.notes[$1])
      return (one.onset, one.number.rawValue, one.channel.rawValue) < (two.onset, two.number.rawValue, two.channel.rawValue)
    }
    guard order.count == notes.count else { return true }
    wanted = order.map { isChanged[$0] }
    let wrong = zip(wanted, notes).count { $0 != found[$1] }
    return wrong * 50 <= wanted.count(where: { $0 }) || wrong <= 1
  }
}

extension Difference {
  /// Whether the difference concerns neither the take nor a passage.
  var isSingle: Bool {
    switch self {
    case .take, .passage: false
    default: true
    }
  }
}

extension Comparison {
  /// Returns the differences that remain if the passages are applied to the expected take, or `nil` without passages.
  func withoutPassages(_ options: Options) -> [Difference]? {
    guard !passages.isEmpty else { return nil }
    let moved = Performance(
      sources: actual.sources, notes: actual.notes, curves: actual.curves, events: actual.events,
      unended: actual.unended, end: actual.end)
    let check = Comparison(expected: expected, actual: moved, options: options)
    return check.differences.filter { $0.isSingle }
  }
}
