internal import MIDICore
public import Timelines

extension Comparison {
  /// The comparison for a person: what was compared, the differences, and the verdict in the last line.
  ///
  /// - Parameters:
  ///   - expectedName: What the expected recording is called.
  ///   - actualName: What the actual one is called.
  ///   - differenceLimit: How many differences are listed; all, if there is no limit.
  public func text(expectedName: String, actualName: String, differenceLimit: Int?) -> String {
    var lines = [
      "expected: \(expectedName): \(expected.contentText)",
      "actual:   \(actualName): \(actual.contentText)",
    ]
    if shift != .zero {
      lines.append("aligned:  the actual recording is \(shiftText) as a whole")
    }
    let listed = differences.prefix(differenceLimit ?? differences.count)
    if !listed.isEmpty { lines.append("") }
    lines += listed.map(\.text)
    if listed.count < differences.count {
      lines.append("… and \(differences.count - listed.count) more")
    }
    if !listed.isEmpty { lines.append("") }
    lines.append(verdictText)
    return lines.joined(separator: "\n")
  }

  /// The verdict in one line.
  public var verdictText: String {
    if differences.isEmpty {
      let tolerance = "within \(milliseconds(options.tolerance))"
      return "same: every note and message \(tolerance), onsets at most \(milliseconds(largestDeviation)) off"
    }
    let counts = DifferenceCounts(differences).parts.map { "\($0.count) \($0.name)" }
    return "different: \(counts.joined(separator: ", "))"
  }

  private var shiftText: String {
    shift > .zero ? "\(shift) s later" : "\(shift.magnitude) s earlier"
  }
}

extension Performance {
  /// `288 notes, 12 other messages`.
  fileprivate var contentText: String {
    "\(counted(notes.count, "note")), \(counted(otherMessages.count, "other message"))"
  }
}
