import Following
import Foundation
import TestSupport
import Testing

/// The test data of mir_eval with its reference figures.
@Suite struct TranscriptionCorpusTests {
  private static let folder = TestEnvironment.corpusFolder("transcription")

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder), "../shared/corpus doesn't exist"),
    arguments: 0..<5)
  func metricsEqualReferenceFigures(number: Int) throws {
    let scores = try JSONDecoder().decode(
      MirEvalScores.self, from: Data(contentsOf: URL(filePath: "\(Self.folder)/output0\(number).json")))
    let pair = TranscriptionCase(
      expected: try notes("ref0\(number).txt"), actual: try notes("est0\(number).txt"))
    #expect(pair.expected.count > 50)
    #expect(scores.disagreements(with: pair.metrics) == [])
  }

  /// Returns onset, offset, and frequency of each line. A `#` starts a comment.
  private func notes(_ name: String) throws -> [[Double]] {
    try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try #require(fields.count == 3, "\(name): \(line)")
        return fields
      }
  }
}
