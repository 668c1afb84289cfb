import Instruments
import MIDICore
import MIDIRecTesting
import Testing

@testable import GridHelper

@Suite struct GridHelperTests {
  @Test func heldNotesAreLit() async {
    var notes = HeldNotes()
    await expectSession("Recordings/chords", subject: "lights", lights: true) { notes.reply(to: $0) }
  }

  @Test func heldNotesAreNumberedInTheOrderOfPlaying() {
    var notes = HeldNotes(.model128)
    for note in [60, 64] as [NoteNumber] {
      _ = notes.reply(to: .noteOn(channel: .number(1), note: note, velocity: 100))
    }
    var picture = notes.picture(isColored: false)
    #expect(picture.split(separator: "\n").map(\.count) == Array(repeating: 16, count: 8))
    #expect(picture.count { $0 == "1" } == 4)
    #expect(picture.count { $0 == "2" } == 3)
    _ = notes.reply(to: .noteOff(channel: .number(1), note: 60, velocity: 64))
    picture = notes.picture(isColored: false)
    #expect(!picture.contains("1") && picture.contains("2"))
  }

  @Test func lightsGoOff() {
    var notes = HeldNotes()
    let on = notes.reply(to: .noteOn(channel: .number(1), note: 60, velocity: 100))
    #expect(notes.lightsOff().count == on.count)
    #expect(notes.lightsOff().isEmpty)
  }
}
