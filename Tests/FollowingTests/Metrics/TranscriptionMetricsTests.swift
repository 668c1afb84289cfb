import Following
import TestSupport
import Testing
import Timelines

@Suite struct TranscriptionMetricsTests {
  /// Returns a note a number of semitones above A4, in seconds.
  private func note(_ onset: Double, _ offset: Double, semitone: Double = 0) -> TranscriptionNote {
    TranscriptionNote(onset: onset, offset: offset, pitch: semitone / 12)
  }

  private func metrics(_ expected: [TranscriptionNote], _ actual: [TranscriptionNote]) -> TranscriptionMetrics
  {
    TranscriptionMetrics(expected: expected, actual: actual)
  }

  private let four = [(0.0, 0.5), (0.5, 1.0), (1.0, 2.0), (2.0, 2.25)]

  @Test func equalTranscriptionsHaveFullScores() {
    let notes = four.map { note($0.0, $0.1) }
    let found = metrics(notes, notes)
    for score in [found.notes, found.notesWithoutOffset, found.onsets, found.offsets] {
      #expect(score.pairs == 4)
      #expect(score.precision == 1)
      #expect(score.recall == 1)
      #expect(score.fMeasure == 1)
    }
    #expect(found.averageOverlap == 1)
    #expect(found.averageOverlapWithoutOffset == 1)
  }

  @Test(arguments: [(0, 4), (4, 0), (0, 0)])
  func emptyListHasZeroScores(expectedCount: Int, actualCount: Int) {
    let notes = four.map { note($0.0, $0.1) }
    let found = metrics(Array(notes.prefix(expectedCount)), Array(notes.prefix(actualCount)))
    for score in [found.notes, found.notesWithoutOffset, found.onsets, found.offsets] {
      #expect(score.pairs == 0)
      #expect(score.precision == 0)
      #expect(score.recall == 0)
      #expect(score.fMeasure == 0)
    }
    #expect(found.averageOverlap == 0)
  }

  @Test func precisionCountsActualAndRecallExpectedNotes() {
    let expected = four.map { note($0.0, $0.1) }
    let actual = [note(0, 0.5), note(3, 4)]
    let found = metrics(expected, actual)
    #expect(found.notes.precision == 0.5)
    #expect(found.notes.recall == 0.25)
    #expect(found.notes.fMeasure == 2 * 0.5 * 0.25 / 0.75)
  }

  @Test func onsetMayDifferByFiftyMilliseconds() {
    #expect(metrics([note(1, 2)], [note(1.05, 2)]).notes.pairs == 1)
    #expect(metrics([note(1, 2)], [note(0.95, 2)]).notes.pairs == 1)
    #expect(metrics([note(1, 2)], [note(1.0501, 2)]).notes.pairs == 0)
    #expect(metrics([note(1, 2)], [note(1.0501, 2)]).onsets.pairs == 0)
    #expect(metrics([note(1, 2)], [note(1.0501, 2)]).offsets.pairs == 1)
  }

  @Test func offsetMayDifferByFifthOfDurationOrFiftyMilliseconds() {
    #expect(metrics([note(0, 1)], [note(0, 1.2)]).notes.pairs == 1)
    #expect(metrics([note(0, 1)], [note(0, 1.201)]).notes.pairs == 0)
    #expect(metrics([note(0, 1)], [note(0, 1.201)]).notesWithoutOffset.pairs == 1)
    #expect(metrics([note(0, 0.1)], [note(0, 0.15)]).notes.pairs == 1)
    #expect(metrics([note(0, 0.1)], [note(0, 0.151)]).notes.pairs == 0)
  }

  @Test func pitchMayDifferByQuarterTone() {
    #expect(metrics([note(0, 1)], [note(0, 1, semitone: 0.49)]).notes.pairs == 1)
    #expect(metrics([note(0, 1)], [note(0, 1, semitone: -0.49)]).notes.pairs == 1)
    #expect(metrics([note(0, 1)], [note(0, 1, semitone: 0.51)]).notes.pairs == 0)
    #expect(metrics([note(0, 1)], [note(0, 1, semitone: 0.51)]).onsets.pairs == 1)
  }

  @Test func numberOfPairsIsMaximum() {
    // The first actual note matches both, the second only the first.
    let found = metrics([note(1, 2), note(1.04, 2)], [note(1.02, 2), note(0.96, 2)])
    #expect(found.notes.pairs == 2)
    #expect(found.onsets.pairs == 2)
  }

  @Test func overlapIsIntersectionOverUnion() {
    let found = metrics([note(0, 1), note(2, 3)], [note(0, 0.875), note(2, 2.5)])
    #expect(found.averageOverlap == 0.875)
    #expect(found.averageOverlapWithoutOffset == (0.875 + 0.5) / 2)
  }

  @Test func notesWithoutDurationOverlapFully() {
    #expect(metrics([note(1, 1)], [note(1, 1)]).averageOverlap == 1)
  }

  @Test func longPathsPairManyEqualPitches() {
    // Every actual note matches the expected notes within 50 ms; the greedy search uses the first ones.
    let expected = (0..<400).map { note(Double($0) * 0.03, Double($0) * 0.03 + 0.02) }
    let actual = (0..<400).map { note(Double(399 - $0) * 0.03 + 0.04, Double(399 - $0) * 0.03 + 0.06) }
    let found = metrics(expected, actual)
    #expect(found.notesWithoutOffset.pairs == 400)
    #expect(found.onsets.pairs == 400)
  }

  @Test func playedNoteIsConvertedToSecondsAndOctaves() {
    let performance = Performance(Score.recording())
    let found = performance.transcription
    #expect(found.map(\.onset) == [0, 0.5, 1, 1.5])
    #expect(found.map(\.offset) == [0.25, 0.75, 1.25, 1.75])
    #expect(abs(found[0].pitch - 8.031359713524660) < 1e-12)  // C4: 261.63 Hz
    #expect(abs(found[1].pitch - found[0].pitch - 4 / 12.0) < 1e-12)
  }

  @Test func hangingNoteLastsToTheEnd() {
    let hanging = Score.recording { index, _, off in if index == 1 { off = nil } }
    #expect(Performance(hanging).transcription[1].offset == 1.75)
  }
}
