import Instruments
import MIDICore
import Testing

@Suite struct HighlightColourTests {
  @Test func theFirstOnesAreBlueGreenOrangeAndRed() {
    #expect((0..<4).map { HighlightColour(index: $0).name } == ["blue", "green", "orange", "red"])
    #expect((0..<4).map { HighlightColour(index: $0).light } == [5, 3, 9, 1])
  }

  @Test func aNameStandsForOneColour() {
    for index in 0..<300 {
      let colour = HighlightColour(index: index)
      #expect(HighlightColour(name: colour.name) == colour)
    }
    #expect(HighlightColour(index: 10).name == "colour-11")
  }

  @Test(arguments: [
    "", "Blue", "colour-", "colour-0", "colour-1", "colour-10", "colour-011", "colour--1", "colouring11",
    "colour--9223372036854775808",
  ])
  func whatIsNoNameIsRefused(name: String) {
    #expect(HighlightColour(name: name) == nil)
  }

  @Test func thousandsAreAllDifferent() {
    #expect(Set((0..<4096).map { HighlightColour(index: $0).rgb }).count == 4096)
    #expect((0..<4096).allSatisfy { HighlightColour(index: $0).rgb <= 0xFFFFFF })
  }

  @Test func noTwoOfTwoHundredAreAlikeToTheEye() {
    let colours = (0..<200).map { HighlightColour(index: $0).rgb }
    let nearest = colours.indices.dropFirst().flatMap { index in
      colours[..<index].map { squaredDistance($0, colours[index]) }
    }
    // A step of 16 in one part and none in the others is plainly seen on a large area.
    #expect(nearest.min() ?? 0 >= 16 * 16)
  }

  @Test func noneIsDark() {
    let brightest = (0..<4096).map { parts(HighlightColour(index: $0).rgb).max() ?? 0 }
    #expect(brightest.allSatisfy { $0 >= 64 })
  }

  @Test func lightsBeginAgainAfterTen() {
    let lights = (0..<10).map { HighlightColour(index: $0).light }
    #expect(Set(lights).count == 10)
    // 0 and 7 put a light out.
    #expect(!lights.contains(0) && !lights.contains(7))
    #expect((10..<20).map { HighlightColour(index: $0).light } == lights)
  }

  private func parts(_ colour: UInt32) -> [Int] {
    [16, 8, 0].map { Int(colour >> UInt32($0)) & 0xFF }
  }

  private func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
    zip(parts(first), parts(second)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
