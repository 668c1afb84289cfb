import MIDIRecReports
import Testing

/// JSON text that is safe to print in a terminal.
@Suite struct JSONTextTests {
  @Test(arguments: [
    ("Flöte ♪ 日本 /", #"["Flöte ♪ 日本 /"]"#), ("\u{9B}\u{7F}\u{202E}é", #"["\u009b\u007f\u202eé"]"#),
    ("می\u{200C}خواهم", #"["می\u200cخواهم"]"#), ("\u{1B}\n", #"["\u001b\n"]"#),
  ])
  func invisibleScalarsAreEscaped(text: String, json: String) throws {
    #expect(try JSONText.line(of: [text]) == json)
  }

  /// Time that grows with the square of the length would be hours.
  @Test(.timeLimit(.minutes(1))) func longDocumentTakesLinearTime() throws {
    let count = 200_000
    let json = try JSONText.line(of: [String(repeating: "µ\u{9B}", count: count)])
    #expect(json.utf8.count == count * #"µ\u009b"#.utf8.count + 4)
  }
}
