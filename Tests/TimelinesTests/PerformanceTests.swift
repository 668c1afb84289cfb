import MIDICore
import Testing
import Timelines

@Suite struct PerformanceTests {
  private func performance(_ messages: [TimedMessage]) -> Performance {
    Performance(Recording(tracks: [.init(messages: messages)]))
  }

  @Test func aNoteLastsFromItsNoteOnToItsNoteOff() {
    let performance = performance([Score.note(60, .zero), Score.end(60, .seconds(1), velocity: 30)])
    #expect(
      performance.notes == [
        Note(channel: 0, number: 60, velocity: 100, onset: .zero, offset: .seconds(1), releaseVelocity: 30)
      ])
    #expect(performance.otherMessages.isEmpty)
  }

  @Test func aNoteOnWithVelocityZeroEndsANoteAndSaysNothingOfTheRelease() {
    let performance = performance([Score.note(60, .zero), Score.note(60, .seconds(1), velocity: 0)])
    #expect(performance.notes.map(\.offset) == [.seconds(1)])
    #expect(performance.notes.map(\.releaseVelocity) == [nil])
  }

  @Test func aNoteWithoutAnEndHangs() {
    #expect(performance([Score.note(60, .zero)]).notes.map(\.duration) == [nil])
  }

  @Test func ofTwoEqualNotesTheFirstOneEndsFirst() {
    let performance = performance([
      Score.note(60, .zero, velocity: 1), Score.note(60, .seconds(1), velocity: 2),
      Score.end(60, .seconds(2)),
      Score.end(60, .seconds(3)),
    ])
    #expect(performance.notes.map(\.offset) == [.seconds(2), .seconds(3)])
    #expect(performance.notes.map(\.velocity) == [1, 2])
  }

  @Test func channelsAreKeptApart() {
    let performance = performance([
      Score.note(60, .zero, channel: 0), Score.note(60, .zero, channel: 1),
      Score.end(60, .seconds(1), channel: 1),
    ])
    #expect(performance.notes.map(\.offset) == [nil, .seconds(1)])
  }

  @Test func whatBelongsToNoNoteIsKept() {
    let messages = [Score.control(127, .zero), Score.end(60, .seconds(1))]
    #expect(performance(messages).otherMessages == messages)
  }
}
