import Testing

@testable import MIDIRecStudio

struct BoundedListTests {
  @Test func keepsTheLatestElementsWithTheirNumbers() {
    var list = BoundedList<Int>(capacity: 100)
    for number in 0..<1000 { list.append(number * 10) }
    #expect(list.firstNumber == 900)
    #expect(list.endNumber == 1000)
    #expect(Array(list.stored) == (900..<1000).map { $0 * 10 })
  }

  @Test(arguments: [(0, 3...9), (3, 3...9), (7, 7...9), (10, nil), (99, nil)] as [(Int, ClosedRange<Int>?)])
  func returnsElementsFromANumberOn(number: Int, expected: ClosedRange<Int>?) {
    var list = BoundedList<Int>(capacity: 7)
    for number in 0..<10 { list.append(number) }
    #expect(Array(list.from(number)) == expected.map(Array.init) ?? [])
  }

  @Test func forgetsOldElements() {
    var list = BoundedList<Int>(capacity: 1000)
    for number in 0..<500 { list.append(number) }
    list.removeFirst { $0 < 480 }
    #expect(Array(list.stored) == Array(480..<500))
    #expect(list.firstNumber == 480)
    list.removeFirst { _ in true }
    #expect(list.stored.isEmpty)
    #expect(list.endNumber == 500)
  }
}
