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
    static func runs(in alignment: NoteAlignment, stops: [Stop]) -> [NoteRun] {
      let (expected, actual) = (alignment.expected.notes, alignment.actual.notes)
      let stops = Set(stops.map(\.last))
      var runs: [NoteRun] = []
      for passage in alignment.passages {
        let lines = Dictionary(grouping: passage.matches) { expected[$0.expected].line }
        for matches in lines.values {
          let moments = matches.chunked { expected[$0.expected].onset == expected[$1.expected].onset }
            .map { chord in
              let times = chord.map { actual[$0.actual].onset.seconds }
              return Moment(
                expected[chord[chord.startIndex].expected].onset, times.reduce(0, +) / Double(times.count))
            }
          runs += Self.runs(in: moments, stops: stops)
        }
      }
      return runs.ordered(byTime: \.start)
    }

    /// Returns the runs of one part: moments at equal distances.
    private static func runs(in moments: [Moment], stops: Set<Nanoseconds>) -> [NoteRun] {
      var runs: [NoteRun] = []
      var run: [Moment] = []
      func finish() {
        guard noteCounts ~= run.count else { return }
        // A much longer step is a hesitation, or no step of the run.
        let steps = zip(run, run.dropFirst()).map { $1.actual - $0.actual }
        guard let usual = steps.median(), steps.allSatisfy({ $0 <= usual * 2.5 }) else { return }
        runs.append(NoteRun(run))
      }
      for moment in moments {
        if let last = run.last {
          let step = moment.expected.subtracting(last.expected)
          let isEqual =
            run.count < 2
            || (step.seconds - last.expected.subtracting(run[run.count - 2].expected).seconds).magnitude
              <= 0.001 + step.seconds * 0.03
          if step > longest || stops.contains(last.expected) {
            finish()
            run = []
          } else if !isEqual || run.count == noteCounts.upperBound {
            finish()
            run = [last]
          }
        }
        run.append(moment)
      }
      finish()
      return runs
    }

    private init(_ moments: [Moment]) {
      start = moments[0].expected
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
