internal import MIDICore

/// Finds other tempos, however much they differ: slower or faster passages, and tempos that rise or fall.
///
/// Notes in the same order give the delay at each expected time (``OrderedPairs``). These delays are divided into few
/// curves, each of which fits many notes (``TempoCurve``). The curves meet at bar lines if the notes allow it.
///
/// If other changes are in the same take, the delay jumps where a passage is late or cut out, and no curve fits passages
/// with other notes or rhythms. The search then finds only the tempos between such places. ``TimeChangeSearch`` explains the
/// jumps when the tempos are known.
struct TempoSearch {
  /// A shift of the take, and its tempos.
  struct Reading: Equatable {
    var shift: Nanoseconds
    var changes: [PassageChange]
    /// The parts of a take with other changes, between which the delay jumps, with their delays under the tempos.
    var parts: [Part]
  }

  /// A part of the take whose notes have one delay under the tempos.
  struct Part: Equatable {
    /// The times from the first to the last note.
    var times: ClosedRange<Nanoseconds>
    var delay: Nanoseconds
  }

  private typealias Point = (time: Double, delay: Double)

  /// A part of the take whose delays are on one curve.
  private struct Piece {
    var curve: TempoCurve
    var points: Range<Int>
    var isSteady: Bool
  }

  /// The minimum number of times of a constant and of a changing tempo.
  private static let (minCount, minCurveCount) = (4, 8)
  /// The same numbers for tempos among other changes, where a few times are on a curve by chance.
  private static let (minMixedCount, minMixedCurveCount) = (8, 12)
  /// The maximum number of pieces, and that of examined starts of pieces.
  private static let (maxPieces, maxStarts) = (16, 96)
  /// The same numbers for tempos among other changes.
  private static let (maxMixedPieces, maxMixedStarts) = (32, 1024)

  /// The number of examined points of a long piece, and that of its last points.
  private static let sampleCount = 128
  /// The least slope of a delay. At -1, time would stand still.
  private static let minSlope = -0.9

  private let notes: PassageNotes
  /// Whether other changes may be between the tempos.
  private let isMixed: Bool
  private let tolerance: Double
  private let points: [Point]
  /// The shifts of the take and the tempos that may explain the delays.
  private(set) var readings: [Reading] = []

  /// Searches the notes of two takes. The alignment of the notes doesn't matter.
  ///
  /// - Parameter isMixed: Whether other changes may be between the tempos. The readings then explain tempos only.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PassageNotes, isMixed: Bool = false) {
    (self.notes, self.isMixed) = (notes, isMixed)
    tolerance = Double(min(notes.options.onsetTolerance.rawValue, 60_000_000_000))
    let pairs = OrderedPairs(
      expected: notes.givenItems.expected, actual: notes.givenItems.actual, passesPassages: isMixed)
    var points: [Point] = []
    for pair in pairs.onsets where points.last?.time != Double(pair.expected) {
      points.append((Double(pair.expected), Double(pair.actual - pair.expected)))
    }
    self.points = points
    let minPart = isMixed ? 4 : 2
    guard pairs.onsets.count * minPart >= notes.given.notes.count, tolerance > 0 else { return }
    for limit in [tolerance / 4, tolerance] {
      if let reading = pieces(within: limit).flatMap({ reading($0, within: limit) }),
        !readings.contains(reading)
      {
        readings.append(reading)
      }
    }
  }

  // MARK: Pieces

  /// Returns the fewest pieces that most delays have, or `nil` if there are too many.
  private func pieces(within limit: Double) -> [Piece]? {
    var starts: [Int: (cost: Int, pieces: [Piece])] = [0: (0, [])]
    var best: (cost: Int, pieces: [Piece])?
    let maxPieces = isMixed ? Self.maxMixedPieces : Self.maxPieces
    let costs = isMixed ? (steady: 8, curve: 12) : (steady: 4, curve: 7)
    for _ in 0..<(isMixed ? Self.maxMixedStarts : Self.maxStarts) {
      guard let start = starts.keys.min(), let state = starts.removeValue(forKey: start) else { break }
      func offer(_ place: Int, _ cost: Int, _ pieces: [Piece]) {
        let rest = points.count - place
        if rest < Self.minCount, cost + rest < best?.cost ?? .max { best = (cost + rest, pieces) }
        if rest >= Self.minCount, cost < starts[place]?.cost ?? .max { starts[place] = (cost, pieces) }
      }
      let found = [true, false].compactMap { piece(from: start, isSteady: $0, within: limit) }
      if state.pieces.count < maxPieces {
        for piece in found {
          let cost = piece.isSteady ? costs.steady : costs.curve
          offer(piece.points.upperBound, state.cost + cost, state.pieces + [piece])
        }
      }
      if found.isEmpty, (state.cost + 1) * (isMixed ? 2 : 8) <= points.count + 200 {
        // Long passages that no curve fits are passed in few steps.
        let skip = isMixed ? 1 + (start - (state.pieces.last?.points.upperBound ?? 0)) / 16 : 1
        offer(min(start + skip, points.count), state.cost + skip, state.pieces)
      }
    }
    return best.map {
      divided(merged($0.pieces, within: limit), within: limit) + ending(after: $0.pieces, within: limit)
    }
  }

  /// Returns the last notes, which are too few for a tempo, if they have one delay.
  private func ending(after pieces: [Piece], within limit: Double) -> [Piece] {
    let rest = points.indices.suffix(from: pieces.last?.points.upperBound ?? points.count)
    // A single time may have a single late note.
    guard let first = rest.first, rest.count > 1, let curve = TempoCurve(points[rest], degree: 0),
      rest.allSatisfy({ abs(points[$0].delay - points[first].delay) <= limit })
    else { return [] }
    return [Piece(curve: curve, points: rest, isSteady: true)]
  }

  /// Returns the pieces, of which neighbors on one curve are one piece.
  private func merged(_ pieces: [Piece], within limit: Double) -> [Piece] {
    pieces.reduce(into: []) { merged, piece in
      let range = (merged.last ?? piece).points.lowerBound..<piece.points.upperBound
      let isSteady = piece.isSteady && merged.last?.isSteady ?? true
      guard !merged.isEmpty, let curve = curve(over: range, isSteady: isSteady, within: limit) else {
        merged.append(piece)
        return
      }
      merged[merged.count - 1] = Piece(curve: curve, points: range, isSteady: isSteady)
    }
  }

  /// Returns the pieces, divided where the slopes of a line and a curve meet if that is far from the end of the first one.
  ///
  /// If a tempo changes slowly, the line also fits the beginning of the change, or the curve also fits the notes after it.
  /// The second round uses the better curves of the first one.
  private func divided(_ pieces: [Piece], within limit: Double) -> [Piece] {
    var pieces = pieces
    for _ in 0..<2 {
      let places = zip(pieces, pieces.dropFirst()).map { place($0, $1, within: limit) }
      guard places.contains(where: { $0 != nil }) else { break }
      let divided = zip(pieces, zip([nil] + places, places + [nil])).compactMap { piece, ends -> Piece? in
        let (first, end) = (ends.0 ?? piece.points.lowerBound, ends.1 ?? piece.points.upperBound)
        guard first < end, let curve = curve(over: first..<end, isSteady: piece.isSteady, within: limit)
        else { return nil }
        return Piece(curve: curve, points: first..<end, isSteady: piece.isSteady)
      }
      guard divided.count == pieces.count else { break }
      pieces = divided
    }
    return pieces
  }

  /// Returns the first point after the place at which the slopes of two neighbors meet, or `nil` if that is near the end
  /// of the first one, or if the curves don't meet there.
  private func place(_ piece: Piece, _ next: Piece, within limit: Double) -> Int? {
    guard piece.points.upperBound == next.points.lowerBound, let time = tangent(piece, next),
      abs(points[next.points.lowerBound].time - time) > Self.reach,
      abs(next.curve.delay(at: time) - piece.curve.delay(at: time)) <= 8 * limit
    else { return nil }
    return points.partitioningIndex { $0.time >= time }
  }

  /// Returns the time near the end of a piece at which the slopes of a line and a curve meet, or `nil` if there is none.
  private func tangent(_ piece: Piece, _ next: Piece) -> Double? {
    guard piece.isSteady != next.isSteady else { return nil }
    let curve = points[(piece.isSteady ? next : piece).points]
    guard let first = curve.first?.time, let last = curve.last?.time else { return nil }
    let (middle, reach) = (piece.isSteady ? first : last, (last - first) / 8)
    // The line must also be that long.
    let start = max(middle - reach, points[piece.points.lowerBound].time)
    let end = min(middle + reach, points[next.points.upperBound - 1].time)
    func lead(_ time: Double) -> Double { next.curve.slope(at: time) - piece.curve.slope(at: time) }
    return lead(start) * lead(end) < 0 ? Self.crossing(start, end, lead) : nil
  }

  /// Returns the longest piece from a point on, or `nil` if it is too short.
  private func piece(from start: Int, isSteady: Bool, within limit: Double) -> Piece? {
    let least =
      isMixed
      ? isSteady ? Self.minMixedCount : Self.minMixedCurveCount
      : isSteady ? Self.minCount : Self.minCurveCount
    func curve(_ count: Int) -> TempoCurve? {
      start + count <= points.count
        ? self.curve(over: start..<(start + count), isSteady: isSteady, within: limit) : nil
    }
    guard var best = curve(least) else { return nil }
    var (count, limitCount) = (least, points.count - start + 1)
    while count * 2 < limitCount {
      guard let longer = curve(count * 2) else {
        limitCount = count * 2
        break
      }
      (best, count) = (longer, count * 2)
    }
    while count + 1 < limitCount {
      let middle = (count + limitCount) / 2
      if let longer = curve(middle) { (best, count) = (longer, middle) } else { limitCount = middle }
    }
    return Piece(curve: best, points: start..<(start + count), isSteady: isSteady)
  }

  /// Returns the curve that nearly all points have, and the first and last ones, or `nil` if there is none.
  ///
  /// Of many points, only some and the last ones are examined.
  private func curve(over range: Range<Int>, isSteady: Bool, within limit: Double) -> TempoCurve? {
    let count = Self.sampleCount
    let samples =
      range.count <= 2 * count
      ? Array(points[range])
      : stride(from: range.lowerBound, to: range.upperBound - count, by: range.count / count)
        .map { points[$0] } + points[range.upperBound - count..<range.upperBound]
    func isOn(_ curve: TempoCurve, _ point: Point, _ limit: Double) -> Bool {
      abs(point.delay - curve.delay(at: point.time)) <= limit
    }
    let degree = isSteady ? 1 : 3
    guard let first = TempoCurve(samples, degree: degree) else { return nil }
    let near = samples.filter { isOn(first, $0, 4 * limit) }
    guard (samples.count - near.count) * 8 <= samples.count,
      let curve = near.count == samples.count ? first : TempoCurve(near, degree: degree),
      samples.count(where: { !isOn(curve, $0, limit) }) * 12 <= samples.count,
      (samples.prefix(2) + samples.suffix(2)).allSatisfy({ isOn(curve, $0, limit) }),
      curve.leastSlope > Self.minSlope
    else { return nil }
    return curve
  }

  // MARK: Changes

  /// Returns the changes that move the notes as the pieces do, or `nil` if time is left out between them
  /// or no tempo differs.
  private func reading(_ pieces: [Piece], within limit: Double) -> Reading? {
    guard let first = pieces.first, let last = points.last?.time else { return nil }
    let shift = first.curve.delay(at: 0).nearestInteger
    let start = Double(abs(shift) * 8 > Int64(tolerance) ? shift : 0)
    guard start == 0 || notes.options.alignsStart else { return nil }
    var builder = TempoBuilder(notes: notes, delay: start)
    func add(_ piece: Piece, to end: Double, delay: Double, next: Piece? = nil) {
      guard !piece.isSteady else {
        builder.addTempo(to: end, delay: delay, isLast: next == nil && end == last)
        return
      }
      let lower = points.partitioningIndex { $0.time >= builder.place }
      let upper = points.partitioningIndex { $0.time > end }
      let curve = curve(over: lower..<max(lower, upper), isSteady: false, within: limit)
      builder.addCurve(curve ?? piece.curve, to: end, delay: delay, nextSlope: next?.curve.slope(at: end))
    }
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      if let place = meeting(piece, next, within: limit) {
        // A constant tempo is known better.
        let delay = (next.isSteady && !piece.isSteady ? next : piece).curve.delay(at: place)
        add(piece, to: place, delay: delay, next: next)
        continue
      }
      let (end, begin) = (points[piece.points.upperBound - 1].time, points[next.points.lowerBound].time)
      let (delay, nextDelay) = (piece.curve.delay(at: end), next.curve.delay(at: begin))
      let slope = (nextDelay - delay) / max(begin - end, 1)
      if isMixed {
        // The tempo ends at the next bar line and begins at the last one, unless other notes are before it.
        let lines = notes.options.beats?.barLines(in: Self.range(end + 1, begin), atMost: 64) ?? []
        func near(_ line: Nanoseconds?, _ time: Double) -> Double? {
          line.map { Double($0.rawValue) }.flatMap { abs($0 - time) <= Self.reach ? $0 : nil }
        }
        let (stop, start) = (near(lines.first, end) ?? end, near(lines.last, begin) ?? begin)
        add(piece, to: stop, delay: piece.curve.delay(at: stop))
        builder.endPart(at: end)
        builder.jump(to: start, delay: next.curve.delay(at: start))
        continue
      }
      add(piece, to: end, delay: delay)
      let between = points[piece.points.upperBound..<next.points.lowerBound]
      let isTempo =
        slope > Self.minSlope && !between.isEmpty
        && between.allSatisfy {
          abs($0.delay - delay - slope * ($0.time - end)) <= tolerance
        }
      if isTempo {
        builder.addTempo(to: begin, delay: nextDelay)
      } else if slope > 0 {
        let line = notes.options.beats?.barLines(in: Self.range(end + 1, begin), atMost: 64).last
        builder.addPause(at: line.map { Double($0.rawValue) } ?? begin, delay: nextDelay)
      } else {
        return nil
      }
    }
    if let piece = pieces.last {
      let end = self.end(of: piece) ?? (piece.isSteady ? last : max(last, Double(notes.given.end.rawValue)))
      add(piece, to: end, delay: piece.curve.delay(at: end))
    }
    builder.endPart(at: last)
    guard builder.hasTempo || isMixed && builder.parts.count > 1 else { return nil }
    return Reading(
      shift: Nanoseconds(rawValue: Int64(start)), changes: builder.changes,
      parts: isMixed ? builder.parts : [])
  }

  /// Returns the time of the end of the last tempo if no note starts after it, or `nil` if the last notes end as
  /// they would in the tempo.
  private func end(of piece: Piece) -> Double? {
    guard let last = points.last?.time else { return nil }
    func isNear(_ delay: Double, _ other: Double) -> Bool { abs(delay - other) <= tolerance / 2 }
    let delays = endDelays(after: last, piece.curve)
    guard let delay = delays.first?.delay, delays.count >= Self.minEndCount,
      delays.allSatisfy({ isNear($0.delay, delay) }),
      delays.contains(where: { !isNear($0.delay, piece.curve.delay(at: $0.time)) })
    else { return nil }
    let firstEnd = delays.map(\.time).min() ?? last
    let lines = notes.options.beats?.barLines(in: Self.range(last, firstEnd), atMost: 64) ?? []
    if let line = lines.map({ Double($0.rawValue) }).first(where: { isNear(piece.curve.delay(at: $0), delay) }
    ) {
      return line
    }
    func lead(_ time: Double) -> Double { piece.curve.delay(at: time) - delay }
    return lead(last) * lead(firstEnd) <= 0 ? Self.crossing(last, firstEnd, lead) : nil
  }

  /// Returns the ends of the notes that sound after a time, and the delays of their ends.
  private func endDelays(after time: Double, _ curve: TempoCurve) -> [Point] {
    let actual = notes.actual.given
    return notes.given.notes.compactMap { note in
      guard let end = note.offset.map({ Double($0.rawValue) }), end > time else { return nil }
      let key = notes.keys.expected.key(of: note)
      let onset = Double(note.onset.rawValue) + curve.delay(at: Double(note.onset.rawValue))
      let (earliest, latest) = (onset - tolerance, onset + tolerance)
      let partner = actual[actual.partitioningIndex { Double($0.onset.rawValue) >= earliest }...]
        .prefix { Double($0.onset.rawValue) <= latest }
        .first { notes.keys.actual.key(of: $0) == key }
      return partner?.offset.map { (end, Double($0.rawValue) - end) }
    }
  }

  /// Returns the time at which one piece follows another without a jump, or `nil` if they don't meet: a bar line, a
  /// quarter note, the time at which they cross, or that of a note.
  private func meeting(_ piece: Piece, _ next: Piece, within limit: Double) -> Double? {
    let (end, begin) = (points[piece.points.upperBound - 1].time, points[next.points.lowerBound].time)
    func lead(_ time: Double) -> Double { next.curve.delay(at: time) - piece.curve.delay(at: time) }
    func distance(_ time: Double) -> Double { abs(lead(time)) }
    let lower = max(end - Self.reach, points[piece.points.lowerBound].time)
    let upper = min(begin + Self.reach, points[next.points.upperBound - 1].time)
    let middle = (end + begin) / 2
    let range = Self.range(lower, upper)
    let beats = notes.options.beats
    for places in [
      beats?.barLines(in: range, atMost: 64) ?? [], beats?.quarters(in: range, atMost: 64) ?? [],
    ] {
      let near = places.map { Double($0.rawValue) }.filter { distance($0) <= 2 * limit }
      if let place = near.min(by: { abs($0 - middle) < abs($1 - middle) }) { return place }
    }
    if lead(end) * lead(begin) <= 0 { return Self.crossing(end, begin, lead) }
    let places = points[max(piece.points.upperBound - 4, piece.points.lowerBound)...]
      .prefix(while: { $0.time <= upper }).prefix(8).map(\.time)
    guard let place = places.min(by: { distance($0) < distance($1) }), distance(place) <= 2 * limit else {
      return nil
    }
    return place
  }

  /// Returns the time at which a difference of delays or slopes changes its sign.
  private static func crossing(_ start: Double, _ end: Double, _ lead: (Double) -> Double) -> Double {
    var (low, high) = (start, end)
    for _ in 0..<bisectionCount {
      let middle = (low + high) / 2
      if lead(low) * lead(middle) <= 0 { high = middle } else { low = middle }
    }
    return high
  }

  /// The minimum number of notes whose ends give the end of the last tempo.
  private static let minEndCount = 2
  /// The number of halvings that find a time to the nanosecond, of a few seconds.
  private static let bisectionCount = 32

  /// The time around the notes between two pieces in which they may meet, in nanoseconds.
  private static let reach = 2_000_000_000.0

  private static func range(_ lower: Double, _ upper: Double) -> ClosedRange<Nanoseconds> {
    let lower = lower.nearestInteger
    return Nanoseconds(rawValue: lower)...Nanoseconds(rawValue: max(lower, upper.nearestInteger))
  }
}

/// The changes of tempo from the start of a take on.
private struct TempoBuilder {
  private let notes: PassageNotes
  private let tolerance: Double
  private(set) var changes: [PassageChange] = []
  /// Whether a change isn't a pause.
  var hasTempo: Bool {
    changes.contains { if case .delayed = $0.effect { false } else { true } }
  }
  /// The time up to which the tempo is known, in nanoseconds.
  private(set) var place = 0.0
  /// The delay at the place under the changes, and its change per time before the place.
  private var (delay, slope): (Double, Double)
  /// The parts of the take between jumps, with the shift of the take in their delays.
  private(set) var parts: [TempoSearch.Part] = []
  /// The start of the present part, and the sum of the jumps before it.
  private var (partStart, partDelay): (Double, Double)

  init(notes: PassageNotes, delay: Double) {
    (self.notes, self.delay, slope) = (notes, delay, 0)
    (partStart, partDelay) = (0, delay)
    tolerance = Double(notes.options.onsetTolerance.rawValue)
  }

  /// Adds a constant tempo up to a time with a delay.
  ///
  /// - Parameter isLast: Whether the tempo stays.
  mutating func addTempo(to end: Double, delay target: Double, isLast: Bool = false) {
    guard end > place else { return }
    slope = 0
    if abs(target - delay) > tolerance / 2 {
      let billionths = notes.rounded((target - delay) / (end - place), span: (end - place).nearestInteger)
      slope = Double(billionths) / 1e9
      add(.stretched(byBillionths: billionths), to: isLast ? nil : end)
      delay += slope * (end - place)
    }
    place = end
  }

  /// Adds a tempo that changes up to a time with a delay.
  ///
  /// - Parameter nextSlope: The slope after that time, or `nil` if it is unknown.
  mutating func addCurve(_ curve: TempoCurve, to end: Double, delay target: Double, nextSlope: Double?) {
    guard end > place else { return }
    if abs(curve.slope(at: end) - curve.slope(at: place)) * (end - place) <= 4 * tolerance {
      return addTempo(to: end, delay: target)
    }
    let total = (target - delay).nearestInteger
    // The slopes at the ends move the notes between them by at most a seventh of the length.
    let span = (end - place) / 7
    func billionths(_ slope: Double, _ others: [Double?]) -> Int64 {
      let other = others.compactMap(\.self).first { abs($0 - slope) * span <= tolerance / 2 }
      return notes.rounded(other ?? slope, span: span.nearestInteger)
    }
    let last = billionths(curve.slope(at: end), [nextSlope, 0])
    let first = billionths(curve.slope(at: place), [slope, 0])
    add(.drifted(fromBillionths: first, toBillionths: last, by: Nanoseconds(rawValue: total)), to: end)
    delay += Double(total)
    (place, slope) = (end, Double(last) / 1e9)
  }

  /// Ends the part of the take before a jump at its last note.
  mutating func endPart(at end: Double) {
    let start = Nanoseconds(rawValue: partStart.nearestInteger)
    let part = TempoSearch.Part(
      times: start...max(start, Nanoseconds(rawValue: end.nearestInteger)),
      delay: Nanoseconds(rawValue: partDelay.nearestInteger))
    // Passages with other notes don't move time.
    if let last = parts.last, Double(last.delay.distance(to: part.delay).rawValue) <= tolerance {
      parts[parts.count - 1].times = last.times.lowerBound...part.times.upperBound
    } else {
      parts.append(part)
    }
  }

  /// Leaves out the time up to another one with a delay, without a change.
  mutating func jump(to time: Double, delay target: Double) {
    partDelay += target - delay
    (place, delay, slope, partStart) = (time, target, 0, time)
  }

  /// Adds a pause that ends at a time with a delay.
  mutating func addPause(at time: Double, delay target: Double) {
    place = time
    let span = (target - delay).nearestInteger
    add(.delayed(by: Nanoseconds(rawValue: span)), to: nil)
    (delay, slope) = (delay + Double(span), 0)
  }

  private mutating func add(_ effect: PassageEffect, to end: Double?) {
    var start = place.nearestInteger
    // The tempo before continues.
    if case .stretched = effect, let last = changes.last, last.effect == effect,
      last.passage.end == Nanoseconds(rawValue: start)
    {
      start = last.passage.start.rawValue
      changes.removeLast()
    }
    changes.append(notes.change(effect, from: start, to: end?.nearestInteger))
  }
}
