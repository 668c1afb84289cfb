import Following
import MIDICore
import Testing
import Timelines

/// The code of the module's article, which `ArticleCodeTests` finds here.
@Suite struct ArticleTests {
  /// Creates a performance of pitches, each half a beat long.
  private func performance(_ pitches: [NoteNumber], beat: Nanoseconds) -> Performance {
    let notes = pitches.enumerated().map { index, pitch in
      let onset = Nanoseconds(rawValue: Int64(index) * beat.rawValue)
      return Note(
        channel: .number(1), number: pitch, velocity: 64, onset: onset,
        offset: onset + Nanoseconds(rawValue: beat.rawValue / 2))
    }
    return Performance(sources: [""], notes: notes, end: .seconds(10))
  }

  @Test func missingNoteIsFoundThroughAnyTempo() {
    let score = performance([60, 62, 64, 65, 67, 69, 71, 72], beat: .milliseconds(500))
    let performance = performance([60, 62, 64, 65, 69, 71, 72], beat: .milliseconds(800))

    let alignment = NoteAlignment(expected: score, actual: performance)
    #expect(alignment.matchCount == 7)
    #expect(alignment.mistakes.map(\.kind) == [.missing(expected: 4)])

    let options = Comparison.Options(followsTempo: true)
    let comparison = Comparison(expected: score, actual: alignment.actualOnExpectedAxis, options: options)
    #expect(comparison.differences.flatMap(\.kinds) == [.missing])
  }
}
