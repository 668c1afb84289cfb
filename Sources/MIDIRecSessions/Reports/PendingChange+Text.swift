internal import MIDICore
internal import SystemPackage

extension PendingChange {
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
}

extension PendingChange.Contents {
  /// Returns the pending result as text: the differences in words, then the different lines.
  ///
  /// A few equal lines surround each different line.
  ///
  /// - Parameters:
  ///   - change: The change that has these contents.
  ///   - limit: The maximum number of differences, and of different lines. A further line counts the rest.
  package func lines(
    of change: PendingChange, _ style: PartStyle = PartStyle(), limit: Int = 20
  ) -> [PendingChange.Line] {
    let changed = Self.listed(pending.changedLines(fromAny: expected), limit)
    let invitation =
      type(of: pending).isAudio
      ? [PendingChange.Line("Listen to it: \(change.file.pendingPath)".printable)] : []
    let words: [PendingChange.Line]
    if let judgment {
      let names = (change.file.acceptedPath.lastComponent, change.file.pendingPath.lastComponent)
      words =
        judgment.reviewLines((names.0?.string ?? "", names.1?.string ?? ""), limit: limit, style)
        .map { PendingChange.Line($0.printable) } + (changed.isEmpty ? [] : [PendingChange.Line("")])
    } else {
      let end = changed.isEmpty ? "." : ":"
      words = [PendingChange.Line("No expected result yet. The actual result \(pending.summary)\(end)")]
    }
    return words + changed + invitation
  }

  private static func listed(_ lines: [ContextLines.Line], _ limit: Int) -> [PendingChange.Line] {
    var listed: [PendingChange.Line] = []
    var differentCount = 0
    let total = lines.count { ["-", "+"].contains($0.sign) }
    for (sign, line) in lines {
      let differs = sign == "-" || sign == "+"
      if differs { differentCount += 1 }
      if differentCount > limit { break }
      listed.append(
        sign.isEmpty ? .init("…") : .init("\(sign) \(String(line).printable)", sign: differs ? sign : ""))
    }
    let rest = total - min(total, limit)
    return rest > 0 ? listed + [.init("… and \(pluralized(rest, "line")) more")] : listed
  }
}
