import MIDICore
import Testing

/// Text that is safe to print in a terminal.
@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("C4 \"é\" 日本 🎹", "C4 \"é\" 日本 🎹"), ("\u{1B}[2J", "\\x1B[2J"), ("a\nb\tc\r\n", "a\\x0Ab\\x09c\\x0D\\x0A"),
    ("\u{7F}\u{9B}", "\\x7F\\x9B"), ("\u{202E}dim\u{2066}\u{61C}", "\\u202Edim\\u2066\\u061C"),
    ("\u{2028}\u{FEFF}", "\\u2028\\uFEFF"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
  ])
  func printableTextIsOneLineWithoutInvisibleScalars(text: String, printable: String) {
    #expect(text.printable == printable)
    #expect(printable.printable == printable)
  }

  @Test(arguments: [
    ("a\nb\tc", "a\nb\tc"), ("a\r\nb", "a\\x0D\nb"),
    ("\u{1B}[38;5;12mé\u{1B}[0m", "\u{1B}[38;5;12mé\u{1B}[0m"),
    ("\u{1B}[m", "\u{1B}[m"), ("\u{1B}[2Jé", "\\x1B[2Jé"), ("\u{1B}]0;x\u{7}", "\\x1B]0;x\\x07"),
    ("\u{1B}[31", "\\x1B[31"), ("é\u{202E}", "é\\u202E"),
  ])
  func printableLinesKeepLineFeedsTabsAndColors(text: String, printable: String) {
    #expect(text.printableLines == printable)
  }

  /// Time that grows with the square of the length would be hours.
  @Test(.timeLimit(.minutes(1)), arguments: ["é", "\u{1B}[31mé\n", "\u{202E}", "\u{1B}[31", "♪\t"])
  func longTextTakesLinearTime(part: String) {
    let count = 1_000_000
    let text = String(repeating: part, count: count)
    #expect(text.printableLines.utf8.count == part.printableLines.utf8.count * count)
    #expect(text.printable.utf8.count == part.printable.utf8.count * count)
  }
}
