public import Harness
internal import MIDICore
internal import Sound

/// How a sound differs, in words that all reports share.
extension SoundDifference {
  /// The verdict in one line: `different: played with the font "A" instead of "B"`.
  public var verdictText: String { "different: \(findingText)" }

  /// The verdict and what else is to be known, line by line.
  public var text: [String] { [verdictText] + lines }

  /// What is to be known before all else.
  var findingText: String {
    switch cause {
    case .font(let expected, let actual):
      "played with the font \"\(actual.printable)\" instead of \"\(expected.printable)\""
    case .rate(let expected, let actual):
      "\(grouped(actual)) frames a second instead of \(grouped(expected))"
    case .samples where comparison.firstAudible == nil: "other samples, though nobody could hear it"
    case .samples, .bounds: comparison.firstText() ?? "other samples"
    }
  }

  /// What else is to be known, line by line.
  var lines: [String] {
    var lines = [comparison.verdictText] + comparison.wholeChanges.map(\.text)
    if case .bounds(let expected, let actual) = cause {
      lines.append("expected of \((expected ?? "an engine that isn't named").printable)")
      lines.append("came of \((actual ?? "an engine that isn't named").printable)")
    }
    return lines
  }
}
