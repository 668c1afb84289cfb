import Instruments
import MIDICore
import Testing

@testable import Piano

@Suite struct PianoTests {
  @Test func laterStrokeExtendsNote() {
    var keyboard = ComputerKeyboard()
    #expect(keyboard.press("a") == [.noteOn(channel: .number(1), note: 48, velocity: 100)])
    let first = keyboard.strokeCount("a")
    #expect(keyboard.press("a") == [])
    #expect(keyboard.release("a", after: first) == [])
    let end = keyboard.release("a", after: keyboard.strokeCount("a"))
    #expect(end == [.noteOff(channel: .number(1), note: 48, velocity: 64)])
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
    #expect(keyboard.release("a", after: 1) == [.noteOff(channel: .number(1), note: 48, velocity: 64)])
  }

  @Test func heldKeysAreMarkedWithTheirVelocities() {
    var keys = PianoTracker()
    keys.apply(.noteOn(channel: .number(1), note: 61, velocity: 90), at: .zero)
    keys.apply(.noteOn(channel: .number(1), note: 64, velocity: 100), at: .zero)
    let rows = PianoPicture(keys, from: 60, columnCount: 18, isColored: false).text.split(separator: "\n")
    #expect(rows.count == 17)
    #expect(rows[7] == "    90%   ###====|")
    #expect(rows[9] == "    C#4   D#4====|")
    #expect(rows[13] == "     |     |=100=|")
    #expect(rows[15] == " C4  | D4  |=E4==|")
  }
}
