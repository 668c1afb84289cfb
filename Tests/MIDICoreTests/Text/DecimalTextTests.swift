import MIDICore
import Testing

/// Counts of tenths, hundredths, and so on as decimal numbers.
@Suite struct DecimalTextTests {
  @Test(arguments: [
    (1200, 3, "1.2"), (1234, 3, "1.234"), (100, 2, "1"), (5, 2, "0.05"), (0, 3, "0"), (-5, 2, "-0.05"),
    (-1200, 2, "-12"), (120, 0, "120"), (Int64.min, 6, "-9223372036854.775808"),
  ])
  func trailingZerosAreDropped(count: Int64, decimals: Int, text: String) {
    #expect(decimalText(count, decimals: decimals) == text)
  }

  @Test(arguments: [
    (1200, 3, "1.200"), (100, 2, "1.00"), (0, 2, "0.00"), (-50, 2, "-0.50"), (7, 1, "0.7"), (120, 0, "120"),
  ])
  func zerosAreKept(count: Int64, decimals: Int, text: String) {
    #expect(decimalText(count, decimals: decimals, keepsZeros: true) == text)
  }
}
