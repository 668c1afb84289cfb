internal import MIDICore
internal import SystemPackage

/// A pending result as text: the differences in words, then the different lines with a few equal lines around them.
package struct PendingChangeText {
  /// A line without control characters.
  package struct Line: Hashable, Sendable {
    /// The text with its sign.
    package let text: String
    /// The sign of a line that only one result has: `-` or `+`, or an empty text.
    let sign: String

    init(_ text: String, sign: String = "") { (self.text, self.sign) = (text, sign) }

    /// Returns the text, or a part of it, in the color of its sign.
    package func colored(_ part: String) -> String {
      switch sign {
      case "-": "\u{1B}[31m\(part)\u{1B}[m"
      case "+": "\u{1B}[32m\(part)\u{1B}[m"
      default: part
      }
    }
  }

  private let change: PendingChange
  private let contents: PendingChange.Contents
  private let style: PartStyle

  /// Creates the text of a pending change.
  package init(_ change: PendingChange, _ contents: PendingChange.Contents, style: PartStyle = PartStyle()) {
    self.change = change
    self.contents = contents
    self.style = style
  }

  /// Returns the lines.
  ///
  /// - Parameter limit: The maximum number of differences, and of different lines. A further line counts the rest.
  package func lines(limit: Int = 20) -> [Line] {
    let changed = Self.listed(contents.pending.changedLines(fromAny: contents.expected), limit)
    let invitation = contents.pending.invitation.map { Line("\($0): \(change.file.pendingPath)".printable) }
    let words: [Line]
    if let judgment = contents.judgment {
      let names = (change.file.acceptedPath.lastComponent, change.file.pendingPath.lastComponent)
      words =
        judgment.reviewLines((names.0?.string ?? "", names.1?.string ?? ""), limit: limit, style)
        .map { Line($0.printable) } + (changed.isEmpty ? [] : [Line("")])
    } else {
      let end = changed.isEmpty ? "." : ":"
      words = [Line("No expected result yet. The actual result \(contents.pending.summary)\(end)")]
    }
    return words + changed + [invitation].compactMap(\.self)
  }

  private static func listed(_ lines: [ContextLines.Line], _ limit: Int) -> [Line] {
    var listed: [Line] = []
    var differentCount = 0
    let total = lines.count { ["-", "+"].contains($0.sign) }
    for (sign, line) in lines {
      let differs = sign == "-" || sign == "+"
      if differs { differentCount += 1 }
      if differentCount > limit { break }
      listed.append(
        sign.isEmpty ? Line("…") : Line("\(sign) \(String(line).printable)", sign: differs ? sign : ""))
    }
    let rest = total - min(total, limit)
    return rest > 0 ? listed + [Line("… and \(pluralized(rest, "line")) more")] : listed
  }
}
