/// The possible pairs of expected and actual notes.
struct BipartiteGraph {
  /// The number of expected notes.
  let expectedCount: Int
  /// The actual notes that have neighbors, in mir_eval's order: by the first expected neighbor, then by index.
  private(set) var actual: [Int32] = []
  /// The expected neighbors of all actual notes, concatenated, ascending for each note.
  private var neighbors: [Int32]
  /// The start of each actual note's neighbors, and the end of the last.
  private var starts: [Int]

  /// Finds all pairs that are possible by onset, by pitch, and optionally by offset.
  ///
  /// - Complexity: O(*n* log *n* + *e*), where *n* is the number of notes, and *e* the number of pairs within the
  ///   tolerance of onset and three semitones.
  init(expected: [TranscriptionNote], actual notes: [TranscriptionNote], usesOffset: Bool) {
    expectedCount = expected.count
    let register = PitchRegister(notes)
    var edges: [(expected: Int32, actual: Int32)] = []
    starts = [Int](repeating: 0, count: notes.count + 1)
    for (index, note) in expected.enumerated() {
      var found = register.notes(near: note)
      if usesOffset {
        let tolerance = TranscriptionCriteria.offsetTolerance(of: note)
        found.removeAll {
          TranscriptionCriteria.distance(note.offset, notes[Int($0)].offset) > tolerance
        }
      }
      for other in found.sorted() {
        if starts[Int(other) + 1] == 0 { actual.append(other) }
        starts[Int(other) + 1] += 1
        edges.append((Int32(index), other))
      }
    }
    for note in notes.indices { starts[note + 1] += starts[note] }
    neighbors = [Int32](repeating: 0, count: edges.count)
    var next = starts
    for edge in edges {
      neighbors[next[Int(edge.actual)]] = edge.expected
      next[Int(edge.actual)] += 1
    }
  }

  /// The number of actual notes.
  var actualCount: Int { starts.count - 1 }

  /// Returns the ascending expected neighbors of an actual note.
  func neighbors(of actual: Int32) -> ArraySlice<Int32> {
    neighbors[starts[Int(actual)]..<starts[Int(actual) + 1]]
  }

  /// The actual notes in groups that share no neighbor, directly or indirectly. Each group keeps the order.
  ///
  /// - Complexity: O(*n* + *e*) in practice, because the union-find halves its paths.
  var components: [[Int32]] {
    var parents = Array(0..<Int32(expectedCount))
    func root(_ node: Int32) -> Int32 {
      var node = node
      while parents[Int(node)] != node {
        parents[Int(node)] = parents[Int(parents[Int(node)])]
        node = parents[Int(node)]
      }
      return node
    }
    for note in actual {
      let neighbors = neighbors(of: note)
      guard let first = neighbors.first else { continue }
      let target = root(first)
      for other in neighbors.dropFirst() { parents[Int(root(other))] = target }
    }
    var numbers = [Int32](repeating: -1, count: expectedCount)
    var components: [[Int32]] = []
    for note in actual {
      guard let first = neighbors(of: note).first else { continue }
      let root = Int(root(first))
      if numbers[root] < 0 {
        numbers[root] = Int32(components.count)
        components.append([])
      }
      components[Int(numbers[root])].append(note)
    }
    return components
  }
}

/// Notes by semitone and onset.
private struct PitchRegister {
  /// The notes of one semitone, in order of their onsets.
  private struct Semitone {
    var onsets: [Double] = []
    var indices: [Int32] = []

    mutating func append(_ onset: Double, _ index: Int32) {
      onsets.append(onset)
      indices.append(index)
    }
  }

  private let notes: [TranscriptionNote]
  private var semitones: [Double: Semitone] = [:]

  init(_ notes: [TranscriptionNote]) {
    self.notes = notes
    let order = notes.indices.sorted { notes[$0].onset < notes[$1].onset }
    for index in order {
      semitones[Self.semitone(notes[index].pitch), default: Semitone()].append(
        notes[index].onset, Int32(index))
    }
  }

  /// Returns the indices of all notes that can be paired with a note by onset and pitch.
  func notes(near note: TranscriptionNote) -> [Int32] {
    let middle = Self.semitone(note.pitch)
    // Half a semitone reaches only the adjacent semitones.
    return [middle - 1, middle, middle + 1].flatMap { number -> [Int32] in
      guard let semitone = semitones[number] else { return [] }
      let range = semitone.onsets.indices(within: TranscriptionCriteria.onsetTolerance, of: note.onset)
      return semitone.indices[range].filter {
        TranscriptionCriteria.isAlike(note.pitch, notes[Int($0)].pitch)
      }
    }
  }

  private static func semitone(_ pitch: Double) -> Double { (12 * pitch).rounded(.down) }
}
