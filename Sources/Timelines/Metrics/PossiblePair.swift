/// An expected and an actual note that can be paired, as indices.
struct PossiblePair {
  var expected: Int32
  var actual: Int32

  /// Returns all pairs that are possible by onset and pitch, ordered by the expected note, then by the actual one.
  ///
  /// - Complexity: O(*n* log *n* + *e*), where *n* is the number of notes, and *e* the number of pairs within the
  ///   tolerance of onset and three semitones. O(*n* + *e*) if both lists are in order of their onsets.
  static func all(expected: [TranscriptionNote], actual: [TranscriptionNote]) -> [PossiblePair] {
    var register = PitchRegister(actual)
    var pairs: [PossiblePair] = []
    pairs.reserveCapacity(min(expected.count, actual.count))
    for (index, note) in expected.enumerated() {
      let first = pairs.count
      register.forEachNote(near: note) { pairs.append(PossiblePair(expected: Int32(index), actual: $0)) }
      if pairs.count - first > 1 { pairs[first...].sort { $0.actual < $1.actual } }
    }
    return pairs
  }
}

/// Notes by semitone and onset.
private struct PitchRegister {
  /// The notes of one semitone, in order of their onsets.
  private struct Semitone {
    var notes: [(onset: Double, pitch: Double, index: Int32)] = []
    /// The first note within the tolerance of the last search.
    var hint = 0
  }

  private var numbers = KeySet()
  private var semitones: [Semitone] = []

  init(_ notes: [TranscriptionNote]) {
    for (index, note) in notes.enumerated() {
      guard let key = Self.semitone(note.pitch) else { continue }
      let number = numbers.insert(key)
      if number == semitones.count { semitones.append(Semitone()) }
      semitones[number].notes.append((note.onset, note.pitch, Int32(index)))
    }
    for number in semitones.indices { semitones[number].notes.sort { $0.onset < $1.onset } }
  }

  /// Calls a closure with the index of each note that can be paired with a note by onset and pitch.
  mutating func forEachNote(near note: TranscriptionNote, _ body: (Int32) -> Void) {
    guard let middle = Self.semitone(note.pitch) else { return }
    // Half a semitone reaches only the adjacent semitones.
    for key in middle - 1...middle + 1 {
      guard let number = numbers.number(of: key) else { continue }
      let notes = semitones[number].notes
      let first = notes.firstIndex(near: semitones[number].hint) {
        TranscriptionCriteria.isReached($0.onset, from: note.onset, TranscriptionCriteria.onsetTolerance)
      }
      semitones[number].hint = first
      for other in notes[first...] {
        if TranscriptionCriteria.isPassed(other.onset, from: note.onset, TranscriptionCriteria.onsetTolerance)
        {
          break
        }
        if TranscriptionCriteria.isAlike(note.pitch, other.pitch) { body(other.index) }
      }
    }
  }

  /// Returns the number of a pitch's semitone, or `nil` for a pitch beyond all instruments, which is like no other.
  private static func semitone(_ pitch: Double) -> Int? {
    let semitone = (12 * pitch).rounded(.down)
    return abs(semitone) < 1e9 ? Int(semitone) : nil
  }
}
