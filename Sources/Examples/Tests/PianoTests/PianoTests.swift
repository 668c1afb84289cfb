import Instruments
import MIDICore
import Testing

@testable import Piano

@Suite struct PianoTests {
  @Test func repeatedStrokeIsOneNote() {
    var keyboard = ComputerKeyboard()
    #expect(keyboard.press("a") == [.noteOn(channel: .number(1), note: 48, velocity: 100)])
    #expect(keyboard.press("a") == [])
    #expect(keyboard.release("a") == [.noteOff(channel: .number(1), note: 48, velocity: 64)])
    #expect(keyboard.release("a") == [])
  }

  @Test func octaveAndVelocityChange() {
    var keyboard = ComputerKeyboard()
    for key in "xxcv" { #expect(keyboard.press(key) == []) }
    for key in "cc" { #expect(keyboard.press(key) == []) }
    #expect(keyboard.press("w") == [.noteOn(channel: .number(1), note: 73, velocity: 60)])
    #expect(keyboard.press("?") == [])
  }

  @Test func noteEndsAfterOctaveHasChanged() {
    var keyboard = ComputerKeyboard()
    _ = keyboard.press("a")
    _ = keyboard.press("z")
    #expect(keyboard.release("a") == [.noteOff(channel: .number(1), note: 48, velocity: 64)])
  }

  @Test func heldKeysAreMarkedWithTheirVelocities() {
    var keys = PianoTracker()
    keys.apply(.noteOn(channel: .number(1), note: 61, velocity: 90), at: .zero)
    keys.apply(.noteOn(channel: .number(1), note: 64, velocity: 100), at: .zero)
    let picture = PianoPicture(keys: keys, lowest: 60, columnCount: 18, isColored: false)
    let rows = picture.text.split(separator: "\n")
    #expect(rows.count == 17)
    #expect(rows[7] == "    90%   ###====|")
    #expect(rows[9] == "    C#4   D#4====|")
    #expect(rows[13] == "     |     |=100=|")
    #expect(rows[15] == " C4  | D4  |=E4==|")
  }
}
