package import Instruments
package import MIDICore

/// What a piano keyboard shows at a moment, to be drawn.
package struct PianoPicture: Sendable {
  /// What stands above it.
  package var title: String
  /// The moment, since the start.
  package var time: Nanoseconds
  /// What each key shows, by its number: 128 of them.
  package var keys: [KeyState]
  /// How keys are called.
  package var naming: KeyNaming
  /// Whether all keys have labels, and not only the Cs.
  package var labelsAllKeys: Bool

  /// Makes a picture of its parts.
  ///
  /// - Precondition: There are 128 keys.
  package init(
    title: String, time: Nanoseconds, keys: [KeyState], naming: KeyNaming = KeyNaming(),
    labelsAllKeys: Bool = false
  ) {
    precondition(keys.count == 128, "a keyboard has 128 keys")
    self.title = title
    self.time = time
    self.keys = keys
    self.naming = naming
    self.labelsAllKeys = labelsAllKeys
  }
}

extension PianoPicture {
  /// The tint of keys that are down: `0xRRGGBB`.
  static let tint: UInt32 = 0x1E6CFF
  /// What stands on a key that is down.
  static let pressedSign: Character = "*"
  /// What stands on a key that only a pedal holds.
  static let sustainedSign: Character = "~"

  /// The keys that are down or that a pedal holds, from the left.
  var activeKeys: [NoteNumber] {
    (0..<UInt8(128)).map { NoteNumber(masking: $0) }.filter {
      state(of: $0).isPressed || state(of: $0).isSustained
    }
  }

  /// What a key shows.
  func state(of key: NoteNumber) -> KeyState { keys[Int(key.rawValue)] }

  /// The values of a key: `velocity 100`, `velocity 100, pressed 2 times`, `velocity 90, held by pedal`.
  func facts(of key: NoteNumber, isShort: Bool) -> String {
    let state = state(of: key)
    let velocity = "\(isShort ? "vel" : "velocity") \(state.velocity)"
    if state.isSustained { return "\(velocity), \(isShort ? "pedal" : "held by pedal")" }
    return state.pressCount > 1 ? "\(velocity), pressed \(state.pressCount) times" : velocity
  }
}
