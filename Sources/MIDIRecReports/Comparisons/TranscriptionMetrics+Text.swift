package import Following
internal import MIDICore
internal import Timelines

extension TranscriptionMetrics {
  /// The metrics as a table.
  package var text: String {
    var table = TextTable(
      ["METRICS", "PRECISION", "RECALL", "F-MEASURE", "OVERLAP"],
      numbers: ["PRECISION", "RECALL", "F-MEASURE", "OVERLAP"])
    let rows: [(name: String, score: Score, overlap: Double?)] = [
      ("onset, pitch and offset", notes, averageOverlap),
      ("onset and pitch", notesWithoutOffset, averageOverlapWithoutOffset),
      ("onset", onsets, nil),
      ("offset", offsets, nil),
    ]
    for (name, score, overlap) in rows {
      let cells = [score.precision, score.recall, score.fMeasure].map(Self.text)
      table.append([name] + cells + [overlap.map(Self.text) ?? ""])
    }
    return table.text
  }

  /// Returns a value with six decimals, rounded half away from zero.
  private static func text(_ value: Double) -> String {
    decimalText(Int64((value * 1e6).rounded()), decimals: 6, keepsZeros: true)
  }
}

/// The metrics of a transcription as JSON, as mir_eval.transcription defines them.
package struct MetricsDocument: Encodable, Sendable {
  struct Score: Encodable, Sendable {
    var pairs: Int
    var precision: Double
    var recall: Double
    var fMeasure: Double
    var averageOverlap: Double?

    init(_ score: TranscriptionMetrics.Score, averageOverlap: Double? = nil) {
      pairs = score.pairs
      precision = score.precision
      recall = score.recall
      fMeasure = score.fMeasure
      self.averageOverlap = averageOverlap
    }
  }

  let notes: Score
  let notesWithoutOffset: Score
  let onsets: Score
  let offsets: Score

  /// Creates the document of metrics.
  package init(_ metrics: TranscriptionMetrics) {
    notes = Score(metrics.notes, averageOverlap: metrics.averageOverlap)
    notesWithoutOffset = Score(
      metrics.notesWithoutOffset, averageOverlap: metrics.averageOverlapWithoutOffset)
    onsets = Score(metrics.onsets)
    offsets = Score(metrics.offsets)
  }
}
