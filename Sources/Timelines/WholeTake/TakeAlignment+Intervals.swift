internal import MIDICore

extension TakeAlignment {
  /// The number of notes at each end of the takes whose intervals are compared.
  private static let intervalCount = 1024

  /// Returns the alignments under which the intervals of both takes agree.
  ///
  /// The takes may differ in transposition, channels, and tempo.
  ///
  /// - Parameters:
  ///   - expected: The expected notes in order of their onsets.
  ///   - actual: The actual notes in order of their onsets.
  ///   - tolerance: The accepted difference of onsets.
  static func byIntervals(expected: [Note], actual: [Note], tolerance: Nanoseconds) -> [TakeAlignment] {
    var alignments: [TakeAlignment] = []
    for isFromEnd in [false, true] {
      func part(_ notes: [Note]) -> [AlignmentLines.Landmark] {
        intervals(isFromEnd ? notes.suffix(intervalCount) : notes.prefix(intervalCount), tolerance)
      }
      let landmarks = TakeItems(expected: part(expected), actual: part(actual))
      let lines = AlignmentLines(
        landmarks, tolerance, fromEnd: isFromEnd, drifts: AlignmentLines.allDrifts)
      for alignment in byEnds(expected, actual) + [lines.shift(), lines.drift()]
      where !alignments.contains(alignment) {
        let count = Matching.pairCount(landmarks.groups(alignment), tolerance)
        if count * 4 >= min(landmarks.expected.count, landmarks.actual.count), count > 0 {
          alignments.append(alignment)
        }
      }
    }
    return alignments
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
  private static func intervals(
    _ notes: ArraySlice<Note>, _ tolerance: Nanoseconds
  ) -> [AlignmentLines.Landmark] {
    var landmarks: [AlignmentLines.Landmark] = []
    for source in Dictionary(grouping: notes, by: \.source).values {
      let channels = Dictionary(grouping: source, by: \.channel).values
      let parts = channels.count == 1 ? [source] : Array(channels) + [source]
      for part in parts {
        let ordered = part.chunked { $1.onset.subtracting($0.onset) <= tolerance }
          .flatMap { $0.ordered { Int($0.number.rawValue) } }
        for index in ordered.indices.dropLast(2) {
          let numbers = ordered[index..<index + 3].map { Int($0.number.rawValue) }
          landmarks.append(
            AlignmentLines.Landmark(
              key: (numbers[1] - numbers[0] + 128) << 8 | (numbers[2] - numbers[1] + 128),
              time: ordered[index].onset))
        }
      }
    }
    // The order of a dictionary varies.
    return landmarks.ordered(by: \.key).ordered(byTime: \.time)
  }
}
