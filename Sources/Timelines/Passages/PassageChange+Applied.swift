internal import MIDICore

extension Performance {
  /// Returns the performance with changes of its passages.
  ///
  /// The passages are those of the performance without changes. Pedals hold moved notes as they would in the result.
  ///
  /// - Parameters:
  ///   - changes: The changes, in any order.
  ///   - beats: The beats of the performance, without which swung and quantized notes keep their times.
  ///   - partner: Returns the actual partner of a note by its index, on the same time axis, or `nil` if it has none.
  ///     Humanized notes take its times.
  /// - Returns: The performance, and the index in this performance of each of its notes.
  /// - Complexity: O(*n* × *c* + *n* log *n*), where *n* is the number of notes, steps, and events, and *c* the number of
  ///   changes.
  func applying(
    _ changes: [PassageChange], beats: BeatGrid?, partner: (Int) -> Note? = { _ in nil }
  ) -> (performance: Performance, indices: [Int]) {
    guard !changes.isEmpty else { return (self, Array(notes.indices)) }
    let axis = ChangedAxis(changes)
    var changed: [Note] = []
    var indices: [Int] = []
    changed.reserveCapacity(notes.count)
    indices.reserveCapacity(notes.count)
    let curves = curves.compactMap { axis.changed($0) }
    let pedals = changes.contains { $0.effect.changesTimes } ? SustainPedals(curves) : nil
    var isInOrder = true
    for (index, note) in notes.enumerated() {
      guard var other = axis.changed(note, beats, partner: { partner(index) }) else { continue }
      if let pedals, other.offset != note.offset { other.silence = pedals.silence(of: other) }
      isInOrder = isInOrder && changed.last.map { $0.onset <= other.onset } ?? true
      changed.append(other)
      indices.append(index)
    }
    if !isInOrder {
      let order = changed.indices.ordered(byTime: { changed[$0].onset })
      changed = order.map { changed[$0] }
      indices = order.map { indices[$0] }
    }
    return (
      Performance(
        sources: sources, notes: changed, curves: curves, events: events.compactMap(axis.changed),
        unended: unended.compactMap(axis.changed), end: axis.time(of: end)), indices
    )
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

  /// Returns the changed position of a time.
  func time(of time: Nanoseconds) -> Nanoseconds {
    movements.reduce(time) { $0.adding($1.delay(at: time)) }
  }

  /// Returns the time that has a changed position: the earliest if several have it.
  ///
  /// - Complexity: O(*c*), where *c* is the number of changes.
  func givenTime(of time: Nanoseconds) -> Nanoseconds {
    guard !movements.isEmpty else { return time }
    var (low, high) = (time.subtracting(reach), time.adding(reach))
    while low < high {
      let middle = Nanoseconds(
        rawValue: Int64(clamping: (Int128(low.rawValue) + Int128(high.rawValue)) >> 1))
      if self.time(of: middle) < time {
        low = middle.adding(Nanoseconds(rawValue: 1))
      } else {
        high = middle
      }
    }
    return low
  }

  /// The longest distance that a time can move.
  private var reach: Nanoseconds {
    movements.reduce(.zero) { reach, change in
      switch change.effect {
      case .delayed(let delay): reach.adding(delay.magnitude)
      case .cut: reach.adding(change.passage.length)
      default: .longest / 2
      }
    }
  }

  /// Returns whether a time was cut out.
  private func isCut(_ time: Nanoseconds) -> Bool {
    movements.contains { $0.effect == .cut && $0.passage.contains(time) }
  }

  /// Returns a changed note, or `nil` if it wasn't played.
  func changed(_ note: Note, _ beats: BeatGrid?, partner: () -> Note?) -> Note? {
    if isCut(note.onset) { return nil }
    var changed = note
    var isMovedByPartner = false
    var velocity = Int(note.velocity.rawValue)
    for change in changes where !change.effect.movesTime && change.passage.contains(note) {
      switch change.effect {
      case .silent: return nil
      case .transposed(let semitones):
        changed.number = NoteNumber(clamping: Int(changed.number.rawValue) + semitones)
      case .velocitiesScaled(let thousandths): velocity = (velocity * thousandths + 500) / 1000
      case .velocitiesShifted(let offset): velocity += offset
      case .velocitiesSet(let value): velocity = Int(value.rawValue)
      case .durationsScaled(let thousandths):
        guard let duration = changed.duration else { continue }
        let scaled = Int128(duration.rawValue) * Int128(thousandths)
        changed.offset = changed.onset.adding(Nanoseconds(limiting: scaled.dividedRounding(1000)))
      case .late(let delay): changed.move(by: delay)
      case .quantized(let parts):
        guard let beats else { continue }
        changed.move(
          by: beats.quantized(note.onset, partsPerQuarter: parts).subtracting(note.onset))
      case .swung(let ratio, let parts):
        guard let beats else { continue }
        changed.move(
          by: beats.swung(note.onset, ratioThousandths: ratio, partsPerQuarter: parts)
            .subtracting(note.onset))
      case .humanized: isMovedByPartner = true
      case .delayed, .cut, .stretched, .drifted: break
      }
    }
    changed.velocity = UInt7(clamping: min(max(velocity, 1), 127))
    if !movements.isEmpty {
      let (onset, offset) = (changed.onset, changed.offset)
      changed.onset = onset.adding(time(of: note.onset).subtracting(note.onset))
      // Notes that moved keep their lengths under delays.
      changed.offset = offset.map { time(of: $0) }
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
    if changed.offset != note.offset {
      if let offset = changed.offset { changed.offset = max(offset, changed.onset) }
      if note.silence == note.offset { changed.silence = changed.offset }
      if let end = note.soundEnd, let before = note.silence, let after = changed.silence {
        changed.soundEnd?.time = end.time.adding(after.subtracting(before))
      }
    }
    return changed
  }

  /// Returns the most that a humanized note may move.
  private func humanLimit(_ note: Note) -> Nanoseconds? {
    changes.compactMap { change in
      if case .humanized(let limit) = change.effect, change.passage.contains(note) { limit } else { nil }
    }.max()
  }

  /// Returns a changed curve, or `nil` if all of its steps were cut out.
  func changed(_ curve: ValueCurve) -> ValueCurve? {
    guard !movements.isEmpty else { return curve }
    var curve = curve
    curve.steps = curve.steps.compactMap { step in
      isCut(step.time) ? nil : ValueCurve.Step(time: time(of: step.time), value: step.value)
    }
    var last: Int?
    curve.steps.removeAll { step in
      defer { last = step.value }
      return step.value == last
    }
    return curve.steps.isEmpty ? nil : curve
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
    case .drifted(let billionths):
      let length = Int128(passage.length.rawValue)
      let square = (span * span).dividedRounding(max(2 * length, 1))
      let after = Int128(time.rawValue) - Int128(since.rawValue)
      return Nanoseconds(
        limiting: ((square + after) * Int128(billionths)).dividedRounding(1_000_000_000))
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
  /// Whether notes start or end at different times.
  fileprivate var changesTimes: Bool {
    if case .durationsScaled = self { true } else { movesNotes || movesTime }
  }
}

extension Note {
  /// Moves the note with its end.
  fileprivate mutating func move(by delay: Nanoseconds) {
    onset = onset.adding(delay)
    offset = offset.map { $0.adding(delay) }
  }
}
