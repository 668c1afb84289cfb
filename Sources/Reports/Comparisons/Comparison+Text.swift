package import MIDICore
package import MIDIFiles
package import Timelines

extension Comparison {
  /// Returns the human-readable comparison: the verdict with the number of differences of each kind, the alignment, and
  /// then one difference per line, in order of time.
  ///
  /// - Parameters:
  ///   - expectedName: The name of the expected recording.
  ///   - actualName: The name of the actual recording.
  ///   - differenceLimit: The maximum number of listed differences, or `nil` for all.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - meter: The bars and beats of the times, or `nil` for seconds.
  package func text(
    expectedName: String, actualName: String, differenceLimit: Int?, middleC: MiddleC = .octave4,
    meter: MeterMap? = nil
  ) -> String {
    var lines = [
      "expected: \(expectedName.printable): \(given.contentText)",
      "actual:   \(actualName.printable): \(actual.contentText)",
      verdictText,
    ]
    if let alignmentText { lines.append(alignmentText) }
    if !differences.isEmpty {
      lines += [""] + differenceLines(limit: differenceLimit, middleC: middleC, meter: meter)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the differences, one per line, each with its time on the expectation's time axis.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of listed differences, or `nil` for all. The last line counts the rest.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - meter: The bars and beats of the times, or `nil` for seconds.
  /// - Complexity: O(*n*), where *n* is the number of lines.
  func differenceLines(limit: Int?, middleC: MiddleC = .octave4, meter: MeterMap? = nil) -> [String] {
    let listed = differences.prefix(max(0, limit ?? differences.count))
    let rows = listed.map { difference in
      (
        time: time(of: difference).map { timeText($0, meter) },
        text: text(of: difference, middleC: middleC, meter: meter)
      )
    }
    let width = rows.compactMap { $0.time?.count }.max() ?? 0
    var lines = rows.map { time, text in
      let line = "\(text.subject): \(text.verdict)"
      return time.map { "\(padded($0, to: width))  \(line)" } ?? line
    }
    let rest = differences.count - listed.count
    if rest > 0 { lines.append("… and \(grouped(rest)) more") }
    return lines
  }

  /// The verdict in one line: the tolerance within which the takes are equal, or the number of differences of each
  /// kind.
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

  /// The alignment of the actual take, or `nil` if it needs none.
  var alignmentText: String? {
    let parts = alignment.parts
    return parts.isEmpty ? nil : "aligned:  the actual take is \(parts.joined(separator: ", "))"
  }
}

extension Performance {
  /// The contents, such as `288 notes, 40 controller changes, 12 other messages, 61.25 s`.
  ///
  /// Bends, pressures, programs, and parameters count as controllers.
  fileprivate var contentText: String {
    let changeCount = curves.reduce(0) { $0 + $1.steps.count }
    let counts = [
      pluralized(notes.count, "note"), changeCount > 0 ? pluralized(changeCount, "controller change") : nil,
      events.isEmpty ? nil : pluralized(events.count, "other message"),
    ]
    return "\(counts.compactMap(\.self).joined(separator: ", ")), \(end.shortText)"
  }
}

extension Ratio {
  /// The ratio as text: `20%`, or `1/3` if it isn't a whole number of thousandths of a percent.
  fileprivate var partText: String {
    let (thousandths, rest) = (Int128(numerator) * 100_000).quotientAndRemainder(
      dividingBy: Int128(denominator))
    guard rest == 0, let count = Int64(exactly: thousandths) else { return "\(numerator)/\(denominator)" }
    return decimalText(count, decimals: 3) + "%"
  }
}
