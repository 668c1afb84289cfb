import Testing

@testable import Harness

@Suite struct RedactionTests {
  private func redact(_ text: String, _ pairs: KeyValuePairs<String, String>) -> String {
    var settings = ProgramSettings()
    settings.redactions = pairs.map { ProgramSettings.Redaction(pattern: $0, replacement: $1, line: 1) }
    return settings.redact(text)
  }

  @Test func eachMatchIsReplaced() {
    #expect(redact("client 128, client 9\n", ["client \\d+": "client N"]) == "client N, client N\n")
  }

  @Test func oneComesAfterTheOther() {
    #expect(redact("pid 17", ["\\d+": "N", "pid N": "a process"]) == "a process")
    #expect(redact("pid 17", ["pid N": "a process", "\\d+": "N"]) == "pid N")
  }

  @Test func aReplacementStandsAsItIs() {
    #expect(redact("a1", ["(\\d)": "$1\\1"]) == "a$1\\1")
  }

  @Test func lineEndsAreKnown() {
    #expect(redact("1\n12\n3", ["^\\d$": "x"]) == "x\n12\nx")
    #expect(redact("a 1\r\nb 2\r\n", ["\\d": "N"]) == "a N\r\nb N\r\n")
  }

  /// `e` and an accent are one character to a reader and two code points to a program.
  @Test func codePointsAreMatched() {
    #expect(redact("e\u{301}", ["e": "a"]).unicodeScalars.elementsEqual("a\u{301}".unicodeScalars))
  }

  @Test func withoutAnythingVolatileTheTextStays() {
    #expect(redact("1 2 3\n", [:]) == "1 2 3\n")
  }
}
