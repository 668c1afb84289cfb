internal import MIDICore

/// The comparison of how long pedals held notes that otherwise match.
///
/// If a pedal moves near the moment of a note-off, an imperceptible difference in time decides whether it holds the note.
/// If both takes have them at exactly one time, their order decides, and counts.
/// If the difference of a pedal, a note, or an event explains a different length, the length isn't reported.
struct PedalHoldComparison {
  /// The times of the differing notes of each key.
  private let changedNotes: [Int: Spans]
  private let changedEvents: [Nanoseconds]
  private let values: ValueComparison
  /// The differences of each pedal, in order of time.
  private var differences: [ComparisonKeys.CurveKey: [Int]] = [:]
  /// The pedals that affect a channel, by source and channel as in keys of notes.
  private var curves: [Int: [ComparisonKeys.CurveKey]] = [:]
  private let tolerance: Nanoseconds

  /// Prepares the comparison.
  ///
  /// - Parameters:
  ///   - changedNotes: The times of reported notes, for each key of both takes.
  ///   - changedEvents: The times of reported events that end notes, in any order.
  init(
    changedNotes: [Int: Spans], changedEvents: [Nanoseconds], values: ValueComparison,
    options: Comparison.Options
  ) {
    self.changedNotes = changedNotes
    self.changedEvents = changedEvents.sorted()
    self.values = values
    tolerance = Self.tolerance(options)
    findPedals()
  }

  private mutating func findPedals() {
    var members: [Int: [Channel]] = [:]
    for key in values.order where key.quantity == .parameter(.mpeConfiguration) {
      guard let curve = values.curves[key] else { continue }
      let count = (curve.expected.values + curve.actual.values).compactMap { $0 }.max().map { $0 >> 7 } ?? 0
      var zones = MPEZones()
      zones.configure(key.channel, members: UInt7(clamping: count))
      members[place(key.source, key.channel)] = zones.members(of: key.channel)
    }
    func place(_ source: Int, _ channel: Channel) -> Int {
      ComparisonKeys.channel(of: ComparisonKeys.packed(source, channel, 0))
    }
    for key in values.order where key.quantity.holdsNotes {
      for channel in [key.channel] + members[place(key.source, key.channel), default: []] {
        curves[place(key.source, channel), default: []].append(key)
      }
    }
    for (index, found) in values.found.enumerated() where found.key.quantity.holdsNotes {
      differences[found.key, default: []].append(index)
    }
  }

  /// Returns the accepted difference of silences.
  static func tolerance(_ options: Comparison.Options) -> Nanoseconds {
    options.onsetTolerance.adding(options.offsetTolerance)
  }

  /// Returns the change of a note's silence, or `nil` if the silences match.
  ///
  /// The key of both notes was released within the tolerance.
  static func change(_ expected: Note, _ actual: Note, _ options: Comparison.Options) -> NoteChange? {
    guard expected.silence != actual.silence, let offset = expected.offset, let otherOffset = actual.offset
    else { return nil }
    switch (expected.silence, actual.silence) {
    case (nil, nil): return nil
    case (nil, _?): return .heldTooShort(by: nil)
    case (_?, nil): return .heldTooLong(by: nil)
    case (let before?, let after?):
      let excess = after.subtracting(before)
      // An early or late note may have been held until its own time, or until that of the pedal.
      let held = after.subtracting(otherOffset).subtracting(before.subtracting(offset))
      if min(excess.magnitude, held.magnitude) <= tolerance(options) { return nil }
      return excess > .zero ? .heldTooLong(by: excess) : .heldTooShort(by: excess.magnitude)
    }
  }

  /// The reason for a changed silence.
  enum Finding {
    /// The length differs, and a reported difference or the tolerance explains it.
    case explained
    /// The length differs because of a pedal's difference, an index of the found values.
    case pedal(Int)
    /// The length differs without an explanation.
    case unexplained
  }

  /// Explains the changed silence of a note with the given offsets.
  func finding(
    _ expected: Note, _ actual: Note, offsets: (expected: Nanoseconds, actual: Nanoseconds), key: Int
  ) -> Finding {
    let (offset, otherOffset) = offsets
    let begin = min(offset, otherOffset).subtracting(tolerance)
    let end = max(expected.silence ?? .longest, actual.silence ?? .longest).adding(tolerance)
    // Sostenuto holds a captured key for all following notes.
    let capture = capture(key, before: offset)
    let captured = min(begin, capture.map { min($0, expected.onset).subtracting(tolerance) } ?? begin)
    if let index = difference(key, min(begin, end)...end, captured: captured) { return .pedal(index) }
    let isNear =
      moves(key, near: offset, expected.onset, within: tolerance) { $0.expected }
      || moves(key, near: offset, expected.onset, within: tolerance) { $0.actual }
    let isAtOneTime =
      moves(key, near: offset, expected.onset, within: .zero) { $0.expected }
      && moves(key, near: otherOffset, actual.onset, within: .zero) { $0.actual }
    if isNear, !isAtOneTime { return .explained }
    if changedNotes[key]?.overlap(min(captured, end)...end) ?? false { return .explained }
    let next = changedEvents.partitioningIndex { $0 >= begin }
    if next < changedEvents.count, changedEvents[next] <= end { return .explained }
    return .unexplained
  }

  /// Returns the first difference of a pedal within a time range. For sostenuto, the range starts when it could capture
  /// the key.
  private func difference(_ key: Int, _ time: ClosedRange<Nanoseconds>, captured: Nanoseconds) -> Int? {
    for curve in curves[ComparisonKeys.channel(of: key), default: []] {
      let begin =
        curve.quantity == .controller(.sostenuto) ? min(captured, time.lowerBound) : time.lowerBound
      let found = differences[curve, default: []]
      let next = found.partitioningIndex { values.found[$0].difference.end >= begin }
      if next < found.count, values.found[found[next]].difference.start <= time.upperBound {
        return found[next]
      }
    }
    return nil
  }

  /// Returns the time of the last sostenuto movement before a time in either take, or `nil` if there was none.
  private func capture(_ key: Int, before time: Nanoseconds) -> Nanoseconds? {
    curves[ComparisonKeys.channel(of: key), default: []].filter { $0.quantity == .controller(.sostenuto) }
      .compactMap { values.curves[$0] }
      .flatMap { [$0.expected, $0.actual] }
      .compactMap { curve in
        let index = curve.index(after: time) - 1
        return index > 0 ? curve.times[index] : nil
      }.min()
  }

  /// Returns whether in a take a pedal moves near the end of a note, or sostenuto near its start.
  private func moves(
    _ key: Int, near offset: Nanoseconds, _ onset: Nanoseconds, within tolerance: Nanoseconds,
    _ take: ((expected: CurveSegments, actual: CurveSegments)) -> CurveSegments
  ) -> Bool {
    curves[ComparisonKeys.channel(of: key), default: []].contains { curve in
      guard let segments = values.curves[curve].map(take) else { return false }
      return segments.hasStep(near: offset, tolerance)
        || curve.quantity == .controller(.sostenuto) && segments.hasStep(near: onset, tolerance)
    }
  }
}

extension Note {
  /// Whether the note sounded longer than its key was down.
  var isHeld: Bool { silence != offset }
}

extension Nanoseconds? {
  /// Returns whether notes fall silent at the same time within a tolerance, or both sound to the end.
  func isSame(as other: Nanoseconds?, _ tolerance: Nanoseconds) -> Bool {
    guard let self, let other else { return self == other }
    return self.distance(to: other) <= tolerance
  }
}

extension ValueCurve.Quantity {
  /// Whether the quantity is a pedal that holds notes.
  fileprivate var holdsNotes: Bool { self == .controller(.sustain) || self == .controller(.sostenuto) }
}

extension CurveSegments {
  /// Returns whether the value changes within a tolerance of a time.
  fileprivate func hasStep(near time: Nanoseconds, _ tolerance: Nanoseconds) -> Bool {
    let next = max(index(after: time.subtracting(tolerance).subtracting(Nanoseconds(rawValue: 1))), 1)
    return next < times.count && times[next] <= time.adding(tolerance)
  }
}
