internal import MIDICore

extension Comparison.Options {
  /// How much earlier or later a note may end.
  func offsetTolerance(of note: Note) -> Nanoseconds {
    guard let ratio = offsetRatio, let duration = note.duration, duration > .zero else {
      return offsetTolerance
    }
    let part = Int128(duration.rawValue) * Int128(ratio.numerator) / Int128(ratio.denominator)
    return max(offsetTolerance, Nanoseconds(rawValue: Int64(clamping: part)))
  }
}

/// How a note that was played differs from the expected one.
struct NoteChangeFinder {
  let options: Comparison.Options
  let keys: ComparisonKeys
  let velocityScale: VelocityScale

  /// All changes, in the order of the cases of ``NoteChange``, but for how long pedals held it.
  ///
  /// - Parameters:
  ///   - expected: The expected note.
  ///   - actual: The one that was played, on the expectation's axis.
  func changes(_ expected: Note, _ actual: Note) -> [NoteChange] {
    var changes: [NoteChange] = []
    if expected.number != actual.number {
      changes.append(.wrongPitch(semitones: Int(actual.number.rawValue) - Int(expected.number.rawValue)))
    }
    let channel = keys.mapped(expected.channel)
    if channel != actual.channel { changes.append(.wrongChannel(expected: channel, actual: actual.channel)) }
    let delay = actual.onset.subtracting(expected.onset)
    let isInTime = delay.magnitude <= options.onsetTolerance
    if !isInTime { changes.append(delay > .zero ? .late(by: delay) : .early(by: delay.magnitude)) }
    if let change = end(expected, actual, isInTime: isInTime) { changes.append(change) }
    let velocity = velocityScale.scaled(expected.velocity)
    // Nobody knows how whoever scaled velocities rounded them.
    let velocityTolerance = max(options.velocityTolerance, velocityScale.thousandths == 1000 ? 0 : 1)
    let isAsLoud = abs(Int(velocity.rawValue) - Int(actual.velocity.rawValue)) <= velocityTolerance
    if expected.soundEnd != actual.soundEnd, hasSameEnd(expected, actual), hasSameSilence(expected, actual),
      let change = soundEnd(expected, actual, isAsLoud: isAsLoud)
    {
      changes.append(change)
    }
    if !isAsLoud { changes.append(.wrongVelocity(expected: velocity, actual: actual.velocity)) }
    if let before = expected.releaseVelocity, let after = actual.releaseVelocity,
      abs(Int(before.rawValue) - Int(after.rawValue)) > options.velocityTolerance
    {
      changes.append(.wrongReleaseVelocity(expected: before, actual: after))
    }
    if expected.attributes != actual.attributes {
      // Of a note that ends otherwise, what is said at its end is another, too.
      let hasLater = hasSameEnd(expected, actual) && hasSameSilence(expected, actual)
      changes += attributes(expected, actual, hasLater: hasLater)
    }
    return changes
  }

  /// Whether the end of a note is as expected: its time where it began in time, otherwise its length.
  func hasSameEnd(_ expected: Note, _ actual: Note) -> Bool {
    end(expected, actual, isInTime: expected.onset.distance(to: actual.onset) <= options.onsetTolerance)
      == nil
  }

  /// Whether a note falls silent as long after its end as expected, or never.
  private func hasSameSilence(_ expected: Note, _ actual: Note) -> Bool {
    func rest(_ note: Note) -> Nanoseconds? {
      note.silence.map { $0.subtracting(note.offset ?? note.onset) }
    }
    guard let before = rest(expected), let after = rest(actual) else {
      return (expected.silence == nil) == (actual.silence == nil)
    }
    return after.subtracting(before).magnitude <= options.offsetTolerance(of: expected)
  }

  private func end(_ expected: Note, _ actual: Note, isInTime: Bool) -> NoteChange? {
    switch (expected.offset, actual.offset) {
    case (nil, nil): return nil
    case (_?, nil): return .hanging
    case (nil, _?): return .ended
    case (let expectedOffset?, let actualOffset?):
      let excess =
        isInTime
        ? actualOffset.subtracting(expectedOffset)
        : actualOffset.subtracting(actual.onset).subtracting(expectedOffset.subtracting(expected.onset))
      if excess.magnitude <= options.offsetTolerance(of: expected) { return nil }
      return excess > .zero ? .tooLong(by: excess) : .tooShort(by: excess.magnitude)
    }
  }

  /// How the sound of a note ends otherwise that was let go as expected.
  private func soundEnd(_ expected: Note, _ actual: Note, isAsLoud: Bool) -> NoteChange? {
    let (wasStolen, isStolen) = (expected.soundEnd?.isStolen == true, actual.soundEnd?.isStolen == true)
    if wasStolen != isStolen { return isStolen ? .stolen : .notStolen }
    // A louder note takes longer to die away, and another pitch has a length of its own.
    guard isAsLoud, expected.number == actual.number else { return nil }
    switch (expected.ring, actual.ring) {
    case (nil, nil): return nil
    case (nil, _?): return .rangTooShort(by: nil)
    case (_?, nil): return .rangTooLong(by: nil)
    case (let before?, let after?):
      let excess = after.subtracting(before)
      if excess.magnitude <= options.offsetTolerance(of: expected) { return nil }
      return excess > .zero ? .rangTooLong(by: excess) : .rangTooShort(by: excess.magnitude)
    }
  }

  /// What a subject adds differently, key by key: first the expected ones in their order, then those that nobody
  /// expects. A key that stands several times is compared in order.
  private func attributes(_ expected: Note, _ actual: Note, hasLater: Bool) -> [NoteChange] {
    var left = actual.attributes.filter { hasLater || !$0.isLater }
    var changes: [NoteChange] = []
    for attribute in expected.attributes where hasLater || !attribute.isLater {
      let index = left.firstIndex { $0.key == attribute.key }
      let value = index.map { left.remove(at: $0).value }
      guard value != attribute.value else { continue }
      changes.append(.wrongAttribute(key: attribute.key, expected: attribute.value, actual: value))
    }
    return changes + left.map { .wrongAttribute(key: $0.key, expected: nil, actual: $0.value) }
  }
}
