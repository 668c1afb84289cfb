internal import MIDICore

/// The line differences between an expected and an actual text.
///
/// Lines are compared byte for byte. A line feed ends a line and starts the next, so a missing final line feed is a
/// missing empty line.
public struct TextComparison: Hashable, Sendable, Encodable {
  /// A line that only one of the texts has.
  public struct Change: Hashable, Sendable, Encodable {
    /// The text that has the line.
    public enum Kind: String, Sendable, Encodable {
      /// The line was expected, but is missing.
      case missing
      /// The line is unexpected.
      case extra
    }

    /// The text that has the line: `missing` for the expected one, `extra` for the actual one.
    public let kind: Kind
    /// The line number in that text, from 1.
    public let line: Int
    /// The line without its line feed.
    public let text: String

    /// Creates a change with the given values.
    public init(_ kind: Kind, line: Int, text: String) {
      self.kind = kind
      self.line = line
      self.text = text
    }
  }

  /// The changes in the order of the texts. At one position, missing lines come first.
  public let changes: [Change]

  /// Compares two texts.
  ///
  /// If the texts have little in common, the number of changes may exceed the minimum.
  ///
  /// - Complexity: O(*n* + *n* · *d*), where *n* is the number of lines, and *d* the number of changes, at most 256.
  public init(expected: String, actual: String) {
    let (expected, actual) = (Self.lines(of: expected), Self.lines(of: actual))
    let (missing, extra) = Self.differingLines(expected, actual)
    func changes(
      _ kind: Change.Kind, _ indices: [Int], of lines: [ArraySlice<UInt8>]
    ) -> [(place: Int, change: Change)] {
      indices.enumerated().map { differingCount, index in
        let text = String(decoding: lines[index], as: UTF8.self)
        // The position of a line is the number of equal lines before it.
        return (index - differingCount, Change(kind, line: index + 1, text: text))
      }
    }
    self.changes = (changes(.missing, missing, of: expected) + changes(.extra, extra, of: actual))
      .ordered(by: \.place).map(\.change)
  }

  /// Creates a comparison from known changes.
  public init(changes: [Change]) { self.changes = changes }

  /// Compared as bytes, because Swift treats texts as equal that only look alike.
  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
