internal import MIDICore
package import Timelines

extension TranscriptionMetrics {
  /// The metrics as a table.
  package var text: String {
    var table = TextTable(
      ["METRICS", "PRECISION", "RECALL", "F-MEASURE", "OVERLAP"],
      numbers: ["PRECISION", "RECALL", "F-MEASURE", "OVERLAP"])
    for (name, score, overlap) in rows {
      let cells = [score.precision, score.recall, score.fMeasure].map(Self.text)
      table.append([name] + cells + [overlap.map(Self.text) ?? ""])
    }
    return table.text
  }

  /// The kinds of scores, with their mean overlap if it is defined.
  private var rows: [(name: String, score: Score, overlap: Double?)] {
    [
      ("onset, pitch and offset", notes, averageOverlap),
      ("onset and pitch", notesWithoutOffset, averageOverlapWithoutOffset),
      ("onset", onsets, nil),
      ("offset", offsets, nil),
    ]
  }

  /// Returns a value with six decimals, rounded half away from zero.
  private static func text(_ value: Double) -> String {
    decimalText(Int64((value * 1e6).rounded()), decimals: 6, keepsZeros: true)
  }
}

/// The metrics of a transcription by one kind of pairs as JSON, as mir_eval.transcription defines them.
package struct MetricsDocument: Encodable, Sendable {
  let pairs: Int
  let precision: Double
  let recall: Double
  let fMeasure: Double
  let averageOverlap: Double?

  private init(_ score: TranscriptionMetrics.Score, averageOverlap: Double? = nil) {
    (pairs, precision, recall, fMeasure) = (score.pairs, score.precision, score.recall, score.fMeasure)
    self.averageOverlap = averageOverlap
  }

  /// Returns the documents of metrics by the kind of pairs.
  package static func all(_ metrics: TranscriptionMetrics) -> [String: MetricsDocument] {
    [
      "notes": MetricsDocument(metrics.notes, averageOverlap: metrics.averageOverlap),
      "notesWithoutOffset": MetricsDocument(
        metrics.notesWithoutOffset, averageOverlap: metrics.averageOverlapWithoutOffset),
      "onsets": MetricsDocument(metrics.onsets), "offsets": MetricsDocument(metrics.offsets),
    ]
  }
}
