internal import Algorithms
internal import MIDICore

/// The alignments under which the intervals of both takes agree, in any transposition, on any channel, at any tempo.
struct IntervalAlignments {
  private typealias Landmark = Matching<Int>.Item

  /// The number of notes at each end of the takes that are searched.
  private static let noteCount = 1024

  /// The alignments, without duplicates.
  private(set) var alignments: [TakeAlignment] = []

  /// Searches the ends of both takes.
  ///
  /// - Parameters:
  ///   - expected: The expected notes in order of their onsets.
  ///   - actual: The actual notes in order of their onsets.
  ///   - tolerance: The accepted difference of onsets.
  init(expected: [Note], actual: [Note], tolerance: Nanoseconds) {
    for isFromEnd in [false, true] {
      func part(_ notes: [Note]) -> [Landmark] {
        Self.landmarks(
          isFromEnd ? notes.suffix(Self.noteCount) : notes.prefix(Self.noteCount), tolerance)
      }
      let (landmarks, others) = (part(expected), part(actual))
      let lines = AlignmentLines(
        landmarks, others, tolerance, fromEnd: isFromEnd, drifts: AlignmentLines.allDrifts)
      for alignment in Self.byEnds(expected, actual) + [lines.shift(), lines.drift()]
      where !alignments.contains(alignment) {
        let pairs = Matching(
          expected: landmarks, actual: others.aligned(alignment), tolerance: tolerance
        ).pairs
        if pairs.count * 4 >= min(landmarks.count, others.count), !pairs.isEmpty {
          alignments.append(alignment)
        }
      }
    }
  }

  /// Returns the alignments of the first notes, of the last notes, and of both. If a passage repeats, others fit nearly as
  /// well at one end of the takes.
  private static func byEnds(_ expected: [Note], _ actual: [Note]) -> [TakeAlignment] {
    guard let first = expected.first?.onset, let last = expected.last?.onset,
      let otherFirst = actual.first?.onset, let otherLast = actual.last?.onset
    else { return [] }
    let shifts = [otherFirst.subtracting(first), otherLast.subtracting(last)].map { TakeAlignment(shift: $0) }
    let line = AlignmentLines.line(
      through: (first, otherFirst), and: (last, otherLast), drifts: AlignmentLines.allDrifts)
    return shifts + (line.map { [$0] } ?? [])
  }

  /// Returns a landmark for each three successive notes of a channel or a source: the time of the first, and the
  /// intervals to the others.
  private static func landmarks(_ notes: ArraySlice<Note>, _ tolerance: Nanoseconds) -> [Landmark] {
    var landmarks: [Landmark] = []
    for source in Dictionary(grouping: notes, by: \.source).values {
      let channels = Dictionary(grouping: source, by: \.channel).values
      let parts = channels.count == 1 ? [source] : Array(channels) + [source]
      for part in parts {
        let ordered = part.chunked { $1.onset.subtracting($0.onset) <= tolerance }
          .flatMap { $0.sorted { $0.number < $1.number } }
        for three in ordered.windows(ofCount: 3) {
          let numbers = three.map { Int($0.number.rawValue) }
          landmarks.append(
            Landmark(
              key: (numbers[1] - numbers[0] + 128) << 8 | (numbers[2] - numbers[1] + 128),
              time: three[three.startIndex].onset))
        }
      }
    }
    // The order of a dictionary varies.
    return landmarks.sorted { ($0.time, $0.key) < ($1.time, $1.key) }
  }
}
