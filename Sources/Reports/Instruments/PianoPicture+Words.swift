internal import Instruments
internal import MIDICore

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
