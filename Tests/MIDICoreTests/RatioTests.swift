import MIDICore
import Testing

@Suite struct RatioTests {
  @Test(arguments: [
    ("2", 2, 1), ("0.5", 1, 2), ("150%", 3, 2), ("12.5%", 1, 8), ("3/2", 3, 2), ("1.5/0.5", 3, 1),
    ("100%", 1, 1),
    ("999999999", 999_999_999, 1), ("0.000000001", 1, 1_000_000_000),
  ])
  func textIsParsedExactly(text: String, numerator: Int64, denominator: Int64) {
    #expect(Ratio(parsing: text) == Ratio(numerator, over: denominator))
  }

  @Test func equalFractionsAreEqual() {
    #expect(Ratio(2, over: 4) == Ratio(1, over: 2))
    #expect(Ratio(2, over: 4)?.hashValue == Ratio(1, over: 2)?.hashValue)
    #expect(Ratio(2, over: 4) != Ratio(2, over: 3))
  }

  @Test(arguments: [
    "", "0", "0%", "-1", "+1", "1.", ".5", "1/0", "1//2", "x", "1 ", "1e3", "1.0000000001", "1/2/3", "%",
  ])
  func invalidRatioIsRejected(text: String) { #expect(Ratio(parsing: text) == nil) }

  @Test(arguments: [(10, 3), (11, 4), (-10, -3), (-11, -4), (-12, -4)] as [(Int64, Int64)])
  func durationIsDividedToTheNearestNanosecond(span: Int64, third: Int64) throws {
    let three = try #require(Ratio(3))
    #expect(Nanoseconds(rawValue: span).divided(by: three) == Nanoseconds(rawValue: third))
  }

  @Test func halfIsRoundedUp() throws {
    let two = try #require(Ratio(2))
    #expect(Nanoseconds(rawValue: 3).divided(by: two) == Nanoseconds(rawValue: 2))
    #expect(Nanoseconds(rawValue: -3).divided(by: two) == Nanoseconds(rawValue: -1))
  }

  @Test func overflowIsRejected() throws {
    let tenth = try #require(Ratio(1, over: 10))
    #expect(Nanoseconds(rawValue: .max).divided(by: tenth) == nil)
  }
}
