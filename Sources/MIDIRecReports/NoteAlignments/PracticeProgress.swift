package import Following
package import MIDICore
package import MIDIFiles
internal import Timelines

/// Several takes of one piece, each compared with the same expected take, bar by bar.
///
/// A take is summarized when it is added. Its notes aren't kept, so that memory is proportional to the number of takes and
/// bars.
package struct PracticeProgress: Sendable {
  /// A take as a row of a table.
  struct Take: Sendable {
    /// The name.
    let name: String
    /// The number of expected notes in the parts that are played.
    let noteCount: Int
    /// The number of these notes that were played.
    let playedCount: Int
    /// The number of mistakes.
    let mistakeCount: Int
    /// The speed and its steadiness, or `nil` if too little was played.
    let pace: PracticeReview.Pace?
    /// The bar with most mistakes if it has at least two, as an index.
    let hardestBar: Int?
    /// The bars in order.
    let bars: [PracticeReview.Bar]
    /// Whether it seems to be a different piece.
    let isDoubtful: Bool
    /// The parts that aren't played, such as `left hand`.
    let unplayedParts: [String]

    /// The name with a remark on what the take is.
    var label: String {
      if isDoubtful { return "\(name.printable) (another piece?)" }
      return unplayedParts.isEmpty
        ? name.printable : "\(name.printable) (without \(unplayedParts.joined(separator: ", ")))"
    }

    /// The share of the notes that were played.
    var playedShare: Double { Double(playedCount) / Double(max(noteCount, 1)) }
  }

  /// The most listed bars.
  private static let listedCount = 8

  /// The name of the expected take.
  let expectedName: String
  /// The bars and beats of the expected take, or `nil` for spans of two seconds.
  let meter: MeterMap?
  private let middleC: MiddleC
  /// The starts of the bars in the expected take, which the first take gives.
  private(set) var starts: [Nanoseconds] = []
  /// The takes in the given order.
  private(set) var takes: [Take] = []

  /// Creates the progress without takes.
  ///
  /// - Parameters:
  ///   - expectedName: The name of the expected take.
  ///   - meter: The bars and beats of the expected take, or `nil` for spans of two seconds.
  ///   - middleC: The octave of middle C in names of notes.
  package init(expectedName: String, meter: MeterMap?, middleC: MiddleC = .octave4) {
    self.expectedName = expectedName
    self.middleC = middleC
    self.meter = meter
  }

  /// Adds a take.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of the take with the expected take, which is the same for all takes.
  ///   - name: The name of the take.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes and bars.
  package mutating func append(_ alignment: NoteAlignment, name: String) {
    let review = PlayingSummary(alignment, meter: meter).review
    starts = review.starts
    takes.append(
      Take(
        name: name, noteCount: review.bars.reduce(0) { $0 + $1.noteCount },
        playedCount: review.bars.reduce(0) { $0 + $1.playedCount }, mistakeCount: alignment.mistakes.count,
        pace: alignment.isDoubtful ? nil : review.pace,
        hardestBar: alignment.isDoubtful ? nil : review.hardestBars.first, bars: review.bars,
        isDoubtful: alignment.isDoubtful,
        unplayedParts: alignment.unplayedParts.map { alignment.name(of: $0, middleC) }))
  }

  /// The bars that improved: the last take that plays them has at most half of the mistakes of the first one and at least
  /// two fewer, or none where two earlier takes had some. The bars are in order of their improvement.
  var improvedBars: [Int] {
    rankedBars { counts in
      guard let first = counts.first, let last = counts.last, counts.count > 1 else { return 0 }
      let isHalved = first - last >= 2 && last * 2 <= first
      let isMended = last == 0 && counts.count { $0 > 0 } >= 2
      return isHalved || isMended ? max(first - last, 1) : 0
    }
  }

  /// The bars that remain hard: the last two takes that play them have mistakes there. Bars with most mistakes in the last
  /// take come first.
  var hardBars: [Int] {
    rankedBars { counts in
      counts.count > 1 && counts.suffix(2).allSatisfy { $0 > 0 } ? counts[counts.count - 1] : 0
    }
  }

  /// Returns the bars with a rank above zero, highest first.
  ///
  /// - Parameter rank: Returns the rank of a bar with the given numbers of mistakes, one per take that plays it.
  private func rankedBars(_ rank: ([Int]) -> Int) -> [Int] {
    let ranks = starts.indices.map { bar in
      rank(
        takes.lazy.filter { !$0.isDoubtful }.map { $0.bars[bar] }.filter {
          $0.playedCount > 0 && !$0.isUnplayed
        }
        .map(\.mistakeCount))
    }
    return ranks.indices.filter { ranks[$0] > 0 }.ordered { -ranks[$0] }
  }

  /// The takes as a table, and the bars that improved or remain hard.
  ///
  /// Names are in the last column, because they can be long, and terminals draw some characters wide.
  package var text: String {
    var table = TextTable(
      ["played", "mistakes", "tempo", "steady", "hardest", "take"],
      numbers: ["played", "mistakes", "tempo", "steady"])
    for take in takes {
      let spread = take.pace?.spread.map { "±\(percent($0))" }
      let hardest = take.hardestBar.map { "\(barText($0...$0)) (\(grouped(take.bars[$0].mistakeCount)))" }
      table.append([
        take.isDoubtful ? "" : percentDown(take.playedShare),
        take.isDoubtful ? "" : grouped(take.mistakeCount),
        take.pace.map { percent($0.median) } ?? "", spread ?? "", hardest ?? "", take.label,
      ])
    }
    let barLists = barLists
    return
      (["expected: \(expectedName.printable)", "", table.text] + (barLists.isEmpty ? [] : [""] + barLists))
      .joined(separator: "\n")
  }

  /// The bars that improved, and those that remain hard, in a line each.
  var barLists: [String] {
    [("improved", improvedBars), ("still hard", hardBars)].compactMap { label, bars in
      bars.isEmpty ? nil : "\(label): \(barsText(bars))"
    }
  }

  /// Returns a few bars with ranges, such as `bars 3, 12 to 14`.
  ///
  /// - Parameter bars: The bars, the most important ones first.
  private func barsText(_ bars: [Int]) -> String {
    let listed = bars.prefix(Self.listedCount).sorted()
    let ranges = listed.chunked { $1 == $0 + 1 }.compactMap { run in
      run.first.flatMap { first in run.last.map { first...$0 } }
    }
    let rest = bars.count - listed.count
    let more = rest > 0 ? ", and \(grouped(rest)) more" : ""
    guard meter != nil else { return ranges.map(barText).joined(separator: ", ") + more }
    let numbers = ranges.map {
      $0.count == 1 ? "\($0.lowerBound + 1)" : "\($0.lowerBound + 1) to \($0.upperBound + 1)"
    }
    return "\(listed.count == 1 ? "bar" : "bars") \(numbers.joined(separator: ", "))\(more)"
  }

  /// Returns bars such as `bar 12`, or their times if there are no bars.
  func barText(_ bars: ClosedRange<Int>) -> String { bars.text(starts, isInBars: meter != nil) }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  /// Returns a percentage that is 100 only if nothing is missing.
  private func percentDown(_ share: Double) -> String { "\(Int((share * 100).rounded(.down)))%" }
}

extension ClosedRange<Int> {
  /// Returns bars such as `bar 12` or `bars 20 to 24`, or the times of their starts.
  func text(_ starts: [Nanoseconds], isInBars: Bool) -> String {
    guard !isInBars else {
      return count == 1 ? "bar \(lowerBound + 1)" : "bars \(lowerBound + 1) to \(upperBound + 1)"
    }
    let start = starts[lowerBound].shortText
    return count == 1 ? "at \(start)" : "from \(start) to \(starts[upperBound].shortText)"
  }
}
