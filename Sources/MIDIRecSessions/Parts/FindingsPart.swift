package import MIDICore
internal import MIDIRecReports
package import SystemPackage
package import Timelines

/// A compared text about invariants, a line for each: `released: holds`, or the violation in place of `holds`.
package struct FindingsPart: ComparedPart {
  private let text: TextPart

  /// Creates a part from the lines of ``Session/invariantText(of:_:_:in:)``.
  init(_ text: String) { self.text = TextPart(text) }

  package init(_ file: [UInt8], of path: FilePath) throws(SessionError) {
    text = try TextPart(file, of: path)
  }

  package static var form: String { "a list of invariants" }
  package static func fits(_ file: [UInt8], as name: PartName) -> Bool { name == .findings }
  package static func context(
    _ options: Comparison.Options, accepted: () -> Timeline?, recording: () -> Recording
  ) -> Never? { nil }

  package func stored(for session: FilePath) -> (part: FindingsPart, file: [UInt8]) {
    (self, text.stored(for: session).file)
  }

  package func isStored(in file: [UInt8]) -> Bool { text.isStored(in: file) }
  package func isSame(as other: FindingsPart) -> Bool { text.isSame(as: other.text) }

  package func judgment(against expected: FindingsPart, in context: Never?) -> FindingsJudgment {
    FindingsJudgment(comparison: text.judgment(against: expected.text, in: nil))
  }

  package var summary: String { text.summary }

  package func changedLines(from expected: FindingsPart?) -> [ContextLines.Line] {
    text.changedLines(from: expected?.text)
  }

  package var newJudgment: FindingsJudgment? { text.newJudgment.map(FindingsJudgment.init) }
}

/// The invariants that are violated, or no longer, unlike in the accepted list.
package struct FindingsJudgment: PartJudgment {
  let comparison: TextComparison

  /// The changed lines of the actual list: `released: C4 on channel 1 still on 1 s after …`.
  package var finding: String? {
    let lines = comparison.changes.filter { $0.kind == .extra }.map { $0.text.printable }
    return lines.isEmpty ? comparison.finding : lines.joined(separator: "; ")
  }

  package var pattern: AnyHashable { comparison.pattern }
  // The finding is complete.
  package func lines(limit: Int?, _ style: PartStyle) -> [String] { [] }

  package func reviewLines(_ names: PartNames, limit: Int, _ style: PartStyle) -> [String] { [verdictText] }

  package func describe(in document: inout SessionsDocument.Outcome, _ style: PartStyle) {
    document.text = comparison
  }

  package func page(
    _ title: String, _ names: PartNames, _ style: PartStyle, of files: PartFiles?, home: String?
  ) -> [UInt8]? {
    comparison.page(title, names, style, of: files, home: home)
  }
}
