internal import MIDICore
internal import Timelines

/// The trills and tremolos that a score writes out.
///
/// Players choose how many notes a trill has, and only its pitches are certain. In a score, it is a pitch that is repeated
/// faster than notes are counted, while another pitch near it is repeated as fast.
struct Alternations {
  /// Fast repetitions of one pitch.
  struct Run {
    /// The pitch.
    let pitch: NoteNumber
    /// The indices of the notes from the first to the last; notes of other pitches are between them.
    let notes: ClosedRange<Int>
  }

  /// The longest distance of two notes of one pitch, in nanoseconds.
  private static let longestDistance: Int64 = 150_000_000
  /// The least notes of one pitch.
  private static let leastCount = 8
  /// The widest interval of two alternating pitches, in semitones.
  private static let widestInterval = 12

  /// The runs in order of their first notes.
  private(set) var runs: [Run] = []
  /// The alternating pitches of each chord, or empty if the score has no runs.
  private var pitches: [PitchSet] = []

  /// Finds the runs.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes.
  init(_ notes: PitchSequence, chordOfNote: [Int32]) {
    let found = Self.fastRuns(notes).filter { $0.1 >= Self.leastCount }.map(\.0)
    runs = found.ordered(by: \.notes.lowerBound)
    var (partnered, active): ([Bool], [Int]) = ([Bool](repeating: false, count: runs.count), [])
    for index in runs.indices {
      active.removeAll { runs[$0].notes.upperBound < runs[index].notes.lowerBound }
      for other in active where Self.alternate(runs[index].pitch, runs[other].pitch) {
        (partnered[index], partnered[other]) = (true, true)
      }
      active.append(index)
    }
    runs = zip(runs, partnered).filter(\.1).map(\.0)
    guard !runs.isEmpty, let last = chordOfNote.last else { return }
    pitches = [PitchSet](repeating: PitchSet(), count: Int(last) + 1)
    for run in runs {
      for chord in chordOfNote[run.notes.lowerBound]...chordOfNote[run.notes.upperBound] {
        pitches[Int(chord)].insert(run.pitch)
      }
    }
  }

  /// Returns the runs of notes of one pitch with short distances, each with the number of its onsets.
  private static func fastRuns(_ notes: PitchSequence) -> [(Run, Int)] {
    var found: [(Run, Int)] = []
    var open = [(first: Int, last: Int, count: Int)](repeating: (-1, -1, 0), count: 128)
    func close(_ pitch: Int) {
      guard open[pitch].count > 1 else { return }
      let run = Run(pitch: NoteNumber(masking: UInt8(pitch)), notes: open[pitch].first...open[pitch].last)
      found.append((run, open[pitch].count))
    }
    for note in 0..<notes.count {
      let pitch = Int(notes.pitches[note].rawValue)
      let distance = open[pitch].last < 0 ? .max : notes.onsets[note] - notes.onsets[open[pitch].last]
      if distance > longestDistance {
        close(pitch)
        open[pitch] = (note, note, 1)
      } else {
        open[pitch].last = note
        if distance > 0 { open[pitch].count += 1 }
      }
    }
    for pitch in 0..<128 { close(pitch) }
    return found
  }

  /// Creates the trills and tremolos at some of a score's chords.
  ///
  /// - Parameter chords: The chords of the score in order. The pitches up to the next one belong to each.
  init(_ other: Alternations, at chords: [Int]) {
    guard !other.pitches.isEmpty else { return }
    pitches = zip(chords, chords.dropFirst() + [other.pitches.count]).map { other.pitches(in: $0..<$1) }
  }

  /// Returns the alternating pitches of some chords.
  func pitches(in chords: Range<Int>) -> PitchSet {
    pitches.isEmpty ? PitchSet() : pitches[chords].reduce(into: PitchSet()) { $0.formUnion($1) }
  }

  private static func alternate(_ first: NoteNumber, _ second: NoteNumber) -> Bool {
    first != second && abs(Int(first.rawValue) - Int(second.rawValue)) <= widestInterval
  }

  /// Returns whether a chord is in a trill or tremolo that has a pitch.
  func contains(_ pitch: NoteNumber, at chord: Int) -> Bool {
    !pitches.isEmpty && chord >= 0 && pitches[chord].contains(pitch)
  }
}
