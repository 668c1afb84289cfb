internal import MIDICore

/// Outcomes as GitHub Actions show them: annotations of files, and a summary of the step.
///
/// GitHub's documentation specifies the formats: "Workflow commands for GitHub Actions".
package enum GitHubReport {
  /// The maximum number of annotations. GitHub shows ten errors of a step; the summary has the others.
  private static let annotationLimit = 10
  /// The maximum number of rows in a summary, whose size GitHub limits to one megabyte.
  private static let rowLimit = 1000

  /// Returns the workflow commands that annotate the files of outcomes that didn't pass, by line.
  package static func annotations(of outcomes: [SessionOutcome]) -> [String] {
    outcomes.lazy.compactMap(annotation).prefix(annotationLimit).map(\.self)
  }

  private static func annotation(of outcome: SessionOutcome) -> String? {
    guard let reason = outcome.reason else { return nil }
    var properties: [String] = []
    if let place = outcome.place {
      let file = place.file.hasPrefix("./") ? String(place.file.dropFirst(2)) : place.file
      properties.append("file=\(escaped(file, isProperty: true))")
      if let line = place.line { properties.append("line=\(line)") }
    }
    properties.append("title=\(escaped(outcome.name, isProperty: true))")
    let message = [reason, outcome.firstDifference].compactMap(\.self).joined(separator: "\n")
    return "::error \(properties.joined(separator: ","))::\(escaped(message, isProperty: false))"
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the summary of the step in Markdown: the counts, and a table of the outcomes that didn't pass.
  package static func summary(of outcomes: [SessionOutcome]) -> String {
    let others = outcomes.filter { $0.reason != nil }
    var lines = ["### midirec: \(outcomes.countText)", ""]
    guard !others.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["| Session | Result | First difference | Time |", "|---|---|---|---:|"]
    for outcome in others.prefix(rowLimit) {
      let cells = [
        outcome.name, outcome.reason ?? "", outcome.firstDifference ?? "",
        "\(outcome.duration.secondsText) s",
      ]
      lines.append("| \(cells.map(cell).joined(separator: " | ")) |")
    }
    let rest = others.count - rowLimit
    if rest > 0 { lines += ["", "… and \(pluralized(rest, "result")) more"] }
    return (lines + [""]).joined(separator: "\n")
  }

  /// Returns text as the cell of a table, without the characters that have a meaning there.
  private static func cell(_ text: String) -> String {
    var result = ""
    // Markdown has no clusters: a combining character after a sign doesn't change its meaning.
    for scalar in text.printable.unicodeScalars {
      if "\\|<>&*_`[]#~".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
