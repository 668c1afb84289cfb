internal import Following
internal import MIDICore
internal import MIDIFiles

/// Several takes of one piece as JSON.
///
/// Times are in nanoseconds. Bars are numbered from 1; each list of a take has one number per bar.
package struct PracticeProgressDocument: Encodable, Sendable {
  /// A take.
  struct Take: Encodable, Sendable {
    var name: String
    /// The parts that aren't played, such as `left hand`.
    var unplayedParts: [String]
    /// The number of expected notes in the parts that are played.
    var notes: Int
    /// The number of these notes that were played.
    var played: Int
    var mistakes: Int
    /// The median speed of the bars relative to the expected take.
    var speed: Double?
    /// The deviation from the median speed that nine of ten bars don't exceed.
    var spread: Double?
    /// The bar with most mistakes.
    var hardestBar: Int?
    /// The number of expected notes per bar.
    var notesPerBar: [Int]
    /// The number of played notes per bar.
    var playedPerBar: [Int]
    /// The number of mistakes per bar.
    var mistakesPerBar: [Int]
  }

  /// A take that can't be read.
  struct Failure: Encodable, Sendable {
    var name: String
    var error: String
  }

  let expected: String
  /// The starts of the bars in the expected take, or of spans of two seconds if it has no bars.
  let bars: [Nanoseconds]
  /// The takes in the given order.
  let takes: [Take]
  /// The bars that improved, most improved first.
  let improvedBars: [Int]
  /// The bars that remain hard, hardest first.
  let hardBars: [Int]
  let failures: [Failure]

  /// Creates the document of the takes.
  ///
  /// - Parameter failures: The names of the takes that can't be read, with the reasons.
  package init(_ progress: PracticeProgress, failures: [(name: String, error: String)]) {
    expected = progress.expectedName
    bars = progress.starts
    takes = progress.takes.map { take in
      Take(
        name: take.name, unplayedParts: take.unplayedParts, notes: take.noteCount, played: take.playedCount,
        mistakes: take.mistakeCount,
        speed: take.pace?.median, spread: take.pace?.spread, hardestBar: take.hardestBar.map { $0 + 1 },
        notesPerBar: take.bars.map(\.noteCount), playedPerBar: take.bars.map(\.playedCount),
        mistakesPerBar: take.bars.map(\.mistakeCount))
    }
    improvedBars = progress.improvedBars.map { $0 + 1 }
    hardBars = progress.hardBars.map { $0 + 1 }
    self.failures = failures.map { Failure(name: $0.name, error: $0.error) }
  }
}
