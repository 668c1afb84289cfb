import MIDICore
import Testing

/// Words for a shell, which sees bytes.
@Suite struct ShellWordTests {
  @Test(arguments: [
    ("pedals/soft-1", "pedals/soft-1"), ("été", "été"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
    // The last scalar belongs to the same character as the quote.
    ("it'\u{301}s;x", "'it'\\''\u{301}s;x'"),
    // The first scalar belongs to the same character as the semicolon.
    ("a\u{D4E};reboot", "'a\u{D4E};reboot'"), ("a\u{D4E}`reboot`", "'a\u{D4E}`reboot`'"),
  ])
  func signsWithAMeaningAreQuoted(text: String, word: String) {
    #expect(text.shellWord.unicodeScalars.elementsEqual(word.unicodeScalars))
  }
}
