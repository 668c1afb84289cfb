import TestSupport
import Testing

@testable import MIDICore

@Suite struct MedianTests {
  /// The number of different values, so that lists with many equal ones also occur.
  @Test(arguments: [1, 2, 3, 10, 1000])
  func medianIsElementInTheMiddleOfTheSortedList(valueCount: Int) {
    var generator = SeededGenerator(seed: UInt64(valueCount))
    for count in 1...200 {
      let list = (0..<count).map { _ in Int.random(in: 0..<valueCount, using: &generator) }
      #expect(list.median() == list.sorted()[count / 2], "\(list)")
    }
  }

  @Test func emptyListHasNoMedian() { #expect([Int]().median() == nil) }
}
