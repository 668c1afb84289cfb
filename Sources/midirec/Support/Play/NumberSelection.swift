internal import ArgumentParser
internal import MIDICore

/// Some of the numbers from 1 up, as a person writes them: `1,3-5`.
struct NumberSelection: ExpressibleByArgument, Equatable {
  private let ranges: [ClosedRange<Int>]

  /// Reads numbers and ranges, from 1 to 65,535 (as many tracks as a file can have), with commas between them.
  init?(argument: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      let numbers = ends.compactMap { $0.allSatisfy(\.isASCIIDigit) ? UInt16($0).map(Int.init) : nil }
      guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last, first > 0,
        first <= last
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  /// Whether a number is among them.
  func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

  /// The largest of them.
  var largest: Int { ranges.map(\.upperBound).max() ?? 0 }
}
