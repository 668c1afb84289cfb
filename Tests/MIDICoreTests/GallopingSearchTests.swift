import Testing

@testable import MIDICore

@Suite struct GallopingSearchTests {
  @Test(arguments: [0, 1, 2, 7, 40])
  func everyHintFindsTheFirstIndex(count: Int) {
    let list = Array(0..<count)
    for expected in 0...count {
      for hint in 0...count {
        #expect(list.firstIndex(near: hint) { $0 >= expected } == expected, "from \(hint)")
      }
    }
  }
}
