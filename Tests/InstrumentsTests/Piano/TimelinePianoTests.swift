import Instruments
import MIDICore
import TestSupport
import Testing
import Timelines

@Suite struct TimelinePianoTests {
  private func recording(_ tracks: [(String?, [(Int64, Message)])]) -> Recording {
    Recording(
      tracks: tracks.enumerated().map { port, track in
        .init(
          name: track.0, port: port,
          messages: track.1.map { TimedMessage(time: .milliseconds($0), message: $1) })
      })
  }

  /// Returns the lines of one source's timeline, without the heading, the source, and the end.
  private func lines(_ messages: [(Int64, Message)], naming: KeyNaming = KeyNaming()) -> [String] {
    Timeline(piano: recording([("A", messages)]), naming: naming).text.split(separator: "\n").dropFirst(2)
      .dropLast().map(String.init)
  }

  @Test func entryHasKeyAndTint() {
    #expect(
      lines([(0, .on(60, 100)), (250, .off(60)), (300, .on(127, 127)), (310, .on(127, 0)), (320, .on(0, 1))])
        == [
          "0.000000 1 1 note C4 60 sounding velocity 100 key=C4 tint=0.78",
          "0.250000 1 1 note C4 60 released velocity 64",
          "0.300000 1 1 note G9 127 sounding velocity 127 key=G9 tint=1.00",
          "0.310000 1 1 note G9 127 released",
          "0.320000 1 1 note C-1 0 sounding velocity 1 key=C-1 tint=0.00",
          "0.320000 1 1 note C-1 0 hanging key=C-1 tint=0.00",
        ])
  }

  @Test func keysHaveRequestedNames() {
    let naming = KeyNaming(.katakana, middleC: .octave3)
    #expect(
      lines([(0, .on(61, 10)), (1, .off(61))], naming: naming).first
        == "0.000000 1 1 note C#4 61 sounding velocity 10 key=\"ド#3\" tint=0.07")
  }

  @Test func keyHeldSeveralTimesHasCount() {
    let timeline = Timeline(
      piano: recording([
        ("A", [(0, .on(60, 100)), (2, .on(60, 90)), (3, .off(60)), (5, .off(60))]),
        ("B", [(1, .on(60, 50)), (4, .off(60))]),
      ]))
    #expect(
      timeline.text == """
        midirec timeline 1
        source 1 "A"
        source 2 "B"
        0.000000 1 1 note C4 60 sounding velocity 100 key=C4 tint=0.78
        0.001000 2 1 note C4 60 sounding velocity 50 key=C4 tint=0.39 presses=2
        0.002000 1 1 note C4 60 retriggered velocity 90 key=C4 tint=0.70 presses=3
        0.003000 1 1 note C4 60 still-sounding velocity 64 key=C4 tint=0.70 presses=2
        0.004000 2 1 note C4 60 released velocity 64 key=C4 tint=0.70
        0.005000 1 1 note C4 60 released velocity 64
        0.005000 end

        """)
  }

  @Test func sustainedKeysAreMarked() {
    #expect(
      lines([(0, .pedal(127)), (0, .on(60, 100)), (1, .off(60)), (2, .pedal(0))]) == [
        "0.000000 1 1 note C4 60 sounding velocity 100 key=C4 tint=0.78",
        "0.001000 1 1 note C4 60 held sustain velocity 64 key=C4 tint=0.78 sustained=yes",
        "0.002000 1 1 note C4 60 released",
      ])
  }

  @Test func invisibleMessagesAreOmitted() {
    #expect(
      lines([
        (0, .off(60)), (0, .pedal(127)), (0, .pitchBend(channel: .number(1), value: 1)), (0, .timingClock),
        (0, .polyPressure(channel: .number(1), note: 60, pressure: 1)),
        (0, .programChange(channel: .number(1), program: 1)),
        (0, .controlChange(channel: .number(1), controller: 101, value: 0)),
        (0, .controlChange(channel: .number(1), controller: 100, value: 6)),
        (0, .controlChange(channel: .number(1), controller: 6, value: 3)),
      ]).isEmpty)
  }

  @Test func sourcesAndEndMatchPlainTimeline() {
    let recording = Recording(tracks: [
      .init(name: "Empty"), .init(name: "Keys", messages: [TimedMessage(time: .zero, message: .timingClock)]),
      .init(messages: [TimedMessage(time: .zero, message: .on(60, 1))], end: .seconds(4)),
    ])
    #expect(Timeline(piano: recording).sources == ["Keys", ""])
    #expect(Timeline(piano: recording).end == .seconds(4))
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func notesMatchPlainTimeline(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var messages: [(Int64, Message)] = []
    for time in 0..<200 as Range<Int64> {
      let key = NoteNumber(masking: .random(in: 60...62, using: &generator))
      switch Int.random(in: 0...3, using: &generator) {
      case 0: messages.append((time, .on(key, UInt7(masking: .random(in: 1...127, using: &generator)))))
      case 1, 2: messages.append((time, .off(key)))
      default: messages.append((time, .pedal(.random(in: 0...1, using: &generator) == 0 ? 0 : 127)))
      }
    }
    let recording = recording([("A", messages)])
    let notes = Timeline(recording).entries.filter { entry in
      switch entry.change {
      case .note(_, .strayNoteOff): false
      case .note: true
      default: false
      }
    }
    let piano = Timeline(piano: recording)
    #expect(piano.annotated { _ in [] }.entries == notes)
  }

  @Test func emptyRecordingHasNoEntries() {
    #expect(Timeline(piano: Recording()) == Timeline(sources: [], entries: [], end: .zero))
  }
}
