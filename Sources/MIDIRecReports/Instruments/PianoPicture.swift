package import Instruments
package import MIDICore

/// The state of a piano keyboard at one moment, for drawing.
package struct PianoPicture: Sendable {
  /// The title.
  package var title: String
  /// The time since the start.
  package var time: Nanoseconds
  /// The states of all 128 keys, by number.
  package var keys: [KeyState]
  /// The naming of the keys.
  package var naming = KeyNaming()
  /// Whether all keys have labels, or only the Cs.
  package var labelsAllKeys = false
}

extension PianoPicture {
  /// Creates the image of a tracker's state.
  package init(
    _ tracker: PianoTracker, title: String, at time: Nanoseconds, naming: KeyNaming, labelsAllKeys: Bool
  ) {
    self.init(
      title: title, time: time, keys: tracker.keys, naming: naming, labelsAllKeys: labelsAllKeys)
  }

  /// The tint of pressed keys: `0xRRGGBB`.
  static let tint: UInt32 = 0x1E6CFF
  /// The symbol on a pressed key.
  static let pressedSign: Character = "*"
  /// The symbol on a key that only a pedal holds.
  static let sustainedSign: Character = "~"

  /// The keys that are pressed or held by a pedal, from the left.
  var activeKeys: [NoteNumber] {
    (0..<UInt8(128)).map { NoteNumber(masking: $0) }.filter {
      state(of: $0).isPressed || state(of: $0).isSustained
    }
  }

  /// Returns the strength of a pressed key's tint in hundredths, which is at least enough to see.
  func shownTint(of key: NoteNumber) -> Int { max(state(of: key).tintHundredths, Self.weakestTint) }

  private static let weakestTint = 15

  /// Returns the state of a key.
  func state(of key: NoteNumber) -> KeyState { keys[Int(key.rawValue)] }

  /// Returns the values of a key: `velocity 100`, `velocity 100, pressed 2 times`, `velocity 90, held by pedal`.
  func facts(of key: NoteNumber, isShort: Bool) -> String {
    let state = state(of: key)
    let velocity = "\(isShort ? "vel" : "velocity") \(state.velocity)"
    if state.isSustained { return "\(velocity), \(isShort ? "pedal" : "held by pedal")" }
    return state.pressCount > 1 ? "\(velocity), pressed \(state.pressCount) times" : velocity
  }
}
