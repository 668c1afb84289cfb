import Foundation
import TestSupport
import Testing

/// The transcriptions that mir_eval is tested with, and the figures that belong to them.
@Suite struct TranscriptionCorpusTests {
  private static let folder = TestEnvironment.corpusFolder("transcription")

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: folder), "the corpus is not beside the project"),
    arguments: 0..<5)
  func metricsAreTheReferenceFigures(number: Int) throws {
    let scores = try JSONDecoder().decode(
      MirEvalScores.self, from: Data(contentsOf: URL(filePath: "\(Self.folder)/output0\(number).json")))
    let pair = TranscriptionCase(
      expected: try notes("ref0\(number).txt"), actual: try notes("est0\(number).txt"))
    #expect(pair.expected.count > 50)
    #expect(scores.disagreements(with: pair.metrics) == [])
  }

  /// Onset, offset and frequency of each line; `#` begins a comment.
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
