internal import MIDICore
internal import Reports
package import Sessions
internal import Sound

extension SoundDifference: ArtifactDifference {
  /// The most important fact in one line: `played with the font "A" instead of "B"`.
  package var finding: String {
    switch cause {
    case .font(let expected, let actual):
      "played with the font \"\(actual.printable)\" instead of \"\(expected.printable)\""
    case .rate(let expected, let actual):
      "\(grouped(actual)) Hz instead of \(grouped(expected)) Hz"
    case .samples where comparison.firstAudible == nil: "different samples, but no audible difference"
    case .samples, .bounds: comparison.firstText() ?? "other samples"
    }
  }

  /// Further facts, one per line.
  package var lines: [String] {
    var lines = [comparison.verdictText] + comparison.wholeChanges.map(\.text)
    if case .bounds(let expected, let actual) = cause {
      lines.append("expected engine: \((expected ?? "an unknown engine").printable)")
      lines.append("actual engine: \((actual ?? "an unknown engine").printable)")
    }
    return lines
  }

  /// The difference as JSON.
  package var document: any Encodable & Sendable { SoundDifferenceDocument(self) }

  /// Returns the HTML report with waveforms, spectrograms, and a player.
  package func page(of files: ArtifactFiles, title: String, home: String?) -> [UInt8]? {
    guard let expected = try? ObservedSound.stored(files.expected, as: .expected),
      let actual = try? ObservedSound.stored(files.actual, as: .actual)
    else { return nil }
    // Without space for temporary files, the text alone has to suffice.
    return try? SoundPage.bytes(
      of: comparison, expected: expected.buffer, actual: actual.buffer, title: title,
      expectedName: "expected", actualName: "actual", home: home)
  }
}
