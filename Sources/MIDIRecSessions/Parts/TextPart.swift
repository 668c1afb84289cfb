package import MIDICore
internal import MIDIRecReports
package import SystemPackage
package import Timelines

/// A compared text: the output of a program, or a file that it wrote.
package struct TextPart: ComparedPart {
  /// The text in UTF-8.
  private let file: [UInt8]

  /// Creates a part from a text.
  package init(_ text: String) { file = Array(text.utf8) }

  package init(_ file: [UInt8], of path: FilePath) throws(SessionError) {
    guard String(validating: file, as: UTF8.self) != nil else {
      throw SessionError(.badData, path, line: file.lineThatIsNotUTF8, "expected UTF-8, found other bytes")
    }
    self.file = file
  }

  package var text: String { String(decoding: file, as: UTF8.self) }

  package static var form: String { "a text" }

  package static func fits(_ file: [UInt8], as name: PartName) -> Bool {
    [.output, .errors, .file].contains(name)
  }

  /// Equal lines need no context.
  package static func context(
    _ options: Comparison.Options, accepted: () -> Timeline?, recording: () -> Recording
  ) -> Never? { nil }

  package func stored(for session: FilePath) -> (part: TextPart, file: [UInt8]) { (self, file) }
  package func isStored(in file: [UInt8]) -> Bool { file == self.file }
  package func isSame(as other: TextPart) -> Bool { file == other.file }

  package func judgment(against expected: TextPart, in context: Never?) -> TextComparison {
    TextComparison(expected: expected.text, actual: text)
  }

  package var summary: String { "has \(pluralized(text.textLines.count, "line"))" }

  package func changedLines(from expected: TextPart?) -> [ContextLines.Line] {
    let text = text
    guard let expected else { return text.textLines.map { ("+", $0) } }
    return ContextLines(TextComparison(expected: expected.text, actual: text), of: text).lines
  }

  /// The comparison with an empty text.
  package var newJudgment: TextComparison? { TextComparison(expected: "", actual: text) }
}

extension TextComparison: PartJudgment {
  /// The maximum length of a printed line. The rest of a line is rarely useful and may be megabytes.
  private static let maxLineLength = 200

  /// The number of different lines: `1 line missing, 2 lines extra`.
  package var finding: String? {
    let missingCount = changes.count { $0.kind == .missing }
    let counts = [(missingCount, Change.Kind.missing), (changes.count - missingCount, .extra)]
      .filter { $0.0 > 0 }
      .map { count, kind in "\(pluralized(count, "line")) \(kind.rawValue)" }
    return counts.isEmpty ? nil : counts.joined(separator: ", ")
  }

  package var pattern: AnyHashable { Set(changes.map { "\($0.kind.rawValue) \($0.text)" }) }

  /// Returns the different lines with their sign and line number: `-12  volume 7`. The last line counts the rest.
  package func lines(limit: Int?, _ style: PartStyle = PartStyle()) -> [String] {
    let listed = changes.prefix(max(0, limit ?? changes.count))
    let width = listed.map { String($0.line).count }.max() ?? 0
    var lines = listed.map { change in
      let number = String(change.line)
      let space = String(repeating: " ", count: width - number.count)
      return "\(space)\(change.kind.sign)\(number)  \(change.shortText(Self.maxLineLength))"
    }
    let rest = changes.count - listed.count
    if rest > 0 { lines.append("… and \(grouped(rest)) more") }
    return lines
  }

  package func reviewLines(_ names: PartNames, limit: Int, _ style: PartStyle) -> [String] { [verdictText] }

  package func describe(in document: inout SessionsDocument.Outcome, _ style: PartStyle) {
    document.text = self
  }

  package func page(
    _ title: String, _ names: PartNames, _ style: PartStyle, of files: PartFiles?, home: String?
  ) -> [UInt8]? {
    HTMLPage.textPage(title: title, verdictText, table, home: home)
  }
}

extension TextComparison.Change {
  /// Returns the line without control characters, shortened to a number of characters.
  func shortText(_ count: Int) -> String {
    let text = String(text.prefix(count + 1)).printable
    return text.count > count ? "\(text.prefix(count - 1))…" : text
  }
}

extension TextComparison.Change.Kind {
  /// The sign as in a diff: `-` for missing, `+` for extra.
  var sign: String { self == .missing ? "-" : "+" }
}

extension String {
  /// The lines without their line feeds. The text after the last line feed is a line only if it isn't empty.
  ///
  /// They are split by Unicode scalars, because Swift treats a carriage return and a line feed as one character.
  var textLines: [Substring] {
    let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}
