internal import MIDICore
internal import Timelines

/// A beam search for the way of a performance through the expected chords.
///
/// The search reads the played notes in order of time and keeps the cheapest hypotheses: at which chord the performance
/// is, and which of the chord's notes have been played. A note belongs to this chord, or to a later one, or is late, or
/// is extra. Missing notes (``MissingCosts``), extra notes, and sudden changes of tempo cost something, and a jump costs
/// as much as a dozen mistakes. The costs aren't critical: half or twice as much gives nearly the same ways.
struct ChordPathSearch {
  /// The cost of an extra note.
  private static let extraCost: Float = 0.75
  /// The cost of an extra note of a trill or tremolo that has its pitch.
  private static let extraCostInAlternation: Float = 0.05
  /// The cost of a note that is played after the next chord has begun, in addition to that of a missing note, if most
  /// notes are played, and if few are: then a missing note costs less.
  private static let lateCosts: (Float, Float) = (0.2, 0.5)
  /// The cost of a jump to a near chord.
  static let jumpCost: Float = 10
  /// The most that the distance adds to the cost of a jump.
  private static let maxDistanceCost: Float = 4
  /// The most that a hypothesis may cost in addition to the cheapest.
  private static let beam: Float = 10
  /// The most that a hypothesis may cost shortly after a jump.
  private static let beamAfterJump: Float = 22
  /// The most that a hypothesis may cost in addition to the cheapest at the same chord.
  private static let beamPerChord: Float = 2

  /// The number of chords that can be reached without a jump, if most notes are played, and if few are.
  private static let reachableCounts = (8, 32)
  /// The number of notes in which a jump has to prove itself.
  private static let trialLength: Int32 = 32
  /// The most hypotheses, and the most that are on trial.
  private static let maxCount = (256, 128)

  /// A state of the performance.
  fileprivate struct Hypothesis {
    var chord: Int32
    /// The index of the last note in ``links``, or -1.
    var link: Int32 = -1
    /// The cost, including the notes of the chord that haven't been played yet.
    var cost: Float = 0
    /// The time when the chord began, in seconds.
    var arrival: Float = 0
    /// The duration of an expected second in seconds, or 0 if it isn't known yet.
    var slowness: Float = 0
    /// Whether there was a pause before the chord, rather than a slower tempo.
    var pauses = false
    /// The pitches of the chord that have been played.
    var played = PitchSet()
    /// The pitches of the previous chord, and of skipped ones, that haven't been played.
    var awaited = PitchSet()
    /// The note at the last jump.
    var jump = -ChordPathSearch.trialLength
  }

  /// The hypotheses at a chord after a note, at most 8.
  private struct Row {
    /// The note for which the row is valid.
    var note: Int32 = -1
    var leastCost = Float.infinity
    /// The indices of the hypotheses in ``next``, then -1.
    var slots = InlineArray<8, Int32>(repeating: -1)
  }

  /// A played note that belongs to a chord.
  struct Step {
    /// The index of the actual note.
    var note: Int
    /// The chord.
    var chord: Int
    /// Whether the performance jumps to this chord, rather than reaching it from the chords before it.
    var isJump: Bool
  }

  private let chords: ChordTable
  private let costs: MissingCosts
  private let reachableCount: Int
  private let lateCost: Float
  private var noteCount: Int32 = 0
  private var hypotheses: [Hypothesis]
  /// The hypotheses after the note that is being added.
  private var next: [Hypothesis] = []
  private var leastCost = Float.infinity
  /// The rows of the start and of each chord.
  private var rows: [Row]
  /// A bit for each of the chords from a chord that contains the pitch of the note in ``targetNotes``.
  private var targetMasks: [UInt32]
  private var targetNotes: [Int32]
  /// The steps of all ways, each with the index of the one before it, or -1.
  private var links: [(step: Step, previous: Int32)] = []
  private var maxLinkCount = 1 << 16

  /// Returns the way with the least cost: the notes with a chord, in order of time.
  ///
  /// The chords ascend up to each jump.
  ///
  /// - Parameter costs: The costs of notes that aren't played.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  static func steps(
    of performance: PitchSequence, through chords: ChordTable, expected: PitchSequence, costs: MissingCosts
  ) -> [Step] {
    guard chords.count > 0, performance.count > 0 else { return [] }
    var search = ChordPathSearch(chords, costs)
    let jumps = jumps(of: performance, chords: chords, expected: expected)
    var latest = [Int64](repeating: .min, count: 128)
    for note in 0..<performance.count {
      let (pitch, time) = (performance.pitches[note], performance.onsets[note])
      if latest[Int(pitch.rawValue)] == time {
        // Voices in unison have one place.
        search.noteCount += 1
      } else {
        search.add(pitch: pitch, time: time, jumps: jumps[note] ?? [])
      }
      latest[Int(pitch.rawValue)] = time
    }
    return search.best
  }

  /// Returns the chords at which the pitches of the following notes occur, by note.
  private static func jumps(
    of performance: PitchSequence, chords: ChordTable, expected: PitchSequence
  ) -> [Int: [Int]] {
    let index = PitchSequenceIndex(expected, order: expected.inOrderOfChords(span: chords.span))
    let order = performance.inOrderOfChords(span: performance.chordSpan)
    var jumps: [Int: [Int]] = [:]
    for (position, code) in PitchSequenceIndex.codes(of: performance, order: order).enumerated() {
      let targets = index.notes(of: code).map { Int(chords.chordOfNote[Int($0)]) }
      guard !targets.isEmpty,
        let first = order[position..<position + PitchSequenceIndex.length].min()
      else { continue }
      jumps[Int(first), default: []] += targets.filter {
        chords.pitches[$0].contains(performance.pitches[Int(first)])
      }
    }
    return jumps
  }

  /// Creates a search that has read no notes.
  private init(_ chords: ChordTable, _ costs: MissingCosts) {
    self.chords = chords
    self.costs = costs
    (reachableCount, lateCost) =
      costs.isHigh
      ? (Self.reachableCounts.0, Self.lateCosts.0) : (Self.reachableCounts.1, Self.lateCosts.1)
    hypotheses = [Hypothesis(chord: -1)]
    rows = [Row](repeating: Row(), count: chords.count + 1)
    targetMasks = [UInt32](repeating: 0, count: chords.count + 1)
    targetNotes = [Int32](repeating: -1, count: chords.count + 1)
  }

  /// Reads the next note.
  ///
  /// - Parameters:
  ///   - pitch: The pitch.
  ///   - time: The time in nanoseconds.
  ///   - jumps: The chords to which the performance may have jumped, all of which contain the pitch.
  /// - Complexity: O(1) on average. The limits bound the number of hypotheses.
  private mutating func add(pitch: NoteNumber, time: Int64, jumps: [Int]) {
    next.removeAll(keepingCapacity: true)
    leastCost = .infinity
    let now = Float(Double(time) / 1e9)
    for hypothesis in hypotheses {
      stay(hypothesis, pitch, now)
      advance(hypothesis, pitch, now)
    }
    if !jumps.isEmpty, let cheapest = hypotheses.min(by: { $0.cost < $1.cost }) {
      for chord in jumps { jump(cheapest, to: chord, pitch, now) }
    }
    noteCount += 1
    prune()
    swap(&hypotheses, &next)
    if links.count > maxLinkCount { removeDeadLinks() }
  }

  /// The cheapest way of all notes that have been read. Missing notes at the end cost at most as much as a jump.
  private var best: [Step] {
    func total(_ hypothesis: Hypothesis) -> Float {
      let missing = costs.ofChords(Int(hypothesis.chord) + 1..<chords.count)
      return hypothesis.cost + min(missing, Self.jumpCost)
    }
    let totals = hypotheses.map(total)
    guard let index = totals.indices.min(by: { totals[$0] < totals[$1] }) else { return [] }
    var steps: [Step] = []
    var position = hypotheses[index].link
    while position >= 0 {
      steps.append(links[Int(position)].step)
      position = links[Int(position)].previous
    }
    return steps.reversed()
  }

  /// Adds the hypothesis that the performance stays at its chord.
  private mutating func stay(_ hypothesis: Hypothesis, _ pitch: NoteNumber, _ now: Float) {
    var stayed = hypothesis
    let chord = Int(hypothesis.chord)
    if chord >= 0, chords.pitches[chord].contains(pitch), !hypothesis.played.contains(pitch) {
      stayed.played.insert(pitch)
      stayed.cost -= costs.ofNote(pitch, chord)
      if hypothesis.slowness > 0, chord + 1 < chords.count {
        // A note of a chord that comes as late as the next chord costs almost as much as a mistake.
        let delay = now - hypothesis.arrival
        let room = 0.25 * expectedSpan(from: chord, to: chord + 1) * hypothesis.slowness
        stayed.cost += delay / (delay + room + 0.1)
      }
      keep(stayed, isStep: true)
      return
    }
    if hypothesis.awaited.contains(pitch) {
      var late = hypothesis
      late.awaited.remove(pitch)
      late.cost += lateCost
      keep(late)
    }
    let isAlternating = chords.alternations.contains(pitch, at: chord)
    stayed.cost += isAlternating ? Self.extraCostInAlternation : Self.extraCost
    keep(stayed)
  }

  /// Adds the hypotheses that the performance has reached a later chord.
  private mutating func advance(_ hypothesis: Hypothesis, _ pitch: NoteNumber, _ now: Float) {
    let first = Int(hypothesis.chord) + 1
    var targets = targets(from: first, pitch)
    while targets != 0 {
      let target = first + targets.trailingZeroBitCount
      targets &= targets - 1
      let missing = costs.ofChords(first..<target)
      if hypothesis.cost + missing > leastCost + allowance(hypothesis) { return }
      advance(hypothesis, to: target, missing, pitch, now)
    }
  }

  /// Returns which of the next chords contain the pitch of the note that is being added, one bit per chord.
  private mutating func targets(from first: Int, _ pitch: NoteNumber) -> UInt32 {
    if targetNotes[first] == noteCount { return targetMasks[first] }
    var mask: UInt32 = 0
    for target in first..<min(first + reachableCount, chords.count)
    where chords.pitches[target].contains(pitch) {
      mask |= 1 << UInt32(target - first)
    }
    targetNotes[first] = noteCount
    targetMasks[first] = mask
    return mask
  }

  /// Adds the hypotheses that the performance has reached a later chord.
  ///
  /// - Parameter missing: The cost of the chords that it has skipped.
  private mutating func advance(
    _ hypothesis: Hypothesis, to target: Int, _ missing: Float, _ pitch: NoteNumber, _ now: Float
  ) {
    let chord = Int(hypothesis.chord)
    let (expected, actual) = (
      chord >= 0 ? expectedSpan(from: chord, to: target) : 0, now - hypothesis.arrival
    )
    let cost =
      hypothesis.cost
      + (missing + costs.ofOthers(pitch, target) + hypothesis.cost(ofSpan: actual, expected: expected))
    guard cost <= leastCost + allowance(hypothesis) else { return }
    var advanced = hypothesis
    advanced.cost = cost
    advanced.chord = Int32(target)
    advanced.arrival = now
    advanced.pauses = false
    advanced.played = PitchSet(pitch)
    advanced.awaited = PitchSet()
    if chord >= 0 {
      advanced.awaited = chords.pitches[chord]
      advanced.awaited.subtract(hypothesis.played)
    }
    for skipped in chord + 1..<target { advanced.awaited.formUnion(chords.pitches[skipped]) }
    advanced.slowness = hypothesis.slowness(after: actual, expected: expected)
    keep(advanced, isStep: true)
    if hypothesis.maybePauses(for: actual, expected: expected) {
      advanced.slowness = hypothesis.slowness
      advanced.pauses = true
      keep(advanced, isStep: true)
    }
  }

  /// Adds the hypothesis that the performance has jumped. Of several equal places, the nearest is the cheapest.
  private mutating func jump(_ hypothesis: Hypothesis, to chord: Int, _ pitch: NoteNumber, _ now: Float) {
    let distance = Float(abs(chord - Int(hypothesis.chord) - 1))
    var jumped = hypothesis
    jumped.chord = Int32(chord)
    jumped.cost +=
      Self.jumpCost + Self.maxDistanceCost * distance / (distance + 64) + costs.ofOthers(pitch, chord)
    jumped.arrival = now
    jumped.played = PitchSet(pitch)
    jumped.awaited = PitchSet()
    jumped.jump = noteCount
    keep(jumped, isStep: true, isJump: true)
  }

  /// Returns the time between two chords, in seconds.
  private func expectedSpan(from first: Int, to last: Int) -> Float {
    Float(Double(chords.onsets[last] - chords.onsets[first]) / 1e9)
  }

  /// Keeps a hypothesis if it is among the cheapest of its chord.
  private mutating func keep(_ hypothesis: Hypothesis, isStep: Bool = false, isJump: Bool = false) {
    guard hypothesis.cost <= leastCost + allowance(hypothesis) else { return }
    guard let index = place(for: hypothesis) else { return }
    leastCost = min(leastCost, hypothesis.cost)
    next[index] = hypothesis
    guard isStep else { return }
    next[index].link = Int32(links.count)
    let step = Step(note: Int(noteCount), chord: Int(hypothesis.chord), isJump: isJump)
    links.append((step, hypothesis.link))
  }

  /// Returns the place of a hypothesis in ``next``: its own, or that of a more expensive one, or `nil`.
  private mutating func place(for hypothesis: Hypothesis) -> Int? {
    var row = rows[Int(hypothesis.chord + 1)]
    if row.note != noteCount { row = Row(note: noteCount) }
    guard hypothesis.cost <= row.leastCost + Self.beamPerChord else { return nil }
    row.leastCost = min(row.leastCost, hypothesis.cost)
    var dearest = 0
    for position in row.slots.indices {
      guard row.slots[position] >= 0 else {
        row.slots[position] = Int32(next.count)
        rows[Int(hypothesis.chord + 1)] = row
        next.append(hypothesis)
        return next.count - 1
      }
      let other = next[Int(row.slots[position])]
      if other.arrival == hypothesis.arrival, other.played == hypothesis.played,
        other.pauses == hypothesis.pauses
      {
        dearest = position
        break
      }
      if other.cost > next[Int(row.slots[dearest])].cost { dearest = position }
    }
    rows[Int(hypothesis.chord + 1)] = row
    let index = Int(row.slots[dearest])
    return next[index].cost <= hypothesis.cost ? nil : index
  }

  /// Returns how much more than the cheapest a hypothesis may cost.
  private func allowance(_ hypothesis: Hypothesis) -> Float {
    isOnTrial(hypothesis) ? Self.beamAfterJump : Self.beam
  }

  private func isOnTrial(_ hypothesis: Hypothesis) -> Bool {
    noteCount - hypothesis.jump < Self.trialLength
  }

  /// Removes hypotheses that cost too much. Jumps have a time of trial, because the notes before one cost the same with
  /// and without it.
  private mutating func prune() {
    let (limit, limitOnTrial) = (leastCost + Self.beam, leastCost + Self.beamAfterJump)
    let lastProven = noteCount - Self.trialLength
    next.removeAll { $0.cost > ($0.jump > lastProven ? limitOnTrial : limit) }
    if next.count > Self.maxCount.0 {
      next.sort { $0.cost < $1.cost }
      let onTrial = next.filter(isOnTrial).prefix(Self.maxCount.1)
      next = Array(next.filter { !isOnTrial($0) }.prefix(Self.maxCount.0)) + onTrial
    }
    // Costs stay small, because large numbers of type Float are coarse.
    for index in next.indices { next[index].cost -= leastCost }
  }

  /// Removes the links that no hypothesis reaches, so that memory is proportional to the notes.
  private mutating func removeDeadLinks() {
    var newIndices = [Int32](repeating: -1, count: links.count)
    for hypothesis in hypotheses {
      var position = hypothesis.link
      while position >= 0, newIndices[Int(position)] < 0 {
        newIndices[Int(position)] = 0
        position = links[Int(position)].previous
      }
    }
    var count = 0
    for index in links.indices where newIndices[index] == 0 {
      var link = links[index]
      if link.previous >= 0 { link.previous = newIndices[Int(link.previous)] }
      links[count] = link
      newIndices[index] = Int32(count)
      count += 1
    }
    links.removeLast(links.count - count)
    for index in hypotheses.indices where hypotheses[index].link >= 0 {
      hypotheses[index].link = newIndices[Int(hypotheses[index].link)]
    }
    maxLinkCount = 2 * count + 1 << 16
  }
}

extension ChordPathSearch.Hypothesis {
  /// Returns the cost of a span at a different tempo, at most 1. Spans are in seconds. At the start, the expected span is 0.
  fileprivate func cost(ofSpan actual: Float, expected: Float) -> Float {
    guard slowness > 0, expected > 0 else { return 0 }
    let span = expected * slowness
    return abs(actual - span) / (actual + span + 0.05)
  }

  /// Returns the tempo after a span.
  fileprivate func slowness(after actual: Float, expected: Float) -> Float {
    guard expected > 0 else { return slowness }
    let measured = max(actual / expected, 0.001)
    guard slowness > 0 else { return measured }
    return 0.4 * slowness + 0.6 * min(max(measured, slowness / 4), slowness * 4)
  }

  /// Returns whether a span may be a pause, after which the tempo is that before it.
  fileprivate func maybePauses(for actual: Float, expected: Float) -> Bool {
    slowness > 0 && expected > 0 && actual > max(2.5 * expected * slowness, 0.4)
  }
}
