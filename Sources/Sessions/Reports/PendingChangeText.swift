package import Instruments
internal import MIDICore
package import MIDIFiles
internal import Reports
internal import SystemPackage
internal import Timelines

/// A pending result as text: the differences in words, then the different lines with a few equal lines around them.
package struct PendingChangeText {
  /// A line without control characters.
  package struct Line: Hashable, Sendable {
    /// The kind of a line.
    package enum Kind: Hashable, Sendable {
      /// Words, or a line that is equal in both results.
      case plain
      /// A line that only one result has.
      case missing, extra
    }

    /// The text with its sign.
    package let text: String
    /// The kind.
    package let kind: Kind

    init(_ text: String, _ kind: Kind = .plain) { (self.text, self.kind) = (text, kind) }

    /// Returns the text, or a part of it, in the color of its kind.
    package func colored(_ part: String) -> String {
      switch kind {
      case .plain: part
      case .missing: "\u{1B}[31m\(part)\u{1B}[m"
      case .extra: "\u{1B}[32m\(part)\u{1B}[m"
      }
    }
  }

  private let change: PendingChange
  private let contents: PendingChange.Contents
  private let meter: MeterMap?
  private let view: InstrumentView?

  /// Creates the text of a pending change.
  ///
  /// - Parameters:
  ///   - meter: The bars and beats of the times, or `nil` for seconds.
  ///   - view: The instrument of the notes, or `nil`.
  package init(
    _ change: PendingChange, _ contents: PendingChange.Contents, meter: MeterMap? = nil,
    view: InstrumentView? = nil
  ) {
    self.change = change
    self.contents = contents
    self.meter = meter
    self.view = view
  }

  /// Returns the lines.
  ///
  /// - Parameter limit: The maximum number of differences, and of different lines. A further line counts the rest.
  package func lines(limit: Int = 20) -> [Line] {
    switch contents {
    case .timeline(let timelines): lines(timelines, limit)
    case .text(let texts): lines(texts, limit)
    case .artifact(let artifact): lines(artifact).map { Line($0) }
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

  private func lines(_ timelines: PendingChange.TimelineContents, _ limit: Int) -> [Line] {
    guard let expected = timelines.expected, let comparison = timelines.comparison else {
      let notes = Performance(timelines.pending).notes.count
      return [Line("No expected result yet. The actual result has \(pluralized(notes, "note")):")]
        + Self.listed(timelines.pending.text.split(separator: "\n").map { ("+", $0) }, limit)
    }
    let words = comparison.text(
      expectedName: name(change.file.acceptedPath.lastComponent?.string),
      actualName: name(change.file.pendingPath.lastComponent?.string), differenceLimit: limit,
      timeText: { timeText($0, meter) }, cellText: view?.cellText)
    let changes = ContextLines(from: expected, to: timelines.pending).lines
    return words.split(separator: "\n", omittingEmptySubsequences: false).map { Line(String($0).printable) }
      + (changes.isEmpty ? [] : [Line("")] + Self.listed(changes, limit))
  }

  private func lines(_ texts: PendingChange.TextContents, _ limit: Int) -> [Line] {
    guard let comparison = texts.comparison else {
      let whole = texts.pending.textLines
      return [Line("No expected result yet. The actual result has \(pluralized(whole.count, "line")):")]
        + Self.listed(whole.map { ("+", $0) }, limit)
    }
    return [Line(comparison.verdictText), Line("")]
      + Self.listed(ContextLines(comparison, of: texts.pending).lines, limit)
  }

  private func name(_ text: String?) -> String { text ?? "" }

  private static func listed(_ lines: [ContextLines.Line], _ limit: Int) -> [Line] {
    var listed: [Line] = []
    var differentCount = 0
    let total = lines.count { ["-", "+"].contains($0.sign) }
    for (sign, line) in lines {
      if sign == "-" || sign == "+" { differentCount += 1 }
      if differentCount > limit { break }
      let kind: Line.Kind = sign == "-" ? .missing : sign == "+" ? .extra : .plain
      listed.append(sign.isEmpty ? Line("…") : Line("\(sign) \(String(line).printable)", kind))
    }
    let rest = total - min(total, limit)
    return rest > 0 ? listed + [Line("… and \(pluralized(rest, "line")) more")] : listed
  }
}
