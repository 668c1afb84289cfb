internal import MIDICore

extension Performance {
  /// Returns the performance with changes of its passages.
  ///
  /// The passages are those of the performance without changes. Pedals hold moved notes as they would in the result.
  ///
  /// - Parameters:
  ///   - changes: The changes, in any order.
  ///   - beats: The beats of the performance, without which swung and quantized notes keep their times.
  /// - Returns: The performance, and the index in this performance of each of its notes.
  /// - Complexity: O(*n* × *c* + *n* log *n*), where *n* is the number of notes, steps, and events, and *c* the number of
  ///   changes.
  func applying(_ changes: [PassageChange], beats: BeatGrid?) -> (performance: Performance, indices: [Int]) {
    let (performance, indices, _) = applyingTimes(changes, beats: beats) { _ in nil }
    return (settled(performance, indices, changes), indices)
  }

  /// Returns the performance with changes of its passages, whose notes fall silent and overlap as they did before.
  ///
  /// - Parameter partner: Returns the actual partner of a note by its index, on the same time axis, or `nil` if it has
  ///   none. Humanized notes take its times.
  /// - Returns: The performance, the index in this performance of each of its notes, and the range of the notes of this
  ///   performance beyond which nothing but indices and the ends of notes changed.
  func applyingTimes(
    _ changes: [PassageChange], beats: BeatGrid?, partner: (Int) -> Note?
  ) -> (performance: Performance, indices: [Int], replaced: Range<Int>) {
    guard !changes.isEmpty else { return (self, Array(notes.indices), 0..<0) }
    let axis = ChangedAxis(changes)
    let range = axis.range(in: notes)
    var changed: [Note] = []
    var indices: [Int] = []
    changed.reserveCapacity(notes.count)
    indices.reserveCapacity(notes.count)
    changed += notes[..<range.lowerBound]
    indices += 0..<range.lowerBound
    for index in range {
      guard let other = axis.changed(notes[index], beats, partner: { partner(index) }) else { continue }
      changed.append(other)
      indices.append(index)
    }
    let places = range.lowerBound..<changed.count
    changed += notes[range.upperBound...]
    indices += range.upperBound..<notes.count
    let reordered = changed.reorder(places, &indices)
    let replaced = reordered.lowerBound..<reordered.upperBound + notes.count - changed.count
    if changes.contains(where: { $0.effect.changesSounds }) { changed.reorderEnds() }
    let events = events.compactMap(axis.changed)
    return (
      Performance(
        sources: sources, notes: changed, curves: curves.compactMap { axis.changed($0) },
        events: axis.isMonotonic ? events : events.ordered(byTime: \.time),
        unended: unended(changed, indices, axis), end: axis.time(of: end)), indices, replaced
    )
  }

  /// Returns the performance with changes, whose notes sound and overlap as they would be played.
  ///
  /// - Parameters:
  ///   - changed: The performance with the times of the changes.
  ///   - indices: The index in this performance of each changed note.
  func settled(_ changed: Performance, _ indices: [Int], _ changes: [PassageChange]) -> Performance {
    guard changes.contains(where: { $0.effect.changesSounds }) else { return changed }
    let axis = ChangedAxis(changes)
    var before = SoundingNotes(notes, curves, isShared: false)
    var isShared = false
    if sources.count > 1 {
      // Sources share keys and pedals if they have one port, which a performance doesn't know. Those of a file have one.
      let shared = SoundingNotes(notes, curves, isShared: true)
      isShared = shared.agreeingCount >= before.agreeingCount
      if isShared { before = shared }
    }
    let after = SoundingNotes(changed.notes, changed.curves, isShared: isShared)
    var settled = changed.notes
    for (place, index) in indices.enumerated() {
      if notes[index].silence == before.silence(of: index) {
        settled[place].silence = after.silence(of: place)
      } else if let silence = notes[index].silence {
        // A different pedal or message ended the note, and moves with the time axis.
        settled[place].silence = max(axis.time(of: silence), settled[place].offset ?? settled[place].onset)
      }
      if let ring = notes[index].ring {
        let start = settled[place].silence ?? settled[place].offset ?? settled[place].onset
        settled[place].soundEnd?.time = start.adding(ring)
      }
      let overlaps = Int(after.overlapCounts[place]) - Int(before.overlapCounts[index])
      if overlaps != 0 {
        settled[place].overlapCount = UInt8(clamping: Int(notes[index].overlapCount) + overlaps)
      }
    }
    return Performance(
      sources: changed.sources, notes: settled, curves: changed.curves, events: changed.events,
      unended: changed.unended, end: changed.end)
  }

  /// Returns the changed unended entries. Hanging notes have the pitches of the changed notes.
  private func unended(_ changed: [Note], _ indices: [Int], _ axis: ChangedAxis) -> [Timeline.Entry] {
    guard !unended.isEmpty else { return [] }
    var hanging: [Int: NoteNumber] = [:]
    for (place, index) in indices.enumerated() where notes[index].offset == nil {
      hanging[ComparisonKeys.packed(notes[index].source, notes[index].channel, notes[index].number)] =
        changed[place].number
    }
    return unended.compactMap { entry in
      guard let entry = axis.changed(entry) else { return nil }
      guard let channel = entry.channel, case .note(let number, .hanging) = entry.change else { return entry }
      return hanging[ComparisonKeys.packed(entry.source, channel, number)].map { number in
        Timeline.Entry(
          time: entry.time, source: entry.source, channel: channel, change: .note(number, .hanging),
          attributes: entry.attributes)
      }
    }
  }
}

/// The time axis of a performance with changed passages, and its changed notes.
struct ChangedAxis {
  private let changes: [PassageChange]
  private let movements: [PassageChange]

  /// Creates the axis of changes.
  init(_ changes: [PassageChange]) {
    self.changes = changes
    movements = changes.filter(\.effect.movesTime)
  }

  /// Returns a range with all notes that change.
  fileprivate func range(in notes: [Note]) -> Range<Int> {
    let start = changes.map(\.passage.start).min() ?? .zero
    let end = movements.isEmpty ? changes.map { $0.passage.end ?? .longest }.max() ?? .zero : .longest
    let first = notes.partitioningIndex { $0.onset >= start }
    let next = max(first, end == .longest ? notes.count : notes.partitioningIndex { $0.onset >= end })
    // Earlier notes may end where time moves.
    let isMoved = !movements.isEmpty
    let lowest = isMoved ? notes[..<first].firstIndex { $0.offset.map { $0 >= start } ?? false } : nil
    return (lowest ?? first)..<next
  }

  /// Returns the changed position of a time.
  func time(of time: Nanoseconds) -> Nanoseconds {
    movements.reduce(time) { $0.adding($1.delay(at: time)) }
  }

  /// Returns the changed position of the end of a note. A note that ends where a delay begins isn't delayed.
  private func time(ofEnd time: Nanoseconds) -> Nanoseconds {
    movements.reduce(time) { $0.adding(time == $1.passage.start ? .zero : $1.delay(at: time)) }
  }

  /// Whether no time moves before an earlier one.
  var isMonotonic: Bool {
    !movements.contains { if case .delayed(let delay) = $0.effect { delay < .zero } else { false } }
  }

  /// Returns the time that has a changed position: the earliest if several have it, and the next one if none has it.
  ///
  /// - Complexity: O(*c*²), where *c* is the number of changes.
  func givenTime(of time: Nanoseconds) -> Nanoseconds {
    let bounds = movements.flatMap { [$0.passage.start] + ($0.passage.end.map { [$0] } ?? []) }.sorted()
    // No time before the first bound moves, and positions ascend from each bound to the next.
    guard let first = bounds.first, time >= first else { return time }
    for (bound, next) in zip(bounds, bounds.dropFirst() + [.longest]) {
      var (low, high) = (bound.rawValue, next.rawValue)
      while low < high {
        let middle = low + (high - low) / 2
        if self.time(of: Nanoseconds(rawValue: middle)) < time { low = middle + 1 } else { high = middle }
      }
      if low < next.rawValue { return Nanoseconds(rawValue: low) }
    }
    return .longest
  }

  /// Returns whether a time was cut out.
  private func isCut(_ time: Nanoseconds) -> Bool { cut(at: time) != nil }

  /// Returns the cut that leaves out a time, or `nil` if none does.
  private func cut(at time: Nanoseconds) -> PassageChange? {
    movements.first { $0.effect.isCut && $0.passage.contains(time) }
  }

  /// Returns a changed note, or `nil` if it wasn't played.
  func changed(_ note: Note, _ beats: BeatGrid?, partner: () -> Note?) -> Note? {
    if isCut(note.onset) { return nil }
    var changed = note
    var isMovedByPartner = false
    var velocity = Int(note.velocity.rawValue)
    for change in changes where !change.effect.movesTime && change.passage.contains(note) {
      switch change.effect {
      case .missing: return nil
      case .transposed(let semitones):
        changed.number = changed.number.transposed(by: semitones)
      case .velocitiesScaled(let thousandths, let roundsDown):
        velocity = velocity.scaled(toThousandths: thousandths, roundsDown: roundsDown)
      case .velocitiesShifted(let offset): velocity += offset
      case .velocitiesSet(let value): velocity = Int(value.rawValue)
      case .durationsScaled(let thousandths):
        guard let duration = changed.duration else { continue }
        let scaled = Int128(duration.rawValue) * Int128(thousandths)
        changed.offset = changed.onset.adding(Nanoseconds(limiting: scaled.dividedRounding(1000)))
      case .late(let delay): changed.move(by: delay)
      case .quantized, .swung:
        guard let beats else { continue }
        let end = change.effect.includesEnds ? beats.delay(ofEndOf: note, under: change.effect) : nil
        changed.move(by: beats.delay(of: note.onset, under: change.effect), end: end)
      case .humanized: isMovedByPartner = true
      case .delayed, .cut, .stretched, .drifted: break
      }
    }
    if velocity != Int(note.velocity.rawValue) {
      changed.velocity = UInt7(clamping: min(max(velocity, 1), 127))
    }
    if !movements.isEmpty {
      // Moved notes keep the delay of their given times.
      let shift = changed.onset.subtracting(note.onset)
      changed.onset = time(of: note.onset).adding(shift)
      changed.offset = changed.offset.map { time(ofEnd: $0.subtracting(shift)).adding(shift) }
    }
    if isMovedByPartner, let other = partner(), let limit = humanLimit(note) {
      let shift = other.onset.subtracting(changed.onset)
      if shift.magnitude <= limit {
        changed.move(by: shift)
        if let end = changed.offset, let otherEnd = other.offset, end.distance(to: otherEnd) <= limit {
          changed.offset = otherEnd
        }
      }
    }
    if let offset = changed.offset { changed.offset = max(offset, changed.onset) }
    return changed
  }

  /// Returns the most that a humanized note may move.
  private func humanLimit(_ note: Note) -> Nanoseconds? {
    changes.reduce(nil) { limit, change in
      guard let other = change.effect.elasticLimit, change.passage.contains(note) else { return limit }
      return max(limit ?? other, other)
    }
  }

  /// Returns a changed curve, or `nil` if all of its steps were cut out.
  func changed(_ curve: ValueCurve) -> ValueCurve? {
    guard !movements.isEmpty else { return curve }
    var steps: [ValueCurve.Step] = []
    // The value before the last cut, until a step follows the cut.
    var before: ValueCurve.Step??
    for step in curve.steps {
      let cut = cut(at: step.time)
      if cut != nil, before == nil { before = .some(steps.last) }
      if cut != nil, cut?.effect != .cut(keepsValues: true) { continue }
      let time = time(of: step.time)
      // Only the last value of a cut remains, and the same value may remain before and after it.
      if let before, let last = steps.last, last != before, last.time == time { steps.removeLast() }
      if before == nil || step.value != steps.last?.value {
        steps.append(ValueCurve.Step(time: time, value: step.value))
      }
      if cut == nil { before = nil }
    }
    var curve = curve
    curve.steps = isMonotonic ? steps : steps.ordered(byTime: \.time)
    return steps.isEmpty ? nil : curve
  }

  /// Returns a changed event, or `nil` if it was cut out.
  func changed(_ event: Timeline.Entry) -> Timeline.Entry? {
    guard !movements.isEmpty else { return event }
    if isCut(event.time) { return nil }
    var event = event
    event.time = time(of: event.time)
    return event
  }
}

extension PassageChange {
  /// Returns how much later a time is because of a change that moves time.
  fileprivate func delay(at time: Nanoseconds) -> Nanoseconds {
    guard time > passage.start else { return startDelay(time) }
    let since = passage.end.map { min($0, time) } ?? time
    let span = Int128(since.rawValue) - Int128(passage.start.rawValue)
    switch effect {
    case .delayed(let delay): return delay
    case .cut: return Nanoseconds(limiting: -span)
    case .stretched(let billionths):
      return Nanoseconds(limiting: (span * Int128(billionths)).dividedRounding(1_000_000_000))
    case .drifted(let first, let last, let total):
      // The cubic curve with these slopes at its ends.
      let length = Double(max(passage.length.rawValue, 1))
      let place = min(Double(since.subtracting(passage.start).rawValue) / length, 1)
      let slopes = (Double(first) * (1 - place) - Double(last) * place) * place * (1 - place)
      let delay = slopes * length / 1e9 + Double(total.rawValue) * place * place * (3 - 2 * place)
      return Nanoseconds(rawValue: delay.nearestInteger)
    default: return .zero
    }
  }

  /// Returns the delay at the start of the passage, where only a delay has begun.
  private func startDelay(_ time: Nanoseconds) -> Nanoseconds {
    if case .delayed(let delay) = effect, time == passage.start { delay } else { .zero }
  }
}

extension Passage {
  /// The length of a passage with an end, and otherwise zero.
  var length: Nanoseconds { end.map { $0.subtracting(start) } ?? .zero }
}

extension PassageEffect {
  /// Whether notes may fall silent at different times or overlap different notes.
  fileprivate var changesSounds: Bool {
    switch self {
    case .transposed, .missing, .durationsScaled: true
    default: movesNotes || movesTime
    }
  }
}

extension Note {
  /// Moves the note, and its end by the same delay or a different one.
  fileprivate mutating func move(by delay: Nanoseconds, end: Nanoseconds? = nil) {
    onset = onset.adding(delay)
    offset = offset.map { $0.adding(end ?? delay) }
  }
}

extension [Note] {
  /// Sorts the notes by onset if only the notes at some places may be out of order.
  ///
  /// - Parameter indices: A number for each note, which moves with the note.
  /// - Returns: The range beyond which all notes keep their places.
  fileprivate mutating func reorder(_ places: Range<Int>, _ indices: inout [Int]) -> Range<Int> {
    let near = Swift.max(places.lowerBound - 1, 0)..<Swift.min(places.upperBound + 1, count)
    guard zip(near, near.dropFirst()).contains(where: { self[$0].onset > self[$1].onset }) else {
      return places
    }
    guard let first = places.min(by: { self[$0].onset < self[$1].onset }),
      let last = places.max(by: { self[$0].onset < self[$1].onset })
    else { return places }
    let start = self[..<places.lowerBound].partitioningIndex { [first = self[first].onset] in $0.onset > first
    }
    let end = self[places.upperBound...].partitioningIndex { [last = self[last].onset] in $0.onset >= last }
    let order = (start..<end).ordered(byTime: { self[$0].onset })
    move(from: order, to: start)
    indices.move(from: order, to: start)
    return start..<end
  }
}

extension Array {
  /// Moves the elements of a range to other places in it, without a copy of the range.
  ///
  /// - Parameters:
  ///   - sources: The present place of the element that moves to each place.
  ///   - start: The start of the range.
  fileprivate mutating func move(from sources: [Int], to start: Int) {
    var isDone = [Bool](repeating: false, count: sources.count)
    for first in sources.indices where !isDone[first] {
      // Each exchange moves one element of a cycle to its place.
      var place = first
      isDone[place] = true
      while sources[place] - start != first {
        let next = sources[place] - start
        swapAt(place + start, next + start)
        isDone[next] = true
        place = next
      }
    }
  }
}
