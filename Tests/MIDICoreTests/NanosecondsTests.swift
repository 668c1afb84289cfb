import MIDICore
import Testing

@Suite struct NanosecondsTests {
  @Test func secondsMayHaveFractions() {
    #expect(Nanoseconds.seconds(0.5) == .milliseconds(500))
    #expect(Nanoseconds.seconds(-0.0000000016).rawValue == -2)
  }

  @Test(arguments: [
    ("5ms", 5_000_000), ("1.5s", 1_500_000_000), ("0", 0), ("250us", 250_000),
    ("2m", 120_000_000_000),
    ("1h", 3_600_000_000_000), ("7ns", 7), ("0.000000001s", 1), ("0.5ms", 500_000),
  ])
  func durationIsParsedWithItsUnit(text: String, nanoseconds: Int64) {
    #expect(Nanoseconds(parsing: text)?.rawValue == nanoseconds)
  }

  @Test func durationIsTruncatedToWholeNanoseconds() {
    #expect(Nanoseconds(.seconds(2) + .nanoseconds(3)) == Nanoseconds(rawValue: 2_000_000_003))
    #expect(Nanoseconds(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)).rawValue == 1)
  }

  @Test(arguments: [
    "", "ms", "-1s", "1.s", ".5s", "1e3s", "5 ms", "1.2.3s", "٣s", "99999999999999999999s", "9999999999h",
    "30", "0.5",
    "00",
  ])
  func invalidDurationIsRejected(text: String) {
    #expect(Nanoseconds(parsing: text) == nil)
  }

  @Test(arguments: [
    (12_345_678_900, "12.345679"), (0, "0.000000"), (499, "0.000000"), (500, "0.000001"),
    (-1_500_000, "-0.001500"),
    (-499, "0.000000"),
  ])
  func descriptionIsSecondsWithSixDecimals(nanoseconds: Int64, text: String) {
    #expect(Nanoseconds(rawValue: nanoseconds).description == text)
  }

  @Test func millisecondsTextHasThreeDecimals() {
    #expect(Nanoseconds(rawValue: 7_250_000).millisecondsText() == "7.250")
    #expect(Nanoseconds(rawValue: 7_250_000).millisecondsText(signed: true) == "+7.250")
    #expect(Nanoseconds(rawValue: -1000).millisecondsText() == "-0.001")
  }

  @Test(
    arguments: [
      (0, "0:00.0"), (62_399, "1:02.3"), (-1250, "-0:01.2"), (-62_399, "-1:02.3"), (-50, "0:00.0"),
    ] as [(Int64, String)])
  func clockTextOfANegativeTimeHasOneSign(milliseconds: Int64, text: String) {
    #expect(Nanoseconds.milliseconds(milliseconds).clockText == text)
  }
}
