import MIDICore
import TestSupport
import Testing
import Timelines

/// The code of the module's articles, which `ArticleCodeTests` finds here.
@Suite struct ArticleTests {
  @Test func comparedPerformancesDifferInTwoNotes() throws {
    let outputs = try Article("Sources/Timelines/Timelines.docc/ComparingPerformances.md").blocks()

    /// Returns a recording of notes of 400 ms.
    func recording(_ notes: [(onset: Nanoseconds, number: NoteNumber)]) -> Recording {
      var track = Recording.Track(name: "Piano")
      for note in notes {
        let noteOn = Message.noteOn(channel: 0, note: note.number, velocity: 100)
        let noteOff = Message.noteOff(channel: 0, note: note.number, velocity: 64)
        track.messages.append(TimedMessage(time: note.onset, message: noteOn))
        track.messages.append(TimedMessage(time: note.onset + .milliseconds(400), message: noteOff))
      }
      track.end = .seconds(2)
      return Recording(tracks: [track])
    }

    let expected = Timeline(
      recording([(.zero, 60), (.milliseconds(500), 64), (.milliseconds(1000), 67)]))
    let text = expected.text
    #expect(text == outputs.first)
    #expect(expected.anomalies.isEmpty)

    let accepted = try Timeline(text: text)
    #expect(accepted == expected)

    let actual = Timeline(
      recording([(.zero, 60), (.milliseconds(520), 64), (.milliseconds(1000), 65)]))
    let comparison = Comparison(expected: Performance(accepted), actual: Performance(actual))
    #expect(comparison.pairs.count == 3)

    var report: [String] = []
    for case .note(let difference) in comparison.differences {
      let index = difference.expected
      let name = index.map { comparison.expected.notes[$0].number.name } ?? "an unexpected note"
      report.append("\(name): \(difference.changes.map(\.kind.rawValue).joined(separator: ", "))")
    }
    #expect(report.map { $0 + "\n" }.joined() == outputs.last)
    let changes = comparison.differences.map { difference in
      if case .note(let note) = difference { note.changes } else { [] as [NoteChange] }
    }
    #expect(changes == [[.late(by: .milliseconds(20))], [.wrongPitch(semitones: -2)]])

    let options = Comparison.Options(onsetTolerance: .milliseconds(25), offsetTolerance: .milliseconds(25))
    let tolerant = Comparison(
      expected: Performance(accepted), actual: Performance(actual), options: options)
    #expect(tolerant.differences.flatMap(\.kinds) == [.wrongPitch])

    let settled = tolerant.mergedTimeline(expected: accepted, actual: actual)
    let changed = TextComparison(expected: accepted.text, actual: settled.text).changes
    #expect(changed.map(\.kind) == [.missing, .missing, .extra, .extra])
    #expect(
      changed.map(\.text) == [
        "1.000000 1 1 note G4 67 sounding velocity 100", "1.400000 1 1 note G4 67 released velocity 64",
        "1.000000 1 1 note F4 65 sounding velocity 100", "1.400000 1 1 note F4 65 released velocity 64",
      ])
  }
}
