import MIDICore
import Testing

@testable import Timelines

@Suite
struct PassagePartSearchTests {
  /// Returns the best selection of notes, each with its channel, pitch, and gain, half a second apart.
  private func best(_ notes: [(channel: Channel, number: NoteNumber, gain: Int8)])
    -> PassagePartSearch.Selection?
  {
    let played = notes.enumerated().map { index, note in
      let onset = Nanoseconds.milliseconds(Int64(index * 500))
      return Note(
        channel: note.channel, number: note.number, velocity: 64, onset: onset,
        offset: onset.adding(.milliseconds(400)))
    }
    let performance = Performance(sources: [""], notes: played, end: .seconds(20))
    let gains = PassageGains(
      count: notes.count, explained: notes.indices.filter { notes[$0].gain > 0 }, other: { notes[$0].gain })
    return PassagePartSearch(performance, beats: nil).best(gains)
  }

  @Test
  func noExplainedNoteGivesNoSelection() {
    #expect(best([(.number(1), 60, 0), (.number(1), 62, -2)])?.range == nil)
  }

  @Test
  func contradictedNoteDoesNotLimitPitches() {
    let gains: [Int8] = [1, 1, 1, 1, 1, -2, 1, 1, 1, 1, 1]
    let selection = best(gains.map { (.number(1), $0 < 0 ? 72 : 60, $0) })
    #expect(selection?.pitches == Passage.allPitches)
    #expect(selection?.range == 0..<11)
    #expect(selection?.sum == 8)
    #expect(selection?.explained == 10)
  }

  @Test
  func partThatExplainsMoreThanAllNotesIsSelected() {
    let channels = [2, 2, 2, 2, 1, 1, 1, 2, 2].map(Channel.number)
    let gains: [Int8] = [1, 1, 1, 1, 1, -2, -2, 1, 1]
    let selection = best(zip(channels, gains).map { ($0, 60, $1) })
    #expect(selection?.part == TakePart(channels: [.number(2)]))
    #expect(selection?.range == 0..<9)
    #expect(selection?.sum == 6)
  }

  @Test
  func pitchesReachToLastExplainedPitch() {
    let pitches: [NoteNumber] = [40, 70, 41, 70, 42, 70, 45, 70, 43, 70, 44, 70, 45, 70]
    let gains: [Int8] = [1, -2, 1, -2, 1, -2, -1, -2, 1, -2, 1, -2, 1, -2]
    let selection = best(zip(pitches, gains).map { (.number(1), $0, $1) })
    #expect(selection?.pitches == 0...45)
    #expect(selection?.sum == 5)
    #expect(selection?.explained == 6)
  }
}
