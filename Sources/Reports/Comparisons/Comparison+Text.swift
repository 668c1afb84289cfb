package import MIDICore
package import Timelines

extension Comparison {
  /// The comparison for a person: what was compared, the verdict with how many differences of each kind there are, how
  /// the actual recording lies beside the expected one, and then the differences in order of time, one a line.
  ///
  /// - Parameters:
  ///   - expectedName: What the expected recording is called.
  ///   - actualName: What the actual one is called.
  ///   - differenceLimit: How many differences are listed; all, if there is no limit.
  ///   - middleC: In which octave notes are named.
  package func text(
    expectedName: String, actualName: String, differenceLimit: Int?, middleC: MiddleC = .octave4
  ) -> String {
    var lines = [
      "expected: \(expectedName.printable): \(expected.contentText)",
      "actual:   \(actualName.printable): \(actual.contentText)",
      verdictText,
    ]
    if let alignmentText { lines.append(alignmentText) }
    if !differences.isEmpty { lines += [""] + differenceLines(limit: differenceLimit, middleC: middleC) }
    return lines.joined(separator: "\n")
  }

  /// The differences, one a line, each with its time in seconds on the expectation's axis.
  ///
  /// - Parameters:
  ///   - limit: How many are listed; all, if there is no limit. How many more there are is said.
  ///   - middleC: In which octave notes are named.
  /// - Complexity: O(*n*) in the number of lines.
  func differenceLines(limit: Int?, middleC: MiddleC = .octave4) -> [String] {
    let listed = differences.prefix(max(0, limit ?? differences.count))
    let rows = listed.map { (time: time(of: $0).map { "\($0)" }, text: text(of: $0, middleC: middleC)) }
    let width = rows.compactMap { $0.time?.count }.max() ?? 0
    var lines = rows.map { time, text in
      let line = "\(text.subject): \(text.verdict)"
      return time.map { String(repeating: " ", count: width - $0.count) + "\($0)  \(line)" } ?? line
    }
    let rest = differences.count - listed.count
    if rest > 0 { lines.append("… and \(grouped(rest)) more") }
    return lines
  }

  /// The verdict in one line: the same within which tolerance, or how many differences of each kind there are.
  package var verdictText: String {
    guard differences.isEmpty else { return "different: \(DifferenceCounts(differences).text)" }
    var allowed = [
      "onsets within \(spanText(options.onsetTolerance)), at most \(spanText(maxDeviation)) off",
      "ends within \(spanText(options.offsetTolerance))"
        + (options.offsetRatio.map { " or \($0.partText) of the note" } ?? ""),
    ]
    if options.velocityTolerance > 0 { allowed.append("velocities within \(options.velocityTolerance)") }
    if options.valueTolerance > 0 { allowed.append("values within \(options.valueTolerance)") }
    return "same: \(allowed.joined(separator: "; "))"
  }

  /// How the actual recording lies beside the expected one; nothing where it lies as it is.
  var alignmentText: String? {
    let parts = alignment.parts
    return parts.isEmpty ? nil : "aligned:  the actual recording is \(parts.joined(separator: ", "))"
  }
}

extension Performance {
  /// `288 notes, 3 value curves, 12 events, 61.250000 s`.
  fileprivate var contentText: String {
    let counts = [
      pluralized(notes.count, "note"), pluralized(curves.count, "value curve"), pluralized(events.count, "event"),
    ]
    return "\(counts.joined(separator: ", ")), \(end) s"
  }
}

extension Ratio {
  /// A part of something: `20%`, or `1/3` where hundredths and their thousandths don't say it.
  fileprivate var partText: String {
    let (thousandths, rest) = (Int128(numerator) * 100_000).quotientAndRemainder(
      dividingBy: Int128(denominator))
    guard rest == 0, let count = Int64(exactly: thousandths) else { return "\(numerator)/\(denominator)" }
    return decimalText(count, decimals: 3) + "%"
  }
}
