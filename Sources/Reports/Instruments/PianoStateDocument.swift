package import Instruments
package import MIDICore

/// What a piano keyboard shows, for other programs: the keys that are down or that a pedal holds, from the left. The time
/// is in nanoseconds.
package struct PianoStateDocument: Encodable {
  struct Key: Encodable {
    var note: Int
    var name: String
    /// `pressed` or `sustained`.
    var state: String
    /// How often it is held down.
    var presses: Int
    var velocity: Int
    /// How strong its color is, in hundredths.
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
