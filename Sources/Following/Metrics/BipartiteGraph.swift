internal import MIDICore
internal import Timelines

/// The possible pairs of expected and actual notes.
struct BipartiteGraph {
  /// An expected and an actual note that can be paired, as indices.
  typealias Pair = (expected: Int32, actual: Int32)

  /// The number of expected notes.
  let expectedCount: Int
  /// The number of actual notes.
  let actualCount: Int
  /// The actual notes that have neighbors, in mir_eval's order: by the first expected neighbor, then by index.
  private(set) var actual: [Int32] = []
  /// The expected neighbors of all actual notes, concatenated, ascending for each note.
  private var neighbors: [Int32]
  /// The start of each actual note's neighbors, and the end of the last.
  private var starts: [Int32]

  /// Creates a graph.
  ///
  /// - Parameter pairs: The possible pairs, ordered by the expected note, then by the actual one.
  /// - Complexity: O(*n* + *e*), where *n* is the number of notes, and *e* the number of pairs.
  init(_ pairs: [Pair], expectedCount: Int, actualCount: Int) {
    self.expectedCount = expectedCount
    self.actualCount = actualCount
    starts = [Int32](repeating: 0, count: actualCount + 1)
    for pair in pairs {
      let next = Int(pair.actual) + 1
      if starts[next] == 0 { actual.append(pair.actual) }
      starts[next] += 1
    }
    for note in 0..<actualCount { starts[note + 1] += starts[note] }
    neighbors = [Int32](repeating: 0, count: pairs.count)
    var next = starts
    for pair in pairs {
      neighbors[Int(next[Int(pair.actual)])] = pair.expected
      next[Int(pair.actual)] += 1
    }
  }

  /// Returns all pairs that are possible by onset and pitch, ordered by the expected note, then by the actual one.
  ///
  /// - Complexity: O(*n* log *n* + *e*), where *n* is the number of notes, and *e* the number of pairs within the
  ///   tolerance of onset and three semitones. O(*n* + *e*) if both lists are in order of their onsets.
  static func possiblePairs(expected: [TranscriptionNote], actual: [TranscriptionNote]) -> [Pair] {
    var register = PitchRegister(actual)
    var pairs: [Pair] = []
    pairs.reserveCapacity(min(expected.count, actual.count))
    for (index, note) in expected.enumerated() {
      let first = pairs.count
      register.forEachNote(near: note) { pairs.append((Int32(index), $0)) }
      if pairs.count - first > 1 { pairs[first...].sort { $0.actual < $1.actual } }
    }
    return pairs
  }

  /// Returns the ascending expected neighbors of an actual note.
  func neighbors(of actual: Int32) -> ArraySlice<Int32> {
    neighbors[Int(starts[Int(actual)])..<Int(starts[Int(actual) + 1])]
  }

  /// Returns the groups of actual notes that share neighbors, directly or indirectly, with some of the notes. Each group
  /// keeps the order.
  ///
  /// - Complexity: O(*n* + *e*) in practice, because the union-find halves its paths.
  func components(of some: [Int32]) -> [[Int32]] {
    guard !some.isEmpty else { return [] }
    var sets = DisjointSets(count: expectedCount)
    for note in actual {
      let neighbors = neighbors(of: note)
      guard let first = neighbors.first else { continue }
      let target = sets.root(Int(first))
      for other in neighbors.dropFirst() { sets.attach(Int(other), to: target) }
    }
    func root(_ note: Int32) -> Int? { neighbors(of: note).first.map { sets.root(Int($0)) } }
    var numbers = [Int32](repeating: -1, count: expectedCount)
    var components: [[Int32]] = []
    for note in some {
      guard let root = root(note), numbers[root] < 0 else { continue }
      numbers[root] = Int32(components.count)
      components.append([])
    }
    for note in actual {
      if let root = root(note), numbers[root] >= 0 { components[Int(numbers[root])].append(note) }
    }
    return components
  }
}

/// Notes by semitone and onset.
private struct PitchRegister {
  private var numbers = KeySet()
  /// The notes of each semitone in order of their onsets, and the result of the last search as a hint.
  private var semitones: [(notes: [(onset: Double, pitch: Double, index: Int32)], hint: Int)] = []

  init(_ notes: [TranscriptionNote]) {
    for (index, note) in notes.enumerated() {
      guard let key = Self.semitone(note.pitch) else { continue }
      let number = numbers.insert(key)
      if number == semitones.count { semitones.append(([], 0)) }
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
        TranscriptionMetrics.isReached($0.onset, from: note.onset, TranscriptionMetrics.onsetTolerance)
      }
      semitones[number].hint = first
      for other in notes[first...] {
        if TranscriptionMetrics.isPassed(other.onset, from: note.onset, TranscriptionMetrics.onsetTolerance) {
          break
        }
        if TranscriptionMetrics.isAlike(note.pitch, other.pitch) { body(other.index) }
      }
    }
  }

  /// Returns the number of a pitch's semitone, or `nil` for a pitch beyond all instruments, which is like no other.
  private static func semitone(_ pitch: Double) -> Int? {
    let semitone = (12 * pitch).rounded(.down)
    return abs(semitone) < 1e9 ? Int(semitone) : nil
  }
}
