import MIDICore
import Testing

/// Elements in order of a number, which are inserted if few pass their neighbors and sorted otherwise.
@Suite struct OrderTests {
  @Test(arguments: [0, 1, 2, 7, 1000])
  func nearlyOrderedElementsKeepTheOrderOfEqualNumbers(count: Int) {
    let elements = (0..<count).map { (number: $0 / 3 * 2 + $0 % 2 * 3, place: $0) }
    let ordered = elements.ordered(by: \.number)
    #expect(ordered.map(\.place) == elements.sorted { $0 < $1 }.map(\.place))
  }

  @Test(arguments: [0, 1, 2, 7, 1000])
  func reversedElementsKeepTheOrderOfEqualNumbers(count: Int) {
    let elements = (0..<count).map { (number: (count - $0) / 3, place: $0) }
    let ordered = elements.ordered(by: \.number)
    #expect(ordered.map(\.place) == elements.sorted { $0 < $1 }.map(\.place))
  }
}
