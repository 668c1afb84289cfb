internal import MIDICore
package import MIDIFiles

extension MIDIFile.Diagnostics {
  /// How many there are, and those that are listed, one a line: `2 violations of the specification:` and so on.
  package var text: String {
    let rest = count - listed.count
    let lines = ["\(pluralized(count, "violation")) of the specification:"] + listed.map { "  \($0)" }
    return (lines + (rest > 0 ? ["  … and \(grouped(rest)) more"] : [])).joined(separator: "\n")
  }
}

/// A place where a file breaks the specification, and what was made of it, for other programs.
package struct ViolationDocument: Encodable {
  var offset: Int
  var expected: String
  var found: String
  var repair: String

  /// Makes the document of a diagnostic.
  package init(_ diagnostic: MIDIFile.Diagnostic) {
    offset = diagnostic.violation.offset
    expected = diagnostic.violation.expected
    found = diagnostic.violation.found
    repair = diagnostic.repair
  }
}
