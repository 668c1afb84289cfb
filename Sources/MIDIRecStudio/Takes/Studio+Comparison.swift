internal import MIDICore
internal import MIDIRecReports
internal import MIDIRecWorkbench
internal import SystemPackage
internal import Timelines

extension Studio {
  /// The number of listed differences, as `midirec diff` lists them.
  private static let listedCount = 20
  /// The tolerances that pages can choose.
  private static let tolerances = Nanoseconds.zero...Nanoseconds.seconds(1)

  /// Compares two takes, as `midirec diff` does.
  ///
  /// - Parameters:
  ///   - tolerance: The accepted difference of times, or `nil` for the standard one.
  ///   - makesReport: Whether to also create an HTML report.
  func compare(
    _ expected: String, _ actual: String, tolerance: Nanoseconds?, makesReport: Bool
  ) throws -> Reply {
    var options = Comparison.Options()
    if let tolerance {
      guard Self.tolerances.contains(tolerance) else { throw StudioError("tolerance must be from 0 to 1 s") }
      (options.onsetTolerance, options.offsetTolerance) = (tolerance, tolerance)
    }
    let takes = try DiffInput.performances(
      try input(expected), try input(actual), say: { [self] in tell(.notice($0)) })
    options.beats = takes.beats
    let comparison = Comparison(expected: takes.expected, actual: takes.actual, options: options)
    let words = tolerance.map { " --tolerance \($0.argument)" } ?? ""
    var command = "midirec diff \(expected.shellWord) \(actual.shellWord)\(words)"
    var report: String?
    if makesReport {
      let page = ComparisonPage(
        comparison, title: "\(expected) and \(actual)", expectedName: expected, actualName: actual)
      report = try reports.add(page.bytes())
      command += " --html report.html --open"
    }
    return Reply(
      command: command, verdict: comparison.differences.isEmpty ? "same" : "different",
      text: comparison.text(
        expectedName: expected, actualName: actual, differenceLimit: Self.listedCount,
        timeText: { timeText($0, nil) }), report: report)
  }

  private func input(_ take: String) throws -> (file: InputFile, bytes: [UInt8]) {
    let input = try DiffInput(path(of: take).string, say: { [self] in tell(.notice($0)) })
    guard case .events(let file, let bytes) = input else { throw StudioError("\(take) isn't a take") }
    return (file, bytes)
  }
}
