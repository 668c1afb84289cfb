import Testing

@testable import MIDIRecPrograms
@testable import MIDIRecSessions

@Suite struct RedactionTests {
  private func redact(_ text: String, _ pairs: KeyValuePairs<String, String>) throws -> String {
    var settings = ProgramSettings()
    settings.redactions = pairs.map { Session.Pair(key: $0, value: $1, line: 1) }
    return try settings.redact(text)
  }

  @Test func eachMatchIsReplaced() throws {
    #expect(try redact("client 128, client 9\n", ["client \\d+": "client N"]) == "client N, client N\n")
  }

  @Test func redactionsApplyInOrder() throws {
    #expect(try redact("pid 17", ["\\d+": "N", "pid N": "a process"]) == "a process")
    #expect(try redact("pid 17", ["pid N": "a process", "\\d+": "N"]) == "pid N")
  }

  @Test func replacementIsLiteral() throws {
    #expect(try redact("a1", ["(\\d)": "$1\\1"]) == "a$1\\1")
  }

  @Test func lineAnchorsMatchLines() throws {
    #expect(try redact("1\n12\n3", ["^\\d$": "x"]) == "x\n12\nx")
    #expect(try redact("a 1\r\nb 2\r\n", ["\\d": "N"]) == "a N\r\nb N\r\n")
  }

  /// `e` with an accent is one character for a reader and two code points for a program.
  @Test func codePointsAreMatched() throws {
    #expect(try redact("e\u{301}", ["e": "a"]).unicodeScalars.elementsEqual("a\u{301}".unicodeScalars))
  }

  @Test func catastrophicBacktrackingFails() throws {
    let text = String(repeating: "a", count: 60)
    #expect(
      throws: SubjectFailure(
        .misbehaved, #"wrote text that the redaction "(a|aa)+$" can't be applied to: matching takes too long"#
      )
    ) { try redact(text + "!", ["(a|aa)+$": "x"]) }
    #expect(try redact(text, ["(a|aa)+$": "x"]) == "x")
  }

  @Test func longTextIsRedactedCompletely() throws {
    let lines = Array(repeating: "event 12:34 at 56", count: 100_000).joined(separator: "\n")
    let expected = Array(repeating: "event C:P at 56", count: 100_000).joined(separator: "\n")
    #expect(try redact(lines, [#"\b\d+:\d+\b"#: "C:P"]) == expected)
    // The result is longer than the text.
    #expect(try redact("aaa", ["a": String(repeating: "b", count: 1000)]).count == 3000)
  }

  @Test func textWithoutMatchIsUnchanged() throws {
    #expect(try redact("1 2 3\n", [:]) == "1 2 3\n")
  }
}
