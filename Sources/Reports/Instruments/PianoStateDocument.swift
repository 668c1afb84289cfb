package import Instruments
package import MIDICore

/// The state of a piano keyboard as JSON: the keys that are pressed or held by a pedal, from the left. The time is in
/// nanoseconds.
package struct PianoStateDocument: Encodable {
  struct Key: Encodable {
    var note: Int
    var name: String
    /// `pressed` or `sustained`.
    var state: String
    /// The number of note-ons without a note-off.
    var presses: Int
    var velocity: Int
    /// The opacity of its color in hundredths.
    var tint: Int
  }

  var time: Int64
  var keys: [Key]

  package init(_ tracker: PianoTracker, at time: Nanoseconds, naming: KeyNaming) {
    self.time = time.rawValue
    keys = tracker.activeKeys.map { note in
      let key = tracker[note]
      return Key(
        note: Int(note.rawValue), name: naming.name(of: note), state: key.isPressed ? "pressed" : "sustained",
        presses: key.pressCount, velocity: Int(key.velocity.rawValue), tint: key.tintHundredths)
    }
  }
}
