internal import MIDICore
package import MIDIFiles
package import Sessions
internal import SystemPackage
internal import Timelines

/// A pending result as text: the differences in words, then the different lines.
package struct PendingChangeText {
  private static let listedCount = 20

  private let change: PendingChange
  private let contents: PendingChange.Contents
  private let meter: MeterMap?

  /// Creates the text of a pending change.
  ///
  /// - Parameter meter: The bars and beats of the times, or `nil` for seconds.
  package init(_ change: PendingChange, _ contents: PendingChange.Contents, meter: MeterMap? = nil) {
    self.change = change
    self.contents = contents
    self.meter = meter
  }

  /// Returns the lines, which contain no control characters except colors.
  package func lines(isColored: Bool) -> [String] {
    switch contents {
    case .timeline(let timelines): lines(timelines, isColored)
    case .text(let texts): lines(texts, isColored)
    case .artifact(let artifact): lines(artifact)
    }
  }

  private func lines(_ artifact: PendingChange.ArtifactContents) -> [String] {
    let listening = "\(artifact.invitation): \(change.file.pendingPath)".printable
    switch artifact.judgment {
    case nil: return ["No expected result yet. The actual result \(artifact.summary).", listening]
    case .same?: return ["the same", listening]
    case .alike(let remark)?: return [remark.printable, listening]
    case .different(let difference)?: return difference.text + [listening]
    }
  }

  private func lines(_ timelines: PendingChange.TimelineContents, _ isColored: Bool) -> [String] {
    guard let expected = timelines.expected, let comparison = timelines.comparison else {
      let notes = Performance(timelines.pending).notes.count
      let lines = timelines.pending.text.split(separator: "\n")
      return ["No expected result yet. The actual result has \(pluralized(notes, "note")):"]
        + Self.listed(lines.map { ("+", $0) }, isColored)
    }
    let words = comparison.text(
      expectedName: name(change.file.acceptedPath.lastComponent?.string),
      actualName: name(change.file.pendingPath.lastComponent?.string), differenceLimit: Self.listedCount,
      meter: meter)
    let changes = TimelineLineChanges(from: expected, to: timelines.pending).changes
    return words.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      + (changes.isEmpty ? [] : [""] + Self.listed(changes, isColored))
  }

  private func lines(_ texts: PendingChange.TextContents, _ isColored: Bool) -> [String] {
    guard let comparison = texts.comparison else {
      // Split by Unicode scalars, because Swift treats a carriage return and a line feed as one character.
      let lines = texts.pending.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Substring($0) }
      // The text after the last line feed isn't a line.
      let whole = lines.last?.isEmpty == true ? lines.dropLast() : lines
      return ["No expected result yet. The actual result has \(pluralized(whole.count, "line")):"]
        + Self.listed(whole.map { ("+", $0) }, isColored)
    }
    return [comparison.verdictText, ""]
      + Self.listed(comparison.changes.map { ($0.kind.sign, $0.text[...]) }, isColored)
  }

  private func name(_ text: String?) -> String { text ?? "" }

  private static func listed(_ changes: [(sign: String, line: Substring)], _ isColored: Bool) -> [String] {
    let lines = changes.prefix(listedCount).map { sign, line in
      let text = "\(sign) \(String(line).printable)"
      return isColored ? "\u{1B}[\(sign == "+" ? 32 : 31)m\(text)\u{1B}[m" : text
    }
    let rest = changes.count - lines.count
    return rest > 0 ? lines + ["… and \(pluralized(rest, "line")) more"] : lines
  }
}
