import MIDICore
import TestSupport
import Testing
import Timelines

/// The code of the module's articles, which `ArticleCodeTests` finds here.
@Suite struct ArticleTests {
  @Test func comparedPerformancesDifferInTwoNotes() throws {
    let outputs = try Article("Sources/Timelines/Timelines.docc/ComparingPerformances.md").blocks()

    /// Returns a take with notes of 400 ms.
    func take(_ notes: [(onset: Nanoseconds, number: NoteNumber)]) -> Recording {
      var track = Recording.Track(name: "Piano")
      for note in notes {
        let noteOn = Message.noteOn(channel: .number(1), note: note.number, velocity: 100)
        let noteOff = Message.noteOff(channel: .number(1), note: note.number, velocity: 64)
        track.messages.append(TimedMessage(time: note.onset, message: noteOn))
        track.messages.append(TimedMessage(time: note.onset + .milliseconds(400), message: noteOff))
      }
      track.end = .seconds(2)
      return Recording(tracks: [track])
    }

    let expected = Timeline(take([(.zero, 60), (.milliseconds(500), 64), (.milliseconds(1000), 67)]))
    let text = expected.text
    #expect(text == outputs.first)
    #expect(expected.anomalies.isEmpty)

    let accepted = try Timeline(text: text)
    #expect(accepted == expected)

    let recording = take([(.zero, 60), (.milliseconds(520), 64), (.milliseconds(1000), 65)])
    let performance = Performance(Timeline(recording))
    let comparison = Comparison(expected: Performance(accepted), actual: performance)
    #expect(comparison.pairs.count == 3)

    #expect("\(comparison)\n" == outputs.last)
    let words = comparison.differences.map { comparison.description(of: $0) }
    #expect(words == ["E4 on channel 1: late by 20 ms", "G4 on channel 1: F4 instead, a tone lower"])
    let changes = comparison.differences.map { difference in
      if case .note(let note) = difference { note.changes } else { [] as [NoteChange] }
    }
    #expect(changes == [[.late(by: .milliseconds(20))], [.wrongPitch(semitones: -2)]])
    #expect(changes.joined().map(\.description) == ["late by 20 ms", "a tone lower"])

    let options = Comparison.Options(onsetTolerance: .milliseconds(25), offsetTolerance: .milliseconds(25))
    let tolerant = Comparison(expected: Performance(accepted), actual: performance, options: options)
    #expect(tolerant.differences.flatMap(\.kinds) == [.wrongPitch])

    let settled = tolerant.mergedTimeline(expected: accepted, actual: Timeline(recording))
    let changed = TextComparison(expected: accepted.text, actual: settled.text).changes
    #expect(changed.map(\.kind) == [.missing, .missing, .extra, .extra])
    #expect(
      changed.map(\.text) == [
        "1.000000 1 1 note G4 67 sounding velocity 100", "1.400000 1 1 note G4 67 released velocity 64",
        "1.000000 1 1 note F4 65 sounding velocity 100", "1.400000 1 1 note F4 65 released velocity 64",
      ])
  }
}
