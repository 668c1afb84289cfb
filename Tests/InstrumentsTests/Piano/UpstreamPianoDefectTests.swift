import Instruments
import MIDICore
import Testing

/// Known defects of PianoUI don't occur.
@Suite struct UpstreamPianoDefectTests {
  /// PianoUI toggles notes in a list: a second note-on of a held key clears it.
  @Test func secondNoteOnKeepsHeldKey() {
    var tracker = PianoTracker()
    tracker.play(.on(60, 100))
    tracker.play(.on(60, 100))
    #expect(tracker[60].isPressed)
  }

  /// PianoUI treats a stray note-off as a press.
  @Test func strayNoteOffPressesNoKey() {
    var tracker = PianoTracker()
    tracker.play(.off(60))
    #expect(tracker.activeKeys.isEmpty)
    tracker.play(.on(60, 100))
    #expect(tracker[60].isPressed)
  }

  /// PianoUI's key for note 60 reports 48: always 12 too low.
  @Test func keyPlaysItsOwnNote() {
    let keyboard = PianoKeyboard(height: 150)
    for number in 0...127 {
      let key = NoteNumber(masking: UInt8(number))
      let frame = keyboard.frame(of: key)
      let found = keyboard.key(at: Point(x: frame.x + frame.width / 2, y: frame.height - 1))
      var touch = PianoTouch()
      #expect(touch.move(0, to: found) == [.on(key, 100)])
    }
    #expect(KeyNaming().name(of: 60) == "C4")
  }
}
