internal import MIDICore

/// The assignment of note-offs to overlapping notes of one key.
///
/// MIDI doesn't specify which note a note-off ends, so the assignment follows the expectation. Otherwise, one extra
/// note or one lost note-off would change the end of every later note of the key.
struct NoteOffAssignment {
  /// For actual notes with a different end: the note whose end they have.
  private(set) var givers: [Int: Int] = [:]
  /// Whether each actual note has the end of a different note, or empty if no note has. All notes are looked up, and few
  /// differ.
  private var given: [Bool] = []

  /// Creates an assignment in which each note keeps its end.
  init() {}

  /// Reassigns the ends within each group of overlapping notes that has an unexpected end.
  ///
  /// - Parameters:
  ///   - suspects: The keys that have such notes.
  ///   - actual: The actual notes on the expectation's time axis.
  ///   - expected: The expected notes.
  ///   - partners: The expected partner of each actual note, or a negative number if the note is unexpected.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(
    suspects: KeySet, actual: AlignedNotes, expected: [Note], partners: [Int32], keys: ComparisonKeys,
    tolerance: Nanoseconds
  ) {
    // Only the end, because notes are large and would be copied.
    func wantedEnd(_ index: Int) -> Nanoseconds?? {
      partners[index] < 0 ? nil : .some(expected[Int(partners[index])].offset)
    }
    var groups = [[Int]](repeating: [], count: suspects.count)
    var ends = [Nanoseconds?](repeating: nil, count: suspects.count)
    for index in actual.indices {
      guard let key = suspects.number(of: keys.actual.key(of: actual.given[index])) else { continue }
      let onset = actual.onset(index)
      if let end = ends[key], end <= onset {
        give(groups[key], actual, tolerance, wantedEnd)
        groups[key].removeAll(keepingCapacity: true)
        ends[key] = nil
      }
      groups[key].append(index)
      ends[key] = max(ends[key] ?? onset, actual.offset(index) ?? .longest)
    }
    for group in groups { give(group, actual, tolerance, wantedEnd) }
    guard !givers.isEmpty else { return }
    given = [Bool](repeating: false, count: actual.count)
    for index in givers.keys { given[index] = true }
  }

  /// Returns whether an actual note has the end of a different note.
  func isGiven(_ index: Int) -> Bool { !given.isEmpty && given[index] }

  /// Returns the note whose end a note has, which is usually itself.
  private func giver(of index: Int) -> Int { isGiven(index) ? givers[index] ?? index : index }

  /// Returns a note with its assigned end.
  func ended(_ index: Int, _ notes: AlignedNotes) -> Note {
    var note = notes[index]
    let giver = giver(of: index)
    guard giver != index else { return note }
    note.offset = notes[giver].offset
    note.releaseVelocity = notes[giver].releaseVelocity
    note.silence = notes[giver].silence
    note.soundEnd = notes[giver].soundEnd
    return note
  }

  /// Returns the end of ``Note/sounding`` of a note with its assigned end, without a copy of the note.
  func soundingEnd(_ index: Int, _ notes: AlignedNotes) -> Nanoseconds {
    let giver = giver(of: index)
    return Note.soundingEnd(
      onset: notes.onset(index), offset: notes.offset(giver), silence: notes.silence(giver))
  }

  private mutating func give(
    _ group: [Int], _ actual: AlignedNotes, _ tolerance: Nanoseconds, _ wantedEnd: (Int) -> Nanoseconds??
  ) {
    // Most groups have only notes with their expected end.
    guard group.count > 1,
      !group.allSatisfy({ index in
        wantedEnd(index).map { actual.offset(index).isSame(as: $0, tolerance) } ?? false
      })
    else { return }
    var (wanted, endless, wantedTimes): ([Int], [Int], [Nanoseconds]) = ([], [], [])
    for (place, index) in group.enumerated() {
      guard let end = wantedEnd(index) else { continue }
      if let time = end {
        wanted.append(place)
        wantedTimes.append(time)
      } else {
        endless.append(place)
      }
    }
    let ends = group.map { actual.offset($0) }
    let ended = group.indices.filter { ends[$0] != nil }
    let matching = Matching(
      expectedTimes: wantedTimes, actualTimes: ended.compactMap { ends[$0] }, tolerance: tolerance)
    var givers = [Int?](repeating: nil, count: group.count)
    for pair in matching.pairs { givers[wanted[pair.expected]] = ended[pair.actual] }
    for (place, giver) in zip(endless, group.indices.filter { ends[$0] == nil }) { givers[place] = giver }
    // The rest is assigned in order, and notes without an end come last.
    var isTaken = [Bool](repeating: false, count: group.count)
    for giver in givers { if let giver { isTaken[giver] = true } }
    var left = group.indices.filter { !isTaken[$0] }
      .sorted { (ends[$0] ?? .longest, $0) < (ends[$1] ?? .longest, $1) }[...]
    let all = givers.map { $0 ?? left.removeFirst() }
    guard zip(group, all).allSatisfy({ ends[$1] ?? .longest >= actual.onset($0) }) else { return }
    for (place, giver) in all.enumerated() where place != giver { self.givers[group[place]] = group[giver] }
  }
}
