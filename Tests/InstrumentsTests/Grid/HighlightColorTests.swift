import Instruments
import MIDICore
import Testing

@Suite struct HighlightColorTests {
  @Test func firstColorsAreBlueGreenOrangeAndRed() {
    #expect((0..<4).map { HighlightColor(index: $0).name } == ["blue", "green", "orange", "red"])
    #expect((0..<4).map { HighlightColor(index: $0).light } == [5, 3, 9, 1])
  }

  @Test func colorNamesRoundTrip() {
    for index in 0..<300 {
      let color = HighlightColor(index: index)
      #expect(HighlightColor(name: color.name) == color)
    }
    #expect(HighlightColor(index: 10).name == "color-11")
  }

  @Test(arguments: [
    "", "Blue", "color-", "color-0", "color-1", "color-10", "color-011", "color--1", "coloring11",
    "color--9223372036854775808",
  ])
  func invalidNameIsRejected(name: String) {
    #expect(HighlightColor(name: name) == nil)
  }

  @Test func thousandsOfColorsAreDifferent() {
    #expect(Set((0..<4096).map { HighlightColor(index: $0).rgb }).count == 4096)
    #expect((0..<4096).allSatisfy { HighlightColor(index: $0).rgb <= 0xFFFFFF })
  }

  @Test func twoHundredColorsAreDistinguishable() {
    let colors = (0..<200).map { HighlightColor(index: $0).rgb }
    let nearest = colors.indices.dropFirst().flatMap { index in
      colors[..<index].map { squaredDistance($0, colors[index]) }
    }
    // A step of 16 in one component alone is clearly visible on a large area.
    #expect(nearest.min() ?? 0 >= 16 * 16)
  }

  @Test func noColorIsDark() {
    let brightest = (0..<4096).map { parts(HighlightColor(index: $0).rgb).max() ?? 0 }
    #expect(brightest.allSatisfy { $0 >= 64 })
  }

  @Test func lightsRepeatAfterTen() {
    let lights = (0..<10).map { HighlightColor(index: $0).light }
    #expect(Set(lights).count == 10)
    // 0 and 7 turn a light off.
    #expect(!lights.contains(0) && !lights.contains(7))
    #expect((10..<20).map { HighlightColor(index: $0).light } == lights)
  }

  private func parts(_ color: UInt32) -> [Int] {
    [16, 8, 0].map { Int(color >> UInt32($0)) & 0xFF }
  }

  private func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
    zip(parts(first), parts(second)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
