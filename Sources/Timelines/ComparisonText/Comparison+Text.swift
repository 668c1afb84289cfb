package import MIDICore

extension Comparison: CustomStringConvertible {
  /// The verdict, the alignment, and one line per difference, as `midirec diff` prints them.
  public var description: String {
    lines(differenceLines(limit: nil)).joined(separator: "\n")
  }

  /// Returns a difference in words, such as `E4 on channel 1: late by 20 ms`.
  ///
  /// - Parameter difference: One of ``differences``. It refers to notes of this comparison.
  public func description(of difference: Difference) -> String {
    let words = text(of: difference)
    return "\(words.subject): \(words.verdict)"
  }

  /// Returns the verdict and the alignment before the lines of differences.
  private func lines(_ differenceLines: [String]) -> [String] {
    [verdictText] + [alignmentText].compactMap(\.self)
      + (differenceLines.isEmpty ? [] : [""] + differenceLines)
  }

  /// Returns the human-readable comparison: the verdict with the number of differences of each kind, the alignment, and
  /// then one difference per line, in order of time.
  ///
  /// - Parameters:
  ///   - expectedName: The name of the expected take.
  ///   - actualName: The name of the actual take.
  ///   - differenceLimit: The maximum number of listed differences, or `nil` for all.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - timeText: Returns the text of a time.
  ///   - cellText: Returns the text of a cell's place by its number, or `nil` for numbers.
  package func text(
    expectedName: String, actualName: String, differenceLimit: Int?, middleC: MiddleC = .octave4,
    timeText: (Nanoseconds) -> String = { "\($0)" }, cellText: ((Int) -> String)? = nil
  ) -> String {
    let names = [
      "expected: \(expectedName.printable): \(given.contentText)",
      "actual:   \(actualName.printable): \(actual.contentText)",
    ]
    let listed = differenceLines(
      limit: differenceLimit, middleC: middleC, timeText: timeText, cellText: cellText)
    return (names + lines(listed)).joined(separator: "\n")
  }

  /// Returns the differences, one per line, each with its time on the expectation's time axis.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of listed differences, or `nil` for all. The last line counts the rest.
  ///   - middleC: The octave of middle C in names of notes.
  ///   - timeText: Returns the text of a time.
  ///   - cellText: Returns the text of a cell's place by its number, or `nil` for numbers.
  /// - Complexity: O(*n*), where *n* is the number of lines.
  package func differenceLines(
    limit: Int?, middleC: MiddleC = .octave4, timeText: (Nanoseconds) -> String = { "\($0)" },
    cellText: ((Int) -> String)? = nil
  ) -> [String] {
    let listed = differences.prefix(max(0, limit ?? differences.count))
    let rows = listed.map { difference in
      (
        time: time(of: difference).map(timeText),
        text: text(of: difference, middleC: middleC, timeText: timeText, cellText: cellText)
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
  package var alignmentText: String? {
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
