import MIDICore
import MIDIRecSound
import Testing
import Timelines

@testable import SoundSessions

/// The notes that an audio comparison can name.
@Suite struct SoundNotesTests {
  private func recording(_ starts: Int64..., number: NoteNumber = 60) -> Recording {
    let messages = starts.flatMap { start in
      [
        TimedMessage(
          time: .milliseconds(start), message: .noteOn(channel: .number(1), note: number, velocity: 80)),
        TimedMessage(
          time: .milliseconds(start + 50), message: .noteOff(channel: .number(1), note: number, velocity: 64)),
      ]
    }
    return Recording(tracks: [.init(messages: messages, end: .seconds(10))])
  }

  private func starts(expected: Recording?, of recording: Recording) -> [Int64] {
    SoundNote.notes(expected: expected.map { Timeline($0) }, of: recording)
      .map { $0.start.rawValue / 1_000_000 }
  }

  @Test func recordingNotesAreUsedWithoutExpectation() {
    #expect(starts(expected: nil, of: recording(0, 500)) == [0, 500])
  }

  @Test func removedNoteComesFromExpectation() {
    #expect(starts(expected: recording(0, 500, 900), of: recording(0, 900)) == [0, 500, 900])
  }

  @Test func unexpectedNoteIsAdded() {
    #expect(starts(expected: recording(500), of: recording(500, 900)) == [500, 900])
    #expect(starts(expected: recording(500), of: recording(500, number: 61)) == [500, 500])
  }

  @Test(arguments: [480, 520, 595, 600]) func shiftedNoteIsExpectedNote(start: Int64) {
    #expect(starts(expected: recording(500), of: recording(start)) == [500])
  }

  @Test func noteLastsUntilPedalIsReleased() {
    let pedalled = Recording(tracks: [
      .init(
        messages: [
          TimedMessage(
            time: .milliseconds(0), message: .controlChange(channel: .number(1), controller: 64, value: 127)),
          TimedMessage(
            time: .milliseconds(100), message: .noteOn(channel: .number(1), note: 60, velocity: 80)),
          TimedMessage(
            time: .milliseconds(200), message: .noteOff(channel: .number(1), note: 60, velocity: 64)),
          TimedMessage(
            time: .milliseconds(900), message: .controlChange(channel: .number(1), controller: 64, value: 0)),
        ], end: .seconds(2))
    ])
    #expect(SoundNote.notes(expected: nil, of: pedalled).map(\.end) == [.milliseconds(900)])
  }
}
