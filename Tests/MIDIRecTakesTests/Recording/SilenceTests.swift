import MIDICore
import Testing

@testable import MIDIRecTakes

@Suite struct SilenceTests {
  private func message(_ milliseconds: Int64, _ message: Message) -> TimedMessage {
    TimedMessage(time: .milliseconds(milliseconds), message: message)
  }

  private func on(_ milliseconds: Int64, note: NoteNumber = 60) -> TimedMessage {
    message(milliseconds, .noteOn(channel: .number(1), note: note, velocity: 100))
  }

  private func off(_ milliseconds: Int64, note: NoteNumber = 60) -> TimedMessage {
    message(milliseconds, .noteOff(channel: .number(1), note: note, velocity: 64))
  }

  @Test func silenceRequiresAMessage() {
    #expect(Silence().since == nil)
  }

  @Test func silenceStartsWithLastMessageUnlessNoteIsHeld() {
    var silence = Silence()
    silence.messageCame(on(10), from: 0)
    #expect(silence.since == nil)
    silence.messageCame(off(20), from: 0)
    #expect(silence.since == .milliseconds(20))
    silence.messageCame(message(30, .pitchBend(channel: .number(1), value: 0)), from: 0)
    #expect(silence.since == .milliseconds(30))
  }

  @Test func equalNotesOfTwoInstrumentsAreSeparate() {
    var silence = Silence()
    silence.messageCame(on(10), from: 0)
    silence.messageCame(on(20), from: 1)
    silence.messageCame(off(30), from: 1)
    #expect(silence.since == nil)
    silence.messageCame(off(40), from: 0)
    #expect(silence.since == .milliseconds(40))
  }

  @Test func noteWithLostEndDoesNotPreventSilence() {
    var silence = Silence()
    silence.messageCame(on(10), from: 0)
    silence.messageCame(on(20), from: 1)
    silence.notesEnded(of: 0)
    #expect(silence.since == nil)
    silence.notesEnded()
    #expect(silence.since == .milliseconds(20))
  }
}
