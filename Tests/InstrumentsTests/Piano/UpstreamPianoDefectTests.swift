import Instruments
import MIDICore
import Testing

/// That the defects of PianoUI aren't here.
@Suite struct UpstreamPianoDefectTests {
  /// There, notes are in a list that toggles: a second note-on of a held key clears it.
  @Test func aSecondNoteOnOfAHeldKeyDoesNotClearIt() {
    var tracker = PianoTracker()
    tracker.play(.on(60, 100))
    tracker.play(.on(60, 100))
    #expect(tracker[60].isPressed)
  }

  /// There, a stray note-off is kept as a press.
  @Test func aStrayNoteOffPressesNothing() {
    var tracker = PianoTracker()
    tracker.play(.off(60))
    #expect(tracker.activeKeys.isEmpty)
    tracker.play(.on(60, 100))
    #expect(tracker[60].isPressed)
  }

  /// There, a key made from note 60 answers 48: always 12 too low.
  @Test func aKeyPlaysItsOwnNoteAndHasItsOwnName() {
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
