internal import MIDICore

/// How one source and channel hold the keys. With its first note it has room for each key, so that a note costs no
/// memory.
struct KeyHolds: Sendable {
  /// How a key is held.
  struct Hold: Hashable, Sendable {
    /// How often it was struck and not let go of.
    var presses = 0
    /// Whether a pedal has it sound on.
    var isSustained = false
    /// How hard it was struck the last time.
    var velocity: UInt7 = 0
    /// When it was struck the last time, by the count of all strikes.
    var strike = 0
  }

  private var holds: [Hold] = []

  /// Makes the state in which no key is held.
  init() {}

  /// How a key is held.
  subscript(key: NoteNumber) -> Hold {
    get { holds.isEmpty ? Hold() : holds[Int(key.rawValue)] }
    set {
      if holds.isEmpty { holds = Array(repeating: Hold(), count: Int(NoteNumber.maximum) + 1) }
      holds[Int(key.rawValue)] = newValue
    }
  }
}
