internal import MIDICore

/// Outcomes as GitHub Actions show them: annotations of files, and a summary of the step.
///
/// GitHub's documentation specifies the formats: "Workflow commands for GitHub Actions".
extension [SessionOutcome] {
  /// The maximum number of annotations. GitHub shows ten errors of a step; the summary has the others.
  private static var annotationLimit: Int { 10 }
  /// The maximum number of rows in a summary, whose size GitHub limits to one megabyte.
  private static var rowLimit: Int { 1000 }

  /// The workflow commands that annotate the files of outcomes that didn't pass, by line.
  package var gitHubAnnotations: [String] {
    lazy.compactMap(\.gitHubAnnotation).prefix(Self.annotationLimit).map(\.self)
  }

  /// The summary of the step in Markdown: the counts, and a table of the outcomes that didn't pass.
  package var gitHubSummary: String {
    let others = filter { $0.reason != nil }
    var lines = ["### midirec: \(countText)", ""]
    guard !others.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["| Session | Result | First difference | Time |", "|---|---|---|---:|"]
    for outcome in others.prefix(Self.rowLimit) {
      let cells = [
        outcome.name, outcome.reason ?? "", outcome.firstDifference ?? "",
        "\(outcome.duration.secondsText) s",
      ]
      lines.append("| \(cells.map(\.markdownCell).joined(separator: " | ")) |")
    }
    let rest = others.count - Self.rowLimit
    if rest > 0 { lines += ["", "… and \(pluralized(rest, "result")) more"] }
    return (lines + [""]).joined(separator: "\n")
  }
}

extension SessionOutcome {
  /// The workflow command that annotates a file, or `nil` if the session passed.
  fileprivate var gitHubAnnotation: String? {
    guard let reason else { return nil }
    var properties: [String] = []
    if let place {
      let file = place.file.hasPrefix("./") ? String(place.file.dropFirst(2)) : place.file
      properties.append("file=\(file.escaped(asProperty: true))")
      if let line = place.line { properties.append("line=\(line)") }
    }
    properties.append("title=\(name.escaped(asProperty: true))")
    let message = [reason, firstDifference].compactMap(\.self).joined(separator: "\n")
    return "::error \(properties.joined(separator: ","))::\(message.escaped(asProperty: false))"
  }
}

extension String {
  /// Returns the text with the escapes of a workflow command.
  fileprivate func escaped(asProperty isProperty: Bool) -> String {
    var result = ""
    for scalar in unicodeScalars {
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

  /// The text as the cell of a table, without the characters that have a meaning there.
  fileprivate var markdownCell: String {
    var result = ""
    // Markdown has no clusters: a combining character after a sign doesn't change its meaning.
    for scalar in printable.unicodeScalars {
      if "\\|<>&*_`[]#~".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
