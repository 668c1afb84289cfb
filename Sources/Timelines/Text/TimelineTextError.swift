/// A line that can't stand where it does in the text of a timeline: which, what was expected, and what was found.
public struct TimelineTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  public let line: Int
  /// What was expected there.
  public let expected: String
  /// What stands there, as text that can be shown, shortened; nothing at the end of the line or of the text.
  public let found: String?

  init(line: Int, expected: String, found bytes: ArraySlice<UInt8>?) {
    self.line = line
    self.expected = expected
    found = bytes.map { bytes in
      let text = quoted(String(decoding: bytes.prefix(40), as: UTF8.self))
      return bytes.count > 40 ? text + "…" : text
    }
  }

  /// One line: `line 3: expected a velocity from 0 to 127, found "200"`.
  public var description: String { "line \(line): expected \(expected), found \(found ?? "the end")" }
}
