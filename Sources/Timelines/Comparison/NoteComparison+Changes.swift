internal import MIDICore

extension Comparison.Options {
  /// Returns how much earlier or later a note may end.
  func offsetTolerance(of note: Note) -> Nanoseconds {
    guard let ratio = offsetRatio, let duration = note.duration, duration > .zero else {
      return offsetTolerance
    }
    let part = Int128(duration.rawValue) * Int128(ratio.numerator) / Int128(ratio.denominator)
    return max(offsetTolerance, Nanoseconds(rawValue: Int64(clamping: part)))
  }
}

/// The changes between an expected note and its actual partner.
extension NoteComparison {
  /// Returns whether a first look finds no change between an expected note and its actual partner.
  func areSame(_ index: Int, _ other: Int) -> Bool {
    guard isAsLoud(expected[index].velocity, actual.given[other].velocity),
      expected[index].number == actual.given[other].number,
      keys.expected.mapped(expected[index].channel) == actual.given[other].channel,
      expected[index].onset.distance(to: actual.onset(other)) <= options.onsetTolerance,
      let offset = expected[index].offset, let otherOffset = actual.offset(other),
      offset.distance(to: otherOffset) <= options.offsetTolerance
    else { return false }
    return expected[index].overlapCount == actual.given[other].overlapCount
      && expected[index].releaseVelocity == actual.given[other].releaseVelocity
      && expected[index].soundEnd == nil && actual.given[other].soundEnd == nil
      && expected[index].attributes.isEmpty && actual.given[other].attributes.isEmpty
  }

  /// Returns all changes in the order of the cases of ``NoteChange``, except the effects of pedals and of overlapping notes.
  ///
  /// - Parameters:
  ///   - expected: The expected note.
  ///   - actual: The actual note on the expectation's time axis.
  func changes(_ expected: Note, _ actual: Note) -> [NoteChange] {
    var changes: [NoteChange] = []
    changes.reserveCapacity(2)
    if expected.number != actual.number {
      changes.append(.wrongPitch(semitones: Int(actual.number.rawValue) - Int(expected.number.rawValue)))
    }
    let channel = keys.expected.mapped(expected.channel)
    if channel != actual.channel { changes.append(.wrongChannel(expected: channel, actual: actual.channel)) }
    let delay = actual.onset.subtracting(expected.onset)
    let isInTime = delay.magnitude <= options.onsetTolerance
    if !isInTime { changes.append(delay > .zero ? .late(by: delay) : .early(by: delay.magnitude)) }
    if let change = end(expected, actual, isInTime: isInTime) { changes.append(change) }
    let isAsLoud = isAsLoud(expected.velocity, actual.velocity)
    if expected.soundEnd != actual.soundEnd, hasSameEnd(expected, actual), hasSameSilence(expected, actual),
      let change = soundEnd(expected, actual, isAsLoud: isAsLoud)
    {
      changes.append(change)
    }
    if !isAsLoud {
      let velocity = velocityChange.applied(to: expected.velocity)
      changes.append(.wrongVelocity(expected: velocity, actual: actual.velocity))
    }
    if let before = expected.releaseVelocity, let after = actual.releaseVelocity,
      abs(Int(before.rawValue) - Int(after.rawValue)) > options.velocityTolerance
    {
      changes.append(.wrongReleaseVelocity(expected: before, actual: after))
    }
    if expected.attributes != actual.attributes {
      // If a note ends differently, its attributes at the end also differ.
      let hasLater = hasSameEnd(expected, actual) && hasSameSilence(expected, actual)
      changes += attributes(expected, actual, hasLater: hasLater)
    }
    return changes
  }

  private func isAsLoud(_ expected: UInt7, _ actual: UInt7) -> Bool {
    let velocity = velocityChange.applied(to: expected)
    return abs(Int(velocity.rawValue) - Int(actual.rawValue)) <= options.velocityTolerance
  }

  /// Returns whether the end of a note matches: its time if it started in time, otherwise its length.
  func hasSameEnd(_ expected: Note, _ actual: Note) -> Bool {
    end(expected, actual, isInTime: expected.onset.distance(to: actual.onset) <= options.onsetTolerance)
      == nil
  }

  /// Returns whether a note falls silent as long after its end as expected, or never.
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

  /// Returns the change of the sound's end of a note that was released as expected, or `nil`.
  private func soundEnd(_ expected: Note, _ actual: Note, isAsLoud: Bool) -> NoteChange? {
    let (wasStolen, isStolen) = (expected.soundEnd?.isStolen == true, actual.soundEnd?.isStolen == true)
    if wasStolen != isStolen { return isStolen ? .stolen : .notStolen }
    // A louder note decays longer, and each pitch has its own decay.
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

  /// Returns the changed attributes by key: the expected ones in their order, then the unexpected ones. A key that
  /// occurs several times is compared in order.
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
