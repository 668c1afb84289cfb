import MIDICore
import MIDIRecSoak
import Testing

struct PanicTests {
  static let channel = Channel.number(2)
  static let noteOn = Message.noteOn(channel: channel, note: 60, velocity: 80)
  static let pressure = Message.polyPressure(channel: channel, note: 60, pressure: 9)

  /// A message, and what a note, its pressure, and a pedal need afterwards to be released.
  static let panics: [(message: Message, releases: [Message])] = [
    (.controlChange(channel: channel, controller: .allNotesOff, value: 0), [pedalUp, pressureEnd]),
    (.controlChange(channel: channel, controller: .allSoundOff, value: 0), [pedalUp, pressureEnd]),
    (.controlChange(channel: channel, controller: 126, value: 1), [pedalUp, pressureEnd]),
    (.controlChange(channel: channel, controller: .resetAllControllers, value: 0), [noteOff]),
    (.controlChange(channel: .drums, controller: .allNotesOff, value: 0), [noteOff, pedalUp, pressureEnd]),
    (.systemReset, []),
    (.stop, [noteOff, pedalUp, pressureEnd]),
  ]
  static let noteOff = Message.noteOff(channel: channel, note: 60, velocity: 64)
  static let pedalUp = Message.controlChange(channel: channel, controller: .sustain, value: 0)
  static let pressureEnd = Message.polyPressure(channel: channel, note: 60, pressure: 0)

  @Test(arguments: panics) func panicReleasesSome(_ message: Message, _ releases: [Message]) {
    let pedal = Message.controlChange(channel: Self.channel, controller: .sustain, value: 127)
    let messages = [Self.noteOn, Self.noteOn, Self.pressure, pedal, message]
    let notes = releases.contains(Self.noteOff) ? [Self.noteOff] : []
    #expect(messages.releasesAfterPanics == notes + releases)
  }
}
