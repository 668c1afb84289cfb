import MIDICore
import Testing

@Suite struct DivisionTests {
  @Test(arguments: [
    ("480", Division.ticksPerQuarter(480)), ("1", .ticksPerQuarter(1)), ("32767", .ticksPerQuarter(32_767)),
    ("25:40", .timeCode(.video25, ticksPerFrame: 40)),
    ("29:255", .timeCode(.dropFrame29, ticksPerFrame: 255)),
  ])
  func validDivisionIsParsed(text: String, division: Division) {
    #expect(Division(parsing: text) == division)
  }

  @Test(arguments: ["", "0", "32768", "+1", "-1", "9.5", "25:", "25:0", "25:256", "26:40", "25:40:1", ":40"])
  func invalidDivisionIsRejected(text: String) {
    #expect(Division(parsing: text) == nil)
  }
}

@Suite struct TicksTests {
  @Test func ticksAreCalculatedWith() {
    let ticks: Ticks = 480
    #expect(ticks * 3 + 1 == Ticks(rawValue: 1441))
    #expect(ticks - 80 == 400)
  }
}
