/// How a text differs from the one that is expected, line by line.
///
/// Lines are compared byte for byte. A line feed ends a line and begins the next one: that a text lacks the last one is
/// seen as an empty line that is missing.
public struct TextComparison: Hashable, Sendable {
  /// A line that only one of the texts has.
  public struct Change: Hashable, Sendable {
    /// Which text has it.
    public enum Kind: String, Sendable {
      /// It was expected, and didn't come.
      case missing
      /// It came, and wasn't expected.
      case extra
    }

    /// Which text has it.
    public let kind: Kind
    /// Its number in that text, counted from 1.
    public let line: Int
    /// The line, without its end.
    public let text: String

    /// Makes a change of its parts.
    public init(_ kind: Kind, line: Int, text: String) {
      self.kind = kind
      self.line = line
      self.text = text
    }
  }

  /// What differs, in the order of the texts; of lines at one place those that are missing come first.
  public let changes: [Change]

  /// Compares two texts.
  ///
  /// Where texts have little in common, there may be more changes than the fewest that would do.
  ///
  /// - Complexity: O(*n* + *n* · *d*) in the number of lines and in that of changes, of which 256 count at most.
  public init(expected: String, actual: String) {
    let (expected, actual) = (Self.lines(of: expected), Self.lines(of: actual))
    let difference = LineDifference(from: expected, to: actual)
    var changes: [Change] = []
    changes.reserveCapacity(difference.missing.count + difference.extra.count)
    var (missing, extra) = (difference.missing[...], difference.extra[...])
    // How many more lines one text has than the other, so far.
    var (missingCount, extraCount) = (0, 0)
    while !missing.isEmpty || !extra.isEmpty {
      // The place of a line is the number of equal lines before it.
      let missingPlace = missing.first.map { $0 - missingCount } ?? .max
      let extraPlace = extra.first.map { $0 - extraCount } ?? .max
      if missingPlace <= extraPlace {
        let index = missing.removeFirst()
        missingCount += 1
        changes.append(Change(.missing, line: index + 1, text: Self.text(of: expected[index])))
      } else {
        let index = extra.removeFirst()
        extraCount += 1
        changes.append(Change(.extra, line: index + 1, text: Self.text(of: actual[index])))
      }
    }
    self.changes = changes
  }

  /// Makes a comparison of what was found before.
  public init(changes: [Change]) { self.changes = changes }

  /// As bytes: to Swift two texts are equal that only look alike.
  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  private static func text(of line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }
}
