import Following
import MIDIRecReports
import Testing
import Timelines

@Suite struct TranscriptionMetricsTextTests {
  private let metrics = TranscriptionMetrics(
    expected: [
      TranscriptionNote(onset: 0, offset: 1, pitch: 8), TranscriptionNote(onset: 1, offset: 2, pitch: 8),
      TranscriptionNote(onset: 2, offset: 3, pitch: 8),
    ],
    actual: [
      TranscriptionNote(onset: 0, offset: 1, pitch: 8), TranscriptionNote(onset: 1, offset: 1.5, pitch: 8),
    ])

  @Test func tableHasSixDecimals() {
    #expect(
      metrics.text == """
        METRICS                  PRECISION    RECALL  F-MEASURE   OVERLAP
        onset, pitch and offset   0.500000  0.333333   0.400000  1.000000
        onset and pitch           1.000000  0.666667   0.800000  0.750000
        onset                     1.000000  0.666667   0.800000
        offset                    0.500000  0.333333   0.400000
        """)
  }

  @Test func documentHasAllDigits() throws {
    let text = try JSONText.line(of: MetricsDocument(metrics))
    #expect(text.contains(#""onsets":{"fMeasure":0.8,"pairs":2,"precision":1,"recall":0.6666666666666666}"#))
  }
}
