package import MIDICore
internal import Timelines

extension PracticeReview {
  /// Equal short notes in a row, and how evenly they were played.
  package struct NoteRun: Hashable, Sendable {
    /// The time of the first note in the expected take.
    package let start: Nanoseconds
    /// The number of notes.
    package let noteCount: Int
    /// The standard deviation of the times between notes, relative to their mean, without a steady change of the tempo.
    package let unevenness: Double

    /// A chord of a part: its expected time, and the mean of its actual onsets.
    private typealias Moment = (expected: Nanoseconds, actual: Double)

    /// The number of notes, so that long runs are judged in parts.
    private static let noteCounts = 8...17
    /// The longest expected time between the notes.
    private static let longest = Nanoseconds.milliseconds(300)

    /// Finds the runs of each source and channel.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of matches.
    static func runs(in alignment: NoteAlignment, of lines: NoteLines, stops: [Stop]) -> [NoteRun] {
      let (expected, actual) = (alignment.expected.notes, alignment.actual.notes)
      let stops = stops.map(\.last).sorted()
      var runs: [NoteRun] = []
      for passage in alignment.passages {
        var matches = [[NoteAlignment.Match]](repeating: [], count: lines.lines.count)
        for match in passage.matches { matches[lines.lineOfNote[match.expected]].append(match) }
        for matches in matches where matches.count >= noteCounts.lowerBound {
          var moments: [Moment] = []
          var (start, sum) = (0, 0.0)
          for (index, match) in matches.enumerated() {
            let onset = expected[match.expected].onset
            sum += actual[match.actual].onset.seconds
            guard index + 1 == matches.count || expected[matches[index + 1].expected].onset != onset else {
              continue
            }
            moments.append((onset, sum / Double(index + 1 - start)))
            (start, sum) = (index + 1, 0)
          }
          runs += Self.runs(in: moments, stops: stops)
        }
      }
      return runs.ordered(byTime: \.start)
    }

    /// Returns the runs of one part: moments at equal distances.
    ///
    /// - Parameter stops: The expected times of the last moments before stops, in order.
    private static func runs(in moments: [Moment], stops: [Nanoseconds]) -> [NoteRun] {
      var runs: [NoteRun] = []
      var (start, nextStop) = (0, 0)
      func finish(_ run: ArraySlice<Moment>) {
        guard noteCounts ~= run.count else { return }
        // A much longer step is a hesitation, or no step of the run.
        let steps = zip(run, run.dropFirst()).map { $1.actual - $0.actual }
        guard let usual = steps.median(), steps.allSatisfy({ $0 <= usual * 2.5 }) else { return }
        runs.append(NoteRun(run))
      }
      for index in moments.indices.dropFirst() {
        let last = moments[index - 1].expected
        while nextStop < stops.count, stops[nextStop] < last { nextStop += 1 }
        let isStop = nextStop < stops.count && stops[nextStop] == last
        let step = moments[index].expected.subtracting(last)
        if step > longest || isStop {
          finish(moments[start..<index])
          start = index
        } else if index - start == noteCounts.upperBound
          || index - start > 1 && !isEqual(step, last.subtracting(moments[index - 2].expected))
        {
          finish(moments[start..<index])
          start = index - 1
        }
      }
      finish(moments[start...])
      return runs
    }

    private static func isEqual(_ step: Nanoseconds, _ previous: Nanoseconds) -> Bool {
      (step.seconds - previous.seconds).magnitude <= 0.001 + step.seconds * 0.03
    }

    private init(_ moments: ArraySlice<Moment>) {
      start = moments[moments.startIndex].expected
      noteCount = moments.count
      // The deviations from the line of best fit, because a tempo may change within a run.
      let steps = zip(moments, moments.dropFirst()).map { $1.actual - $0.actual }
      let count = Double(steps.count)
      let (mean, middle) = (steps.reduce(0, +) / count, (count - 1) / 2)
      var (rise, run) = (0.0, 0.0)
      for (index, step) in steps.enumerated() {
        rise += (Double(index) - middle) * (step - mean)
        run += (Double(index) - middle) * (Double(index) - middle)
      }
      let squares = steps.enumerated().reduce(0.0) { sum, step in
        let rest = step.element - mean - rise / run * (Double(step.offset) - middle)
        return sum + rest * rest
      }
      unevenness = mean > 0 ? (squares / (count - 2)).squareRoot() / mean : 0
    }
  }
}
