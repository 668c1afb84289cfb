internal import MIDICore

/// How notes sound together: how long sustain pedals hold them, and how many notes of their keys they overlap.
///
/// Other pedals and messages that end notes are unknown here. Two performances with the same messages of these kinds are
/// compared, so only what changes between them counts.
struct SoundingNotes {
  private let notes: [Note]
  /// Whether all sources play the same instrument, as the tracks of a piano do.
  private let isShared: Bool
  /// The movements of the sustain pedals in order of time, by source and channel as in keys of notes.
  private var pedals: [[ValueCurve.Step]] = []
  /// The number of earlier notes of the key that haven't ended at the start of each note.
  private(set) var overlapCounts: [Int32]
  /// The first start of a note of the same key after the end of each note.
  private var restarts: [Nanoseconds]

  /// Finds how notes sound.
  ///
  /// - Complexity: O(*n*), where *n* is the number of notes and movements of pedals.
  init(_ notes: [Note], _ curves: [ValueCurve], isShared: Bool) {
    self.notes = notes
    self.isShared = isShared
    overlapCounts = [Int32](repeating: 0, count: notes.count)
    restarts = [Nanoseconds](repeating: .longest, count: notes.count)
    for curve in curves where curve.quantity == .controller(.sustain) {
      let place = place(curve.source, curve.channel)
      while pedals.count <= place { pedals.append([]) }
      pedals[place] += curve.steps
      if pedals[place].count > curve.steps.count { pedals[place] = pedals[place].ordered(byTime: \.time) }
    }
    findNeighbors()
  }

  private func place(_ source: Int, _ channel: Channel) -> Int {
    ComparisonKeys.channel(of: ComparisonKeys.packed(isShared ? 0 : source, channel, 0))
  }

  /// The number of notes that fall silent and overlap as they do here.
  ///
  /// - Complexity: O(*n* log *m*), where *n* is the number of notes, and *m* that of movements of pedals.
  var agreeingCount: Int {
    notes.indices.count {
      notes[$0].silence == silence(of: $0) && notes[$0].overlapCount == overlapCounts[$0]
    }
  }

  private mutating func findNeighbors() {
    var keys = KeySet()
    // The unended notes of each key are a queue, because the first note-off ends the first note.
    var queues: [(first: Int32, last: Int32, count: Int32)] = []
    var next = [Int32](repeating: -1, count: notes.count)
    for index in notes.indices {
      let onset = notes[index].onset
      let key = keys.insert(
        ComparisonKeys.packed(
          isShared ? 0 : notes[index].source, notes[index].channel, notes[index].number))
      if key == queues.count { queues.append((-1, -1, 0)) }
      while queues[key].count > 0, let end = notes[Int(queues[key].first)].offset, end <= onset {
        restarts[Int(queues[key].first)] = onset
        queues[key].first = next[Int(queues[key].first)]
        queues[key].count -= 1
      }
      overlapCounts[index] = queues[key].count
      if queues[key].count == 0 {
        queues[key].first = Int32(index)
      } else {
        next[Int(queues[key].last)] = Int32(index)
      }
      queues[key].last = Int32(index)
      queues[key].count += 1
    }
  }

  /// Returns the time when a note falls silent, or `nil` if it sounds to the end.
  ///
  /// - Complexity: O(log *n* + *m*), where *n* is the number of movements of its pedal, and *m* that of the movements that
  ///   hold the note.
  func silence(of index: Int) -> Nanoseconds? {
    guard let offset = notes[index].offset else { return nil }
    let place = place(notes[index].source, notes[index].channel)
    guard pedals.indices.contains(place) else { return offset }
    let steps = pedals[place]
    var next = steps.partitioningIndex { $0.time > offset }
    guard next > 0, steps[next - 1].value >= 64 else { return offset }
    while next < steps.count, steps[next].value >= 64 { next += 1 }
    let release = next < steps.count ? steps[next].time : .longest
    let silence = min(release, restarts[index])
    return silence == .longest ? nil : silence
  }
}

extension [Note] {
  /// Exchanges the ends of overlapping notes of a key, so that the first note-off ends the first note.
  ///
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of notes, and *m* that of notes of keys whose notes end
  ///   out of order.
  mutating func reorderEnds() {
    var keys = KeySet()
    var ends: [Nanoseconds] = []
    var isInOrder: [Bool] = []
    var numbers = [Int32](repeating: 0, count: count)
    for index in indices {
      let (onset, end) = (self[index].onset, self[index].offset ?? .longest)
      let key = keys.insert(
        ComparisonKeys.packed(self[index].source, self[index].channel, self[index].number))
      numbers[index] = Int32(key)
      if key == ends.count {
        ends.append(end)
        isInOrder.append(true)
      } else if ends[key] <= onset {
        ends[key] = end
      } else {
        if end < ends[key] { isInOrder[key] = false }
        ends[key] = Swift.max(ends[key], end)
      }
    }
    guard isInOrder.contains(false) else { return }
    // The notes of each key since it was last up, and the time when it is up again.
    var groups = [(notes: [Int], end: Nanoseconds)](repeating: ([], .zero), count: keys.count)
    for index in indices where !isInOrder[Int(numbers[index])] {
      let key = Int(numbers[index])
      let end = self[index].offset ?? .longest
      if groups[key].end <= self[index].onset || groups[key].notes.isEmpty {
        reorderEnds(of: groups[key].notes)
        // Most groups have one note, so their memory is used again.
        groups[key].notes.removeAll(keepingCapacity: true)
        groups[key].end = end
      }
      groups[key].notes.append(index)
      groups[key].end = Swift.max(groups[key].end, end)
    }
    for group in groups { reorderEnds(of: group.notes) }
  }

  private mutating func reorderEnds(of notes: [Int]) {
    guard notes.count > 1 else { return }
    let ends = notes.map { (offset: self[$0].offset, velocity: self[$0].releaseVelocity) }
      .ordered { Int(($0.offset ?? .longest).rawValue) }
    for (index, end) in zip(notes, ends) {
      self[index].offset = end.offset
      self[index].releaseVelocity = end.velocity
    }
  }
}
