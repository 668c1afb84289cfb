import Following
import Foundation
import TestSupport
import Testing
import Timelines

/// The scores of mir_eval for a transcription, by its names.
struct MirEvalScores: Decodable {
  private let scores: [String: Double]

  init(from decoder: any Decoder) throws { scores = try [String: Double](from: decoder) }

  /// Returns descriptions of the scores of mir_eval that differ from midirec's by more than 10⁻⁶ or are missing.
  func disagreements(with metrics: TranscriptionMetrics) -> [String] {
    let found = metrics.mirEvalScores
    return Set(scores.keys).union(found.keys).sorted().compactMap { name in
      if let here = found[name], let there = scores[name], abs(here - there) <= 1e-6 { return nil }
      return
        "\(name): \(found[name]?.description ?? "none"), mir_eval: \(scores[name]?.description ?? "none")"
    }
  }
}

extension TranscriptionMetrics {
  /// The scores by mir_eval's names.
  fileprivate var mirEvalScores: [String: Double] {
    var scores: [String: Double] = [
      "Average_Overlap_Ratio": averageOverlap,
      "Average_Overlap_Ratio_no_offset": averageOverlapWithoutOffset,
    ]
    let all: [(String, String, Score)] = [
      ("", "", notes), ("", "_no_offset", notesWithoutOffset), ("Onset_", "", onsets),
      ("Offset_", "", offsets),
    ]
    for (prefix, suffix, score) in all {
      scores["\(prefix)Precision\(suffix)"] = score.precision
      scores["\(prefix)Recall\(suffix)"] = score.recall
      scores["\(prefix)F-measure\(suffix)"] = score.fMeasure
    }
    return scores
  }
}

/// Two lists of notes in mir_eval's form: onset and offset in seconds, frequency in Hz.
struct TranscriptionCase: Encodable {
  var expected: [[Double]]
  var actual: [[Double]]

  init(expected: [[Double]], actual: [[Double]]) {
    self.expected = expected
    self.actual = actual
  }

  init(expected: [TranscriptionNote], actual: [TranscriptionNote]) {
    self.init(expected: expected.map(Self.fields), actual: actual.map(Self.fields))
  }

  private static func fields(_ note: TranscriptionNote) -> [Double] {
    [note.onset, note.offset, exp2(note.pitch)]
  }

  var metrics: TranscriptionMetrics {
    TranscriptionMetrics(expected: expected.map(Self.note), actual: actual.map(Self.note))
  }

  private static func note(_ fields: [Double]) -> TranscriptionNote {
    TranscriptionNote(onset: fields[0], offset: fields[1], pitch: log2(fields[2]))
  }

  /// Returns mir_eval's scores of all cases, computed in one process.
  static func mirEvalScores(of cases: [TranscriptionCase]) async throws -> [MirEvalScores] {
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](JSONEncoder().encode(cases)), to: "cases.json")
    let script = TestEnvironment.projectFolder + "/Tests/PeerReaders/metrics.py"
    let result = try await Program.run(TestEnvironment.python, [script, file])
    try #require(result.status == 0, "\(result.errors)")
    let scores = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(MirEvalScores.self, from: Data($0.utf8))
    }
    try #require(scores.count == cases.count)
    return scores
  }
}
