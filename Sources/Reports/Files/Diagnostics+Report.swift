internal import MIDICore
package import MIDIFiles

extension MIDIFile.Diagnostics {
  /// The number of violations, and the listed ones, one per line, as in `2 violations of the specification:`.
  package var text: String {
    let rest = count - listed.count
    let lines = ["\(pluralized(count, "violation")) of the specification:"] + listed.map { "  \($0)" }
    return (lines + (rest > 0 ? ["  … and \(grouped(rest)) more"] : [])).joined(separator: "\n")
  }
}

/// A violation of the specification and its repair, as JSON.
package struct ViolationDocument: Encodable {
  var offset: Int
  var expected: String
  var found: String
  var repair: String

  /// Creates the document of a diagnostic.
  package init(_ diagnostic: MIDIFile.Diagnostic) {
    offset = diagnostic.violation.offset
    expected = diagnostic.violation.expected
    found = diagnostic.violation.found
    repair = diagnostic.repair
  }
}
