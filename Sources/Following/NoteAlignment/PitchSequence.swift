internal import MIDICore
internal import Timelines

/// The onsets and pitches of notes, in order of their onsets.
struct PitchSequence {
  /// The farthest onset, 73 years, so that differences of times can't overflow.
  private static let farthest = Int64.max / 4

  /// The onset of each note, in nanoseconds.
  let onsets: [Int64]
  /// The end of each note, or its onset if the note is hanging.
  let ends: [Int64]
  /// The pitch of each note.
  let pitches: [NoteNumber]

  /// Creates the sequence of notes that are in order of their onsets. Onsets beyond 73 years count as 73 years.
  init(_ notes: [Note]) {
    onsets = notes.map { Self.limited($0.onset) }
    ends = notes.map { Self.limited($0.offset ?? $0.onset) }
    pitches = notes.map(\.number)
  }

  /// The notes in a range.
  subscript(range: Range<Int>) -> PitchSequence {
    PitchSequence(onsets: Array(onsets[range]), ends: Array(ends[range]), pitches: Array(pitches[range]))
  }

  /// Returns some of the notes.
  func notes(_ indices: [Int]) -> PitchSequence {
    PitchSequence(
      onsets: indices.map { onsets[$0] }, ends: indices.map { ends[$0] }, pitches: indices.map { pitches[$0] }
    )
  }

  private init(onsets: [Int64], ends: [Int64], pitches: [NoteNumber]) {
    (self.onsets, self.ends, self.pitches) = (onsets, ends, pitches)
  }

  /// Returns the sequence at other pitches, at most the highest and at least the lowest.
  func transposed(by semitones: Int) -> PitchSequence {
    PitchSequence(
      onsets: onsets, ends: ends, pitches: pitches.map { NoteNumber(clamping: Int($0.rawValue) + semitones) })
  }

  /// The sequence with all pitches in one octave.
  var inOneOctave: PitchSequence {
    PitchSequence(
      onsets: onsets, ends: ends, pitches: pitches.map { NoteNumber(masking: 60 + $0.rawValue % 12) })
  }

  /// Returns a time in nanoseconds, at most 73 years from zero.
  static func limited(_ time: Nanoseconds) -> Int64 { min(max(time.rawValue, -farthest), farthest) }

  /// The number of notes.
  var count: Int { onsets.count }

  /// The longest distance of two onsets in one chord, in nanoseconds.
  ///
  /// A score has chords of equal onsets, so that only tiny distances belong to a chord: 20 ms, less than a 64th note.
  /// Fingers strike a chord within about 40 ms.
  var chordSpan: Int64 {
    let gaps = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
    let equal = gaps.count { $0 == 0 }
    let near = gaps.count { 0 < $0 && $0 <= Self.playedSpan }
    return equal >= near ? Self.writtenSpan : Self.playedSpan
  }

  private static let writtenSpan: Int64 = 20_000_000
  private static let playedSpan: Int64 = 40_000_000

  /// Returns the notes in order of chords, and in a chord in order of pitches, which doesn't depend on the order in which
  /// the fingers strike.
  func inOrderOfChords(span: Int64) -> [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(count)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, onsets[end] - onsets[start] <= span { end += 1 }
      if end - start == 1 {
        order.append(Int32(start))
      } else {
        order += (start..<end).sorted { (pitches[$0].rawValue, $0) < (pitches[$1].rawValue, $1) }
          .map { Int32($0) }
      }
      start = end
    }
    return order
  }
}

/// The places in the expected notes where each sequence of five pitches occurs.
struct PitchSequenceIndex {
  /// The number of pitches in a sequence.
  static let length = 5
  /// The most places of a useful sequence. More frequent sequences have no places.
  private static let maxPlaceCount = 32

  /// The sequences in ascending order, each packed into 35 bits, with the index of the first note.
  private let places: [(code: UInt64, note: Int32)]

  private init(_ places: [(code: UInt64, note: Int32)]) { self.places = places }

  /// Finds the sequences of some notes.
  ///
  /// - Parameter order: The indices of the notes in order of chords.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PitchSequence, order: [Int32]) {
    places = zip(Self.codes(of: notes, order: order), order).map { ($0, $1) }.sorted { $0 < $1 }
  }

  /// Returns the sequences that start at each position of an order, packed.
  static func codes(of notes: PitchSequence, order: [Int32]) -> [UInt64] {
    guard order.count >= length else { return [] }
    let mask = UInt64(1) << UInt64(7 * length) - 1
    var codes: [UInt64] = []
    codes.reserveCapacity(order.count)
    var code: UInt64 = 0
    for (position, note) in order.enumerated() {
      code = (code << 7 | UInt64(notes.pitches[Int(note)].rawValue)) & mask
      if position + 1 >= length { codes.append(code) }
    }
    return codes
  }

  /// Returns the first notes of a sequence's places.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of notes.
  func notes(of code: UInt64) -> some Sequence<Int32> {
    let start = places.partitioningIndex { $0.code >= code }
    let rest = places[start...].prefix(Self.maxPlaceCount + 1)
    let end = rest.firstIndex { $0.code != code } ?? rest.endIndex
    return places[start..<(end - start > Self.maxPlaceCount ? start : end)].lazy.map(\.note)
  }
}

extension PitchSequenceIndex {
  /// Returns the intervals by which the actual notes are higher, most frequent first, with the number of sequences of five
  /// notes that have them.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  static func intervals(
    of actual: PitchSequence, from expected: PitchSequence
  ) -> [(semitones: Int, count: Int)] {
    let order = expected.inOrderOfChords(span: expected.chordSpan)
    let index = PitchSequenceIndex(
      zip(intervalCodes(of: expected, order: order), order).map { ($0, $1) }.sorted { $0 < $1 })
    let played = actual.inOrderOfChords(span: actual.chordSpan)
    var counts = [Int](repeating: 0, count: 256)
    for (code, note) in zip(intervalCodes(of: actual, order: played), played) {
      let semitones = index.notes(of: code).map {
        Int(actual.pitches[Int(note)].rawValue) - Int(expected.pitches[Int($0)].rawValue)
      }
      for semitones in Set(semitones) { counts[semitones + 128] += 1 }
    }
    return counts.indices.map { ($0 - 128, counts[$0]) }.filter { $0.1 > 0 }
      .sorted { ($0.1, -abs($0.0), $0.0) > ($1.1, -abs($1.0), $1.0) }
  }

  /// Returns the four intervals of each sequence, packed.
  private static func intervalCodes(of notes: PitchSequence, order: [Int32]) -> [UInt64] {
    guard order.count >= length else { return [] }
    return (0...order.count - length).map { start in
      (start..<start + length - 1).reduce(UInt64(0)) { code, position in
        let (first, second) = (
          notes.pitches[Int(order[position])], notes.pitches[Int(order[position + 1])]
        )
        return code << 8 | UInt64(Int(second.rawValue) - Int(first.rawValue) + 128)
      }
    }
  }
}

/// The expected notes, grouped by onset into chords. A single note is also a chord.
struct ChordTable {
  /// The onset of each chord's first note, in nanoseconds.
  private(set) var onsets: [Int64] = []
  /// The pitches of each chord.
  private(set) var pitches: [PitchSet] = []
  /// The number of different pitches of each chord.
  private(set) var sizes: [Int] = []
  /// The chord of each note.
  private(set) var chordOfNote: [Int32] = []
  /// The pitch of each note.
  let pitchOfNote: [NoteNumber]
  /// The index of each chord's first note, and then the number of notes.
  private var starts: [Int] = []
  /// The trills and tremolos.
  let alternations: Alternations
  /// The first note of each run of them.
  private let firstNotesOfRuns: Set<Int>

  /// The longest distance of two onsets in one chord, in nanoseconds.
  let span: Int64

  /// Groups notes.
  ///
  /// - Parameter span: The longest distance of two onsets in one chord, or `nil` for that of the notes.
  init(_ notes: PitchSequence, span: Int64? = nil) {
    self.init(notes, span: span) { Alternations(notes, chordOfNote: $0) }
  }

  /// Groups some notes of a score, and takes its trills and tremolos.
  ///
  /// - Parameter indices: The indices of the notes in the score.
  init(_ notes: PitchSequence, span: Int64, notes indices: [Int], of whole: ChordTable) {
    self.init(notes, span: span) { chordOfNote in
      let firsts = chordOfNote.indices.filter { $0 == 0 || chordOfNote[$0] != chordOfNote[$0 - 1] }
      return Alternations(whole.alternations, at: firsts.map { Int(whole.chordOfNote[indices[$0]]) })
    }
  }

  private init(_ notes: PitchSequence, span: Int64?, alternations: ([Int32]) -> Alternations) {
    let span = span ?? notes.chordSpan
    self.span = span
    pitchOfNote = notes.pitches
    for index in 0..<notes.count {
      if onsets.last.map({ notes.onsets[index] - $0 > span }) ?? true {
        starts.append(index)
        onsets.append(notes.onsets[index])
        pitches.append(PitchSet())
      }
      pitches[pitches.count - 1].insert(notes.pitches[index])
      chordOfNote.append(Int32(onsets.count - 1))
    }
    starts.append(notes.count)
    self.alternations = alternations(chordOfNote)
    firstNotesOfRuns = Set(self.alternations.runs.map(\.notes.lowerBound))
    sizes = pitches.map(\.count)
  }

  /// The number of chords.
  var count: Int { onsets.count }

  /// The number of notes.
  var noteCount: Int { chordOfNote.count }

  /// Returns whether a note starts a trill or tremolo, or is beside one.
  func isLeading(_ note: Int) -> Bool {
    !alternations.contains(pitchOfNote[note], at: Int(chordOfNote[note])) || firstNotesOfRuns.contains(note)
  }

  /// Returns the indices of the notes of some chords.
  func notes(_ chords: Range<Int>) -> Range<Int> { starts[chords.lowerBound]..<starts[chords.upperBound] }
}

/// A set of pitches.
///
/// `NoteSet` is a similar set. With it, the search takes a seventh longer, even if its functions can be inlined.
struct PitchSet: Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates an empty set.
  init() {}

  /// Creates the set of one pitch.
  init(_ pitch: NoteNumber) { insert(pitch) }

  /// The number of pitches.
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  /// Returns whether the set contains a pitch.
  func contains(_ pitch: NoteNumber) -> Bool {
    (pitch.rawValue < 64 ? low : high) & Self.bit(pitch) != 0
  }

  /// Returns the number of lower pitches in the set.
  func rank(of pitch: NoteNumber) -> Int {
    let below = Self.bit(pitch) - 1
    return pitch.rawValue < 64
      ? (low & below).nonzeroBitCount : low.nonzeroBitCount + (high & below).nonzeroBitCount
  }

  /// Adds a pitch.
  mutating func insert(_ pitch: NoteNumber) {
    if pitch.rawValue < 64 { low |= Self.bit(pitch) } else { high |= Self.bit(pitch) }
  }

  /// Removes a pitch.
  mutating func remove(_ pitch: NoteNumber) {
    if pitch.rawValue < 64 { low &= ~Self.bit(pitch) } else { high &= ~Self.bit(pitch) }
  }

  /// Adds the pitches of another set.
  mutating func formUnion(_ other: PitchSet) {
    low |= other.low
    high |= other.high
  }

  /// Removes the pitches of another set.
  mutating func subtract(_ other: PitchSet) {
    low &= ~other.low
    high &= ~other.high
  }

  private static func bit(_ pitch: NoteNumber) -> UInt64 { 1 << UInt64(pitch.rawValue & 63) }
}
